"""Families of networks other than dragonflies: one file each."""
