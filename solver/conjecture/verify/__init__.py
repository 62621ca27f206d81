"""Checking documents on conjectures, from nothing but themselves."""
