"""Limits on the proofs that bounds on sequences have, which those who write them keep to."""

from __future__ import annotations

MOST_BOUNDS = 500  # of a leaf, of each kind
MOST_STEPS = 1 << 26  # entries that one search may set: seconds
