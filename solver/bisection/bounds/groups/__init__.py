"""Bounds from the states of pairs of groups, where no rotation joins groups."""
