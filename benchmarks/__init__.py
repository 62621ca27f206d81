"""Measurements: what the figures in the documents come from. None of them is a test."""
