"""Which networks the atlas holds: every small dragonfly and some larger ones, however wired."""

from __future__ import annotations

from collections.abc import Iterator

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.links.catalogue import BY_NAME
from benchmarks.networks import ARRANGEMENTS

WHOLE = 60  # switches up to which every dragonfly is there
LARGER = ((4, 4), (5, 3), (6, 2), (6, 3))  # (a, h) of more
LARGEST = 114  # switches of any of these


def sizes(largest: int = LARGEST) -> Iterator[tuple[int, int]]:
    """Yield (a, h) of the atlas's dragonflies of at most so many switches, in order.

    A group of one switch is left out: such a dragonfly is a complete graph,
    whatever its arrangement.
    """
    for a in range(2, largest):
        for h in range(1, largest):
            number = switches(a, h)
            if number <= largest and (number <= WHOLE or (a, h) in LARGER):
                yield a, h


def switches(a: int, h: int) -> int:
    """Return the number of switches of the largest (p,a,h)-dragonfly."""
    return a * (a * h + 1)


def of_size(a: int, h: int) -> list[Dragonfly]:
    """List the networks of a size, one for each arrangement that exists there."""
    return [
        Dragonfly(a=a, h=h, arrangement=name)
        for name in ARRANGEMENTS
        if BY_NAME[name].refusal(a, h) is None
    ]


def smallest_first(largest: int = LARGEST) -> list[Dragonfly]:
    """List all networks of the atlas in the order in which they are solved."""
    ordered = sorted(sizes(largest), key=lambda size: (switches(*size), size))
    return [dragonfly for size in ordered for dragonfly in of_size(*size)]


def name_of(dragonfly: Dragonfly) -> str:
    """Return the name of a network's record: "4-2-relative"."""
    return f"{dragonfly.a}-{dragonfly.h}-{dragonfly.arrangement}"


def spec_of(dragonfly: Dragonfly) -> str:
    """Return what a user writes for a network of the atlas."""
    a, h, arrangement = dragonfly.a, dragonfly.h, dragonfly.arrangement
    return f"dragonfly:a={a},h={h},arrangement={arrangement}"
