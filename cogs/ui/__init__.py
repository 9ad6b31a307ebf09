"""Shared parts of the commands: interactions, controls, layouts, access, limits."""
