"""Packings of spanning trees by multiplicative weights."""
