"""The best mapping of a stencil on the switches of any network: objectives, bounds, search."""
