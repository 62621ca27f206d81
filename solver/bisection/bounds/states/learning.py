"""Which new inequalities runs look for: dearer ones, once those that there are were not enough.

First bounds on two sequences, then on three, and in the end runs are made for one part of all
bisections after the other, by the imbalances of the positions.
"""

from __future__ import annotations

from alphacut.solver.bisection.bounds.crosscorrelations import crosscorrelations_of
from alphacut.solver.bisection.bounds.states.families import Families
from alphacut.solver.bisection.bounds.states.inequalities import MANY
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.triples import triples_of
from alphacut.solver.bisection.verify.imbalances import Box, parts
from alphacut.solver.bisection.verify.states import Multiples

KNOWN_FIRST, MORE = 10, 2  # bounds on two sequences, and as many times as many, are news
LEARNING = False  # new bounds on two sequences from the first run on, before one is not enough
ON_THREE = False  # and on three
IN_PARTS = False  # and runs for parts of all bisections


class Learning:
    """What runs over the states of some blocks may look for, and what they do by now.

    Attributes
    ----------
    parts
        Of all bisections, for which runs may be made; none where that is not worth while.
    missed
        Whether a run was not enough, so that the next ones look for new bounds.
    on_three
        Whether they do on three sequences.
    in_parts
        Whether they are for parts.
    triples
        What is known of three sequences, if bounds on these are worth their proof.
    """

    def __init__(self, programs: Programs, families: Families) -> None:
        order, width = programs.frame.order, programs.frame.width
        self._families = families
        self._crossed = crosscorrelations_of(order, width, programs.mirrored)
        self.triples = triples_of(order, width, programs.mirrored)
        many = programs.frame.states >= MANY or IN_PARTS
        self.parts: tuple[Box, ...] = ()
        if many and self._crossed is not None:
            self.parts = parts(order, width)
        self._known_before = KNOWN_FIRST
        self.missed = LEARNING
        self.on_three = ON_THREE and self.triples is not None
        self.in_parts = IN_PARTS
        if IN_PARTS and self.parts:
            families.into_parts()
            families.know_all()

    @property
    def more(self) -> bool:
        """Whether runs look for new bounds: one was not enough, and more may be found."""
        crossed = self._crossed
        return self.missed and (self.on_three or (crossed is not None and not crossed.full))

    @property
    def for_three(self) -> bool:
        """Whether they look for bounds on three sequences, so that each takes minutes."""
        return self.missed and self.on_three

    def take_over(self, multiples: Multiples) -> None:
        """Remember the bounds that multipliers of an earlier certificate rest on."""
        if self._crossed is not None:
            self._crossed.take_over(bound for bound, _ in multiples.crosscorrelations)
        if self.triples is not None:
            self.triples.take_over(bound for bound, _ in multiples.triples)

    def begin(self, *, apart: bool) -> None:
        """Begin with a question, of which an earlier attempt may have left intercepts apart."""
        self._known_before = max(self._known_before, len(self._crossed or ()))
        self.take_note(missed=apart, apart=apart)

    def take_note(self, *, missed: bool, apart: bool = False) -> None:
        """Look for new bounds from now on if a run was not enough; where many came, try again.

        If one of many states was not enough that looked for bounds on two sequences, or intercepts
        were left in portions, they are looked for on three, where it is worth while; and if one
        with these was not enough, runs are made for parts. Else that is once no more bounds on two
        are remembered.
        """
        again = self.missed and missed and bool(self.parts)
        self.missed |= missed
        known = len(self._crossed or ())
        full = self._crossed is not None and self._crossed.full
        if self.triples is not None and not self.on_three:
            if again or full or apart:
                self.on_three = True
                self._families.once_more()
        elif self.parts and not self.in_parts and (missed if self.on_three else full or apart):
            self.in_parts = True
            self._families.into_parts()
        elif known >= MORE * self._known_before:
            self._known_before = known
            self._families.forget()
