"""Rows and statements, a module per group of tables."""
