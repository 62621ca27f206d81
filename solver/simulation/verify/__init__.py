"""What checks documents about simulations; it simulates nothing."""
