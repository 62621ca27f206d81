"""Bounding all bisections by a packing of spanning trees; see `check` for the argument."""
