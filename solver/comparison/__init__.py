"""Several networks beside each other: at one α, and who wins where."""
