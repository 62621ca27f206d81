"""Virtual channels for minimal routes at the corners of the paper's Table IV."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.solver.routing.verify.document import verify_routing

CANONICAL = "dragonfly3:a=2,m=1,h=1"
CASCADE = "dragonfly3:a=3,m=2,h=1,t2=3"
LAYERED = "dragonfly3:a=2,m=1,h=1,t3=3"
HAMMING = "dragonfly3:a=2,m=1,h=2,t2=2,t3=4,medium=hamming,arrangement=hamming"


@pytest.mark.parametrize(
    ("spec", "vcs", "longest", "verdict"),
    [
        (CANONICAL, (4, 2), 7, "free"),
        (CANONICAL, (3, 2), 7, "possible"),
        (CASCADE, (2, 2), 5, "free"),
        (CASCADE, (1, 2), 5, "possible"),
        (LAYERED, (3, 1), 5, "free"),
        (HAMMING, (1, 1), 3, "free"),
    ],
)
def test_corners(spec: str, vcs: tuple[int, int], longest: int, verdict: str, route: Any) -> None:
    """Routes lmlglml, lmglm, lmlgl and lmg, as long as the table says."""
    document = route(spec, "minimal", vcs=vcs).document("uniform")
    assert max(map(int, document["hops"])) == longest
    assert document["deadlock"]["verdict"] == verdict
    assert verify_routing(document).status == "exact"


def test_what_is_used_where_nothing_is_asked_for(route: Any) -> None:
    assert route(CANONICAL, "minimal").built.vcs == (4, 2)
    assert route(CASCADE, "minimal").built.vcs == (2, 2)
    assert route(LAYERED, "minimal").built.vcs == (3, 1)
