"""Numbers side by side in words of 64 bits: the keys of states."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]  # words × states
IntArray = NDArray[np.int64]

WORD = 64  # bits


class Field(NamedTuple):
    """Where one number stands in a key."""

    word: int
    shift: int
    bits: int

    @property
    def mask(self) -> np.uint64:
        """The field's bits in its word."""
        return np.uint64(((1 << self.bits) - 1) << self.shift)

    def of(self, keys: Keys) -> IntArray:
        """Return the number in every key.

        Parameters
        ----------
        keys
            (words, states).

        Returns
        -------
        (states,).
        """
        numbers = (keys[self.word] & self.mask) >> np.uint64(self.shift)
        return np.asarray(numbers, dtype=np.int64)


class Fields:
    """Gives out fields of keys, and takes them back when they are not needed any more."""

    def __init__(self) -> None:
        self._used: list[int] = []  # bits of each word
        self._free: dict[int, list[Field]] = {}

    @property
    def words(self) -> int:
        return len(self._used)

    def take(self, largest: int) -> Field:
        bits = max(1, largest.bit_length())
        if self._free.get(bits):
            return self._free[bits].pop()
        fitting = (word for word, used in enumerate(self._used) if used + bits <= WORD)
        word = next(fitting, len(self._used))
        if word == len(self._used):
            self._used.append(0)
        field = Field(word, self._used[word], bits)
        self._used[word] += bits
        return field

    def give_back(self, field: Field) -> None:
        self._free.setdefault(field.bits, []).append(field)
