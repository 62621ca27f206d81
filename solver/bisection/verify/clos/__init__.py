"""Checking bounds by charges of faults of folded Clos networks."""
