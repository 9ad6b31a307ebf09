"""/board: the current and earlier boards, and the forecast of a battle."""
