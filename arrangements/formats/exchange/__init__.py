"""Formats of other programs, both ways: one file each, and the catalogue of them."""
