"""A service under load whose processes are killed at random; see `benchmarks.soak.__main__`."""
