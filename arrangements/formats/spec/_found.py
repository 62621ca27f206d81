"""What the text of a spec means, wherever it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from alphacut.arrangements.formats.exchange._base import NamedCable


class Found(NamedTuple):
    """What a text means."""

    object: Any  # a spec, to be checked
    balance: str = "switches"  # what halves have equally many of, where a file says so
    host_names: tuple[tuple[str, ...], ...] = ()  # of each switch, where a file has them
    cables: tuple[NamedCable, ...] = ()  # by their names, where a file has them
