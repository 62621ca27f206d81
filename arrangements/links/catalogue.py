"""The global link arrangements that are known, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links.absolute import ABSOLUTE
from alphacut.arrangements.links.at_random import RANDOM
from alphacut.arrangements.links.circulant import CIRCULANT
from alphacut.arrangements.links.consecutive import CONSECUTIVE
from alphacut.arrangements.links.hamming import HAMMING
from alphacut.arrangements.links.helix import HELIX
from alphacut.arrangements.links.lift import LIFT
from alphacut.arrangements.links.nautilus import NAUTILUS
from alphacut.arrangements.links.palmtree import PALMTREE
from alphacut.arrangements.links.relative import RELATIVE
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import Arrangement

ARRANGEMENTS: tuple[Arrangement, ...] = (  # those that a shape decides
    ABSOLUTE,
    RELATIVE,
    CIRCULANT,
    NAUTILUS,
    HELIX,
    CONSECUTIVE,
    PALMTREE,
    HAMMING,
    RANDOM,
)
CATALOGUE = (*ARRANGEMENTS, LIFT)
BY_NAME = {arrangement.name: arrangement for arrangement in CATALOGUE}


def arrangement(name: str) -> Arrangement:
    """Return the arrangement of a name.

    Raises
    ------
    NetworkError
        If there is none; the message lists the names that are known.
    """
    if name not in BY_NAME:
        raise NetworkError(f"unknown arrangement {shown(name)}; {known_names(name, BY_NAME)}")
    return BY_NAME[name]
