"""What every game stands on: asks, scripts, positions, dice, events, texts, geometry."""
