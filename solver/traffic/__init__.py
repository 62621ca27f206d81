"""Traffic between hosts: patterns with a name, users' matrices, and their sums by switches."""
