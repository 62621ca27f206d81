"""Orders of elimination, and the best bisection traced back through what was eliminated."""
