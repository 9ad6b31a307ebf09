"""/admin: what a server chooses, the lobby, repairs."""
