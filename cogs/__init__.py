"""Discord in, Discord out: one file per thing a person wants to do."""
