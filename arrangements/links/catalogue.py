"""The global link arrangements that are known, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arrangements.errors import NetworkError
from arrangements.links.absolute import ABSOLUTE
from arrangements.links.at_random import RANDOM
from arrangements.links.circulant import CIRCULANT
from arrangements.links.consecutive import CONSECUTIVE
from arrangements.links.hamming import HAMMING
from arrangements.links.helix import HELIX
from arrangements.links.nautilus import NAUTILUS
from arrangements.links.palmtree import PALMTREE
from arrangements.links.relative import RELATIVE
from arrangements.words import known_names, shown

if TYPE_CHECKING:
    from arrangements.links._base import Arrangement

ARRANGEMENTS: tuple[Arrangement, ...] = (
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
BY_NAME = {arrangement.name: arrangement for arrangement in ARRANGEMENTS}


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
