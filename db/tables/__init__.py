"""Rows and statements, a module for each group of tables."""
