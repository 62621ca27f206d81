"""Counting all bisections along an order of the switches; see `exclusion` for the argument."""
