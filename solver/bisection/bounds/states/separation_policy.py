"""The separation policy: dearer inequalities are looked for once a run was not enough."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.states.aggregates import Aggregates
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.verify.states import Multiples

KNOWN_FIRST, MORE = 10, 2  # bounds on two sequences, and as many times as many, are news


class SeparationPolicy:
    """What runs over the states of some blocks look for by now.

    Parameters
    ----------
    programs
        Whose separator is asked.
    aggregates
        Of which none is too wide any more where many new bounds came.

    Attributes
    ----------
    missed
        Whether a run was not enough, so that the next ones look for new bounds.
    """

    def __init__(self, programs: Programs, aggregates: Aggregates, params: StateParams) -> None:
        self._aggregates = aggregates
        self._separator = programs.separator
        self._known_before = KNOWN_FIRST
        self.missed = params.separate_at_once

    @property
    def more(self) -> bool:
        """Whether runs look for new bounds: one was not enough, and more may be found."""
        return self.missed and self._separator is not None and not self._separator.two.full

    @property
    def _known(self) -> int:
        """How many bounds on two sequences are known."""
        return 0 if self._separator is None else len(self._separator.two)

    def take_over(self, multiples: Multiples) -> None:
        """Remember the bounds that multipliers of an earlier certificate rest on."""
        if self._separator is not None:
            self._separator.take_over(bound for bound, _ in multiples.crosscorrelations)

    def begin(self) -> None:
        """Begin with a question: what is known by now is no news."""
        self._known_before = max(self._known_before, self._known)

    def take_note(self, *, missed: bool) -> None:
        """Look for new bounds from now on if a run was not enough; where many came, try again."""
        self.missed |= missed
        if self._known >= MORE * self._known_before:
            self._known_before = self._known
            self._aggregates.forget()
