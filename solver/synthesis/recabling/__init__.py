"""Global links of a network given cable by cable: which ends to move."""
