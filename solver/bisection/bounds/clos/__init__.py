"""Bounds and cuts of folded Clos networks that lack links."""
