"""/privacy: export and deletion of the data about a person."""
