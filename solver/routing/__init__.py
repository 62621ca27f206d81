"""Routing: mechanisms, freedom from deadlock, link loads and cycle-level simulation."""
