"""/card: a component in a large picture."""
