"""Matches: opening them, drafting and making moves, offers, substitutes, imports and repairs."""
