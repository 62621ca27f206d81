"""What failures cost: bisection, connectivity and throughput over samples, and the worst ones."""
