"""What is solved: the published curves, larger ones, and points of larger ones still."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.solver.bisection.variants import CURVE, POINT, Variant
from alphacut.solver.common.alpha import Alpha
from benchmarks.networks import published, short_name

ONE = Alpha(1, 1)
POINT_SECONDS = 3600.0


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One question, and when it may be left though it is not settled."""

    dragonfly: Dragonfly
    at: Alpha | None = None  # the α of a single point; None: the whole curve
    gap: Fraction = Fraction(0)  # that the document may leave; the ends of a curve are exact still
    seconds: float | None = None  # wall time of all runs together; None: no limit

    @property
    def name(self) -> str:
        """What results and --only call it: "p63-relative", "p84-relative at 1"."""
        name = short_name(self.dragonfly)
        return name if self.at is None else f"{name} at {self.at}"

    @property
    def kind(self) -> Variant:
        """The kind of job that answers it."""
        return CURVE if self.at is None else POINT

    @property
    def request(self) -> dict[str, Any]:
        """The request of such a job."""
        asked = self.dragonfly
        whole = {"min": "0", "max": "inf"}
        return {
            "topology": {
                "family": "dragonfly",
                "a": asked.a,
                "h": asked.h,
                "arrangement": asked.arrangement,
                **({"offsets": [*map(list, asked.offsets)]} if asked.offsets else {}),
            },
            "alpha": whole if self.at is None else str(self.at),
            "balance": "switches",
            "engine": "auto",
            "limits": {"seconds": self.seconds, "gap": str(self.gap)},
        }


def _some(a: int, h: int, *names: str) -> list[Dragonfly]:
    """List the dragonflies of a size, for those arrangements that exist there."""
    there = [name for name in names if BY_NAME[name].refusal(a, h) is None]
    return [Dragonfly(a=a, h=h, arrangement=name) for name in there]


DESIGNED = Dragonfly(  # by `alphacut synthesise a=6,h=3 --alpha 8 --symmetry multiplier`
    a=6, h=3, arrangement="lift",
    offsets=((0, 1), (2, 3), (1, 3), (1, 4), (3, 5), (5, 4), (0, 2), (5, 0), (2, 4)),
)  # fmt: skip
LARGER = (
    *(Entry(dragonfly=each) for each in _some(6, 3, "relative", "helix")),
    *(
        Entry(dragonfly=each, gap=Fraction(1, 100))
        for each in _some(6, 3, "absolute", "nautilus")  # without rotations
    ),
    *(
        Entry(dragonfly=each, gap=Fraction(3 if each.arrangement == "circulant" else 2, 100))
        for each in _some(8, 4, "relative", "circulant", "helix")
    ),
)
POINTS = (
    Entry(dragonfly=DESIGNED, at=Alpha(8, 1), gap=Fraction(231, 5000), seconds=POINT_SECONDS / 2),
    *(
        Entry(dragonfly=each, at=ONE, seconds=POINT_SECONDS)
        for each in (
            *_some(8, 4, "relative"),
            *_some(10, 5, "relative", "circulant", "helix"),
            *_some(16, 8, "relative", "circulant", "helix"),
        )
    ),
)


def entries() -> tuple[Entry, ...]:
    """List all, the quick ones first."""
    return (*(Entry(dragonfly=each) for each in published()), *POINTS, *LARGER)
