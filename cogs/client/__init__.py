"""The bot's client: the bot class, shards, command sync, sending, signals, shutdown."""
