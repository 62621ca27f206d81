"""Counting all bisections by eliminating switches; see `exclusion` for the argument."""
