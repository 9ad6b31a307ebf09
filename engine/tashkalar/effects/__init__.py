"""What every card does: one short script per card, found by its id. Importing this enters them all."""

from engine.tashkalar.effects import highland, imperial, legends, sylvan

__all__ = ["highland", "imperial", "legends", "sylvan"]
