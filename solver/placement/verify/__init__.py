"""Checking documents on placements, by code that shares nothing with what wrote them."""
