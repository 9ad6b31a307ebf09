"""/card: a component up close."""
