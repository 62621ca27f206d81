"""Whether arrangements form a single globally connected component (GCC), network after network."""
