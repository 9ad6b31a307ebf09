"""/ladder: the best players."""
