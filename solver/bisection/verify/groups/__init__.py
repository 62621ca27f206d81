"""Checking leaves over the states of pairs of groups, where no rotation joins groups."""
