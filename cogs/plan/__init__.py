"""/plan: prepared answers."""
