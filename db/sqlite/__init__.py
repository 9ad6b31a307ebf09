"""The database as one file of SQLite, used by one process."""
