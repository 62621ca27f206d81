"""Checking what a throughput document proves, by other means than those that found it."""
