"""/privacy: what is stored about a person, and its deletion."""
