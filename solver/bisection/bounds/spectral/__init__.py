"""Bounds by the second eigenvalue of the Laplacian matrix."""
