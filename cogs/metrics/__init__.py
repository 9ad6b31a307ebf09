"""How the bot fares, for Prometheus: imported only when `--metrics` is given; nothing else knows its client."""
