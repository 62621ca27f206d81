"""Checking documents on designed arrangements, from nothing but themselves."""
