"""Global link arrangements designed for a network and an α."""
