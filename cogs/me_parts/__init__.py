"""The commands of /me, by topic."""
