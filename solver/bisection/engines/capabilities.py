"""What each engine takes and promises, told without loading the libraries that it computes with."""

from __future__ import annotations

from alphacut.solver.bisection.engines._base import Capabilities

LARGEST_SCALED = (1 << 56) - 1  # with all links: sums of a few of them have 64 bits
LARGEST_IN_A_MATRIX, LARGEST_ALPHA = (1 << 36) - 1, (1 << 20) - 1  # as its verifier takes them
LARGEST_IN_FLOATS = 10**9  # with all links, where a solver decides by numbers with 53 bits

_IN_INTEGERS = Capabilities(largest_scaled=LARGEST_SCALED)
CAPABILITIES: dict[str, Capabilities] = {
    "auto": _IN_INTEGERS,
    "sweep": _IN_INTEGERS,
    "elimination": _IN_INTEGERS,
    "branch_and_bound": Capabilities(
        largest_scaled=LARGEST_IN_A_MATRIX, largest_alpha=LARGEST_ALPHA
    ),
    "cpsat": _IN_INTEGERS,
    "ilp": Capabilities(largest_scaled=LARGEST_IN_FLOATS),
}
