"""What the figures on throughput in docs/throughput.md come from."""
