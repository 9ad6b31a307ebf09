"""/rules: the section that answers a question."""
