"""What a network's links make of it: symmetry and components."""
