"""The commands of /match, by what a person wants."""
