"""What each engine takes and promises, told without loading the libraries that it computes with."""

from __future__ import annotations

from alphacut.solver.bisection.engines._base import Capabilities

LARGEST_SCALED = (1 << 56) - 1  # with all links: sums of a few of them have 64 bits
LARGEST_IN_FLOATS = 10**9  # with all links, where a solver decides by numbers with 53 bits
LARGEST_LISTED = 24  # switches of a network all of whose bisections are listed

_CERTIFIES = Capabilities(
    certifies=True, largest=None, largest_scaled=LARGEST_SCALED, observes=True
)
CAPABILITIES: dict[str, Capabilities] = {
    "auto": _CERTIFIES,
    "sweep": _CERTIFIES,
    "elimination": _CERTIFIES,
    "branch_and_bound": _CERTIFIES,
    "cpsat": _CERTIFIES,
    "ilp": Capabilities(
        certifies=True, largest=None, largest_scaled=LARGEST_IN_FLOATS, observes=True
    ),
    "brute_force": Capabilities(
        certifies=False, largest=LARGEST_LISTED, largest_scaled=LARGEST_SCALED, observes=True
    ),
}
