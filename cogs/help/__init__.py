"""/help, and the greeting in a new server."""
