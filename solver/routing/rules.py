"""Leg rules: which global link a packet may take between two groups, by the colours of switches.

A leg leads from a switch to one of another group: a local hop to the switch where a global link
begins, that link, and a local hop from its end. A rule names the colour that the global link
must have, for each colour of the two switches and each direction among the groups. Either local
hop is left out where it would lead nowhere.

References
----------
Camarero et al., Topological characterization of Hamming and Dragonfly networks, section 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

COLOURS = ("0A", "1A", "0B", "1B")  # of four; number + 2 for the letter B
NOT_ALLOWED = -1


@dataclass(frozen=True, kw_only=True)
class Leg:
    """One leg of a route: its rule, and the virtual channels of its hops."""

    wanted: NDArray[np.int64]  # (C, C, 2): colour of the link by those of the ends and 1 if ahead
    vcs: tuple[int, int, int]  # of the local hop before, the global hop, the local hop after
    whole: bool = True  # False: it ends where the global link does


def leg(
    colours: int,
    rule: Callable[[int, int, bool], int],
    vcs: tuple[int, int, int] = (0, 0, 0),
    *,
    whole: bool = True,
) -> Leg:
    """Tabulate a rule, a function of both colours and of whether the leg leads ahead."""
    wanted = np.array(
        [[[rule(x, y, bool(d)) for d in (0, 1)] for y in range(colours)] for x in range(colours)],
        dtype=np.int64,
    )
    return Leg(wanted=wanted, vcs=vcs, whole=whole)


def any_link(_source: int, _target: int, _ahead: bool) -> int:
    """Take any global link, where all switches have one colour."""
    return 0


def two_colours(source: int, target: int, ahead: bool) -> int:
    """Keep the colour first, then change it; with equal colours, change twice or never."""
    if source != target:
        return source
    return source if ahead else 1 - source


def four_colours(source: int, target: int, _ahead: bool) -> int:
    """Take the first half of the order of links or the second, by the colour of the target.

    The first half (+0AA or +0BA, a link of letter A, then +1AA or +0AB) leads to the other number
    and the letter A, or to the same number and the letter B; the second half (+1AB or +1BB, a
    link of letter B, then +1BA or +0BB) to the other two.
    """
    number = source % 2
    return number if target in (1 - number, 2 + number) else 2 + (1 - number)


def four_colours_out(source: int, middle: int, _ahead: bool) -> int:
    """Enter the group of the middle switch by a link of letter A: +0AA or +0BA before it.

    The middle switch has the same number and the letter B (+0AB), or the other number and the
    letter A (+1AA).
    """
    number = source % 2
    return number if middle in (2 + number, 1 - number) else NOT_ALLOWED


def four_colours_back(middle: int, target: int, _ahead: bool) -> int:
    """Leave by a link of letter B, after +1BB or +1AB, and end with +1BA or +0BB."""
    link = 1 - middle % 2
    return 2 + link if target in (2 + link, 1 - link) else NOT_ALLOWED
