"""Checking documents of designs, from nothing but themselves."""
