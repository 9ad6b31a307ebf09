"""The commands of /me, by what one wants."""
