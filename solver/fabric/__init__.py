"""Fabrics as they are cabled: what differs from the design, what is left, what a loss costs."""
