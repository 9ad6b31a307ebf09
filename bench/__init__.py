"""Speed and memory, printed as ratios against named yardsticks of the same run. Nothing in the tests depends on it."""
