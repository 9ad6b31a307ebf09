"""Leaders (Hugo Frénoy; Polish edition: Starcie Wodzów): two sides, 37 spaces, capture or surround the other Leader."""
