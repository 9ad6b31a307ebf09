"""The commands of /match, by topic."""
