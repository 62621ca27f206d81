"""Curves and points of sizes that nobody has published: solved over many runs, verified, kept."""
