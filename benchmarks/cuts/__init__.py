"""Cuts of networks of many kinds, beside those of partitioners in the same time."""
