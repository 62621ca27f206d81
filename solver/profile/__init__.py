"""The least cut of each size, and the quotients that topologies are compared by."""
