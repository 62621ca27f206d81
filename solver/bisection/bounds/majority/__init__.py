"""Bounds by the majorities of groups, whatever the wiring between them."""
