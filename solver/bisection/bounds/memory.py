"""What a solver keeps from one question to the next: a warm start, and bounds on sequences.

A run over states may begin anywhere, and of many states one that begins from nothing takes far
more rounds of steps than one that begins where another stood, at whatever α or intercept. A bound
on sequences of sides says something of sequences, whatever network they come from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.solver.bisection.bounds.sequences.separator import SequenceSeparator
from alphacut.solver.bisection.parameters import USUAL, SequenceParams
from alphacut.solver.bisection.verify.sequences.autocorrelations import LONGEST

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.states.run import Warm

MOST_SEPARATORS = 4  # lengths and widths whose bounds are kept


class Memory:
    """Kept by a solver; what is proven does not depend on it."""

    def __init__(self, params: SequenceParams = USUAL.sequences) -> None:
        self._params = params
        self._last: tuple[str, Warm] | None = None  # of one network at most: tables are large
        self._separators: dict[tuple[int, int], SequenceSeparator] = {}

    def last_run(self, name: str) -> Warm | None:
        """Return where the last run of all stopped, if its costs had the same name."""
        return self._last[1] if self._last is not None and self._last[0] == name else None

    def remember_run(self, name: str, warm: Warm) -> None:
        """Remember where a run stopped, and no other."""
        self._last = (name, warm)

    def separator(self, length: int, width: int) -> SequenceSeparator | None:
        """Return what is known of sequences, unless they are too long."""
        if length > LONGEST:
            return None
        found = self._separators.pop((length, width), None)
        if found is None:
            found = SequenceSeparator(length, width, self._params)
        self._separators[length, width] = found  # the last one that was asked for
        if len(self._separators) > MOST_SEPARATORS:
            del self._separators[next(iter(self._separators))]
        return found
