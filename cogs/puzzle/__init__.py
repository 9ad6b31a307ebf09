"""/puzzle: positions whose best turn is proven."""
