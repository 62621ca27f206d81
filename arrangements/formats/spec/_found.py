"""What the text of a spec means, wherever it stands."""

from __future__ import annotations

from typing import Any, NamedTuple


class Found(NamedTuple):
    """What a text means."""

    object: Any  # a spec, to be checked
    balance: str = "switches"  # what halves have equally many of, where a file says so
    host_names: tuple[tuple[str, ...], ...] = ()  # of each switch, where a file has them
