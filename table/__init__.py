"""The table a match lies on: loading it, drafting a move, the one path that every move takes, and what is sent."""
