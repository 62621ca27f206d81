"""Regular mappings of a two-dimensional stencil on the switches of a dragonfly: B5 and R."""
