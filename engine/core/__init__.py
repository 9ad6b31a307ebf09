"""The parts that all games share: asks, scripts, positions, dice, events, texts, geometry."""
