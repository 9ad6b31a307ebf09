"""The SQLite engine: one file, used by one process."""
