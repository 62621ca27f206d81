"""Checking documents on placements, from nothing but themselves; shares no code with what wrote them."""
