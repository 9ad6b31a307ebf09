"""The PostgreSQL engine, which several processes share."""
