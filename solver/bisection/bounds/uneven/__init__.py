"""Bounds for groups that are linked alike, but for a few links that are missing or misplaced."""
