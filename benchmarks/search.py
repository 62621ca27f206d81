"""Upper curves by search alone: the product's search beside a plain one, in one run.

Run as `python -m benchmarks.search`. Nothing is proven here. Processor time is
told, so that a busy machine spoils nothing but the order in which lines appear.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import click

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.heuristics.upper_curve import SearchAt, search
from alphacut.solver.common.alpha import Alpha
from benchmarks import pair_swaps
from benchmarks.networks import size_name

SMALL = ((4, 2, "relative"), (4, 2, "helix"))
MIDDLE = ((6, 3, "relative"), (6, 3, "helix"), (6, 3, "absolute"))
LARGE = ((8, 4, "relative"), (8, 4, "circulant"), (8, 4, "helix"))
PLAIN_LIMIT = 120.0  # seconds for the plain search
HEAD = f"{'network':20} {'search':8} {'seconds':>8} {'ratio':>6} {'worse by':>9}  lines"


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """An upper curve, and what it took."""

    envelope: Envelope
    seconds: float  # of the processor

    @property
    def lines(self) -> list[Line]:
        """The lines of its segments."""
        return [segment.cut.line for segment in self.envelope.segments]


def draw(network: Network, at: SearchAt, seconds: float = float("inf")) -> Drawn:
    """Draw an upper curve within so many seconds of wall time."""
    began = time.process_time()
    cuts = search(network, Balance.of(network), deadline=time.monotonic() + seconds, at=at)
    return Drawn(envelope=Envelope(cuts=cuts), seconds=time.process_time() - began)


def worse_by(one: Envelope, other: Envelope) -> Fraction:
    """Return by how much one curve lies above another at most, relative to that."""
    corners: set[Alpha] = {*one.needed, *other.needed}
    found = [Fraction(0)]
    for alpha in corners:
        mine, best = one.upper_at(alpha), other.upper_at(alpha)
        if mine > best:
            found.append((mine - best) / best if best else Fraction(1))
    return max(found)


@click.command
@click.option("--large", is_flag=True, help="Networks of 264 switches besides.")
@click.option("--limit", type=float, default=PLAIN_LIMIT, show_default=True, metavar="S")
def main(large: bool, limit: float) -> int:
    """Search each network both ways; fail if the product's search is ever the worse one."""
    search_at(Dragonfly(a=2, h=1, arrangement="absolute").network(), *_any())  # compiles
    click.echo(HEAD)
    better = [_compare(each, limit) for each in _chosen(large)]  # all, though one fails
    return 0 if all(better) else 1


def _any() -> tuple[Balance, Alpha]:
    return Balance.of(Dragonfly(a=2, h=1, arrangement="absolute").network()), Alpha(1, 1)


def _chosen(large: bool) -> Sequence[Dragonfly]:
    wanted = (*SMALL, *MIDDLE, *(LARGE if large else ()))
    return [Dragonfly(a=a, h=h, arrangement=name) for a, h, name in wanted]


def _compare(dragonfly: Dragonfly, limit: float) -> bool:
    network = dragonfly.network()
    ours = draw(network, search_at)
    plain = draw(network, pair_swaps.search_at, limit)
    for name, drawn, other in (("ours", ours, plain), ("plain", plain, ours)):
        click.echo(
            f"{size_name(dragonfly) + ' ' + dragonfly.arrangement:20} {name:8} "
            f"{drawn.seconds:8.2f} {drawn.seconds / ours.seconds:6.1f} "
            f"{float(worse_by(drawn.envelope, other.envelope)):9.2%}  "
            + " ".join(f"({line.intercept},{line.slope})" for line in drawn.lines)
        )
    return worse_by(ours.envelope, plain.envelope) == 0


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
