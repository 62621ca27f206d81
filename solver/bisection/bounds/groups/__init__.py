"""A relaxation over joint states of two groups, for networks whose groups have no rotation."""
