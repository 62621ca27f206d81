"""Who competes on what: every instance with every tool that can be asked there."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.arrangements.dragonfly import Dragonfly
from benchmarks.networks import published, short_name
from benchmarks.partitioners import catalogue as partitioners
from benchmarks.plain_models import catalogue as plain_models

PROOF, CUT = "proof", "cut"
OURS = "alphacut"
PROVERS = (OURS, *plain_models.NAMES)
CUTTERS = (OURS, *partitioners.NAMES)

LARGER = Dragonfly(a=6, h=3, arrangement="relative")  # 114 switches
CUTS_ONLY = (
    Dragonfly(a=8, h=4, arrangement="relative"),  # 264
    Dragonfly(a=8, h=4, arrangement="helix"),
    Dragonfly(a=10, h=5, arrangement="relative"),  # 510
    Dragonfly(a=10, h=5, arrangement="helix"),
)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One tool on one network at α = 1."""

    dragonfly: Dragonfly
    kind: str  # PROOF, or CUT for an upper bound alone
    tool: str

    @property
    def name(self) -> str:
        """What results and --only call it: "p42-relative proof SCIP"."""
        return f"{self.instance} {self.kind} {self.tool}"

    @property
    def instance(self) -> str:
        """The network's name."""
        return short_name(self.dragonfly)


def entries() -> list[Entry]:
    """List all, those of one instance side by side."""
    proven = (*published(), LARGER)
    return [
        Entry(dragonfly=dragonfly, kind=kind, tool=tool)
        for dragonfly in (*proven, *CUTS_ONLY)
        for kind, tools in ((PROOF, PROVERS), (CUT, CUTTERS))
        if kind == CUT or dragonfly in proven
        for tool in tools
    ]
