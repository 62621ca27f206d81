"""Measurements: what the figures in the README come from. None of them is a test."""
