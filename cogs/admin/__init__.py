"""/admin: a server's settings, the lobby, repairs."""
