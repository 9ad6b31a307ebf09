"""The database as one of PostgreSQL, used by as many processes as one likes."""
