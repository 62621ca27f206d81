"""A cache of what was asked for last, as far as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Cache(Generic[Made]):
    """Keeps what was asked for last, as long as the weights add up to no more than `most`.

    Not made for several threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._total = 0
        self._found: OrderedDict[Hashable, tuple[Made, int]] = OrderedDict()

    def get(self, key: Hashable) -> Made | None:
        """Return what is kept under a key, if it still is."""
        if key not in self._found:
            return None
        self._found.move_to_end(key)
        return self._found[key][0]

    def keep(self, key: Hashable, made: Made, weight: int) -> None:
        """Keep something, in place of what nobody has asked for in the longest time."""
        _, replaced = self._found.pop(key, (None, 0))
        self._total -= replaced
        if weight > self._most:
            return
        self._found[key] = (made, weight)
        self._total += weight
        while self._total > self._most:
            _, (_, gone) = self._found.popitem(last=False)
            self._total -= gone
