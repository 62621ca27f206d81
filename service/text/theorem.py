"""What a theorem says of a network, beside what was computed, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from alphacut.solver.bisection.theorem import cross_check

_VERDICTS = {
    "agrees": "agrees with",
    "within": "is consistent with",
    "contradicts": "CONTRADICTS",
}


def theorem_words(document: Mapping[str, Any]) -> Iterator[str]:
    """Compare a curve or a point with the proven formula of its family, if there is one."""
    known = cross_check(document)
    if known is None:
        return
    verdict = _VERDICTS[known["verdict"]]
    yield f"  {verdict} the theorem B = {known['value']} = {known['formula']}"
    yield f"    ({known['reference']})"
