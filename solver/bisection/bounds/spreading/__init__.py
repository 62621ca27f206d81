"""Bounds by what spreads over common ends."""
