"""Families of networks that designs come from: one file each."""
