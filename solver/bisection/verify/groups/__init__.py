"""Checking leaves over joint states of two groups, where no rotation joins groups."""
