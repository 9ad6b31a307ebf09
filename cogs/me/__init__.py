"""/me: a person's settings, vacations and results."""
