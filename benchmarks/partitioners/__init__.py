"""Graph partitioners that people use for good cuts; none of them proves anything."""
