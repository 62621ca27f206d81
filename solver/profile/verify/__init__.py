"""Checking profiles, from nothing but their documents."""
