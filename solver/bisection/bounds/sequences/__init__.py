"""Separating bounds on the correlations of one binary sequence and of two."""
