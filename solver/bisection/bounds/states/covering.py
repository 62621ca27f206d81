"""Bounding all bisections by multipliers that settle many divisions into classes each.

A run over states where the numbers n of blocks in each class are decided is far
stronger than one for all bisections, but there are tens of thousands of n. The
multipliers that prove a slope for one n prove something for every other, and
near it almost as much: a few dozen runs may do for all. Where an intercept stays open, bounds on
three sequences are looked for, and then runs may be made for one part of all bisections after the
other, by the imbalances of the positions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from solver.bisection.alpha import Alpha
from solver.bisection.bounds.crosscorrelations import crosscorrelations_of
from solver.bisection.bounds.pairs import IntArray
from solver.bisection.bounds.proven import Proven
from solver.bisection.bounds.states.families import Families, Family
from solver.bisection.bounds.states.inequalities import MANY
from solver.bisection.bounds.states.leaf import DivisionsLeaf, StateMultipliers
from solver.bisection.bounds.states.pace import FIRST, NEAR, Pace
from solver.bisection.bounds.states.program import Programs
from solver.bisection.bounds.states.resting import come_to_rest, proofs
from solver.bisection.bounds.states.run import Run
from solver.bisection.bounds.states.splitting import Dual
from solver.bisection.bounds.states.standing import standing, stands
from solver.bisection.bounds.triples import triples_of
from solver.bisection.problem import Certificate, Portion
from solver.bisection.region import Region
from solver.bisection.verify.divisions import NOTHING, SETTLED, Divisions
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.imbalances import Box, contained, parts
from solver.bisection.verify.states import Multiples
from solver.bisection.verify.tables import Known
from solver.bisection.verify.triples import TripleBound

SCALE = 1 << 20  # a coarser one than elsewhere: slopes have to be reached, not passed narrowly
PENALTY = 3.0  # the first one of a run, for each state: bounds rise sooner than with less
CLOSE = 0.1  # of slope: what rounding may cost where nothing is gained by moving
KNOWN_FIRST, MORE = 10, 2  # bounds on two sequences, and as many times as many, are news
LEARNING = False  # new bounds on two sequences from the first run on, before one is not enough
ON_THREE = False  # and on three
IN_PARTS = False  # and runs for parts of all bisections
PROOF = 0.7  # rounds of a run that take as long as to prove a bound on three sequences
NEARLY = 0.95  # of what a run settles, where bounds turn out to be weaker than they were used
NEVER = np.iinfo(np.int64).max  # more than any slope: what is left to others in any case


@dataclass(frozen=True)
class _Kept:
    """Multipliers, the slopes that they prove, and the parts of all bisections in which they do."""

    written: Certificate
    slopes: IntArray
    parts: list[int]


class Covering:
    """All divisions of blocks into classes, and what is proven of the slope in each.

    Raises
    ------
    Refused
        If the divisions cannot be told apart by their intercepts, or are too many.
    """

    def __init__(self, programs: Programs) -> None:
        self._taken: set[str] = set()  # multipliers of earlier certificates
        self._programs = programs
        self._divisions = Divisions(programs.frame)
        self._possible: dict[int, bool] = {}
        self._warm = standing(programs)
        order, width = programs.frame.order, programs.frame.width
        self._crossed = crosscorrelations_of(order, width, programs.mirrored)
        self._triples = triples_of(order, width, programs.mirrored)
        self._families = Families(self._divisions)
        many = programs.frame.states >= MANY or IN_PARTS
        self._parts = parts(order, width) if many and self._crossed is not None else ()
        if IN_PARTS and self._parts:
            self._families.into_parts()
            self._families.know((Portion(least=0, most=int(self._divisions.intercepts.max())),))
        self._missed, self._knew = LEARNING, KNOWN_FIRST
        self._in_parts = IN_PARTS
        self._on_three = ON_THREE and self._triples is not None
        self._kept: dict[str, _Kept] = {}  # multipliers, by name
        self._everything = np.arange(len(self._divisions.numbers))
        # slopes that are proven of each division, and of each part where that was looked into
        self._least = np.full(len(self._everything), NOTHING, dtype=np.int64)
        self._by_part = np.tile(self._least, (len(self._parts) or 1, 1))

    def take_over(self, written: Sequence[Certificate]) -> None:
        """Begin with multipliers of an earlier certificate."""
        for each in written:
            if (name := _name(each)) not in self._taken:
                self._taken.add(name)
                multiples = self._keep(each)
                if multiples is not None and self._crossed is not None:
                    self._crossed.take_over(bound for bound, _ in multiples.crosscorrelations)
                if multiples is not None and self._triples is not None:
                    self._triples.take_over(bound for bound, _ in multiples.triples)

    def bound(
        self,
        alpha: Alpha,
        region: Region,
        target: int,
        go_on: Callable[[], bool],
        elsewhere: Iterable[tuple[Alpha, int]] = (),
        *,
        apart: Sequence[Portion] = (),
        alone: bool = False,
    ) -> Proven:
        """Raise the bound on the scaled capacity of all bisections to a target.

        Where a division stays below, the target is lowered to what it has reached; in a
        portion the division is passed over.

        Parameters
        ----------
        elsewhere
            Other α with their targets: a division of which one of them needs a larger slope,
            or a smaller one as large a slope, is left to it.
        apart
            What an earlier attempt left in portions: there no intercept alone is enough.
            Without any, where that turns out of many divisions, they are left so.
        alone
            The region is such a portion: what is found is for others, and no bound is wanted.
        """
        self._knew = max(self._knew, len(self._crossed or ()))
        self._take_note(missed=bool(apart), apart=bool(apart))
        self._families.know(apart)
        portions: tuple[Portion, ...] = ()
        needed = self._divisions.needed(region, alpha, target)
        others = [self._divisions.needed(region, a, t) + (a < alpha) for a, t in elsewhere]
        theirs = np.max(others, axis=0) if others else np.full_like(needed, SETTLED)
        if alone:
            low, high = region.low.intercept, region.high.intercept
            theirs[(self._divisions.intercepts < low) | (self._divisions.intercepts > high)] = NEVER
        while len(left := self._left(np.where(theirs > needed, SETTLED, needed))) and go_on():
            portions = () if apart else self._families.portions(left)
            if portions:
                break
            lost = self._settle_some(left, needed, go_on)
            if lost is not None and alone:
                theirs[lost] = NEVER
            elif lost is not None:
                target = self._capacity(alpha, region, target, left[left == lost])
                needed = self._divisions.needed(region, alpha, target)
        waits = bool(portions) or (not len(left) and (bool(others) or alone))
        left = self._left(needed)
        bound = Fraction(self._capacity(alpha, region, target, left))
        if not len(left) and not alone:
            return Proven(bound, self._leaf(self._chosen(needed)))
        spare = self._leaf(name for name in self._kept if name not in self._taken)
        chosen = self._chosen(self._divisions.needed(region, alpha, int(bound)))
        kept = spare if spare.multipliers else None
        return Proven(bound, self._leaf(chosen), kept, waits, portions)

    def _leaf(self, chosen: Iterable[str]) -> DivisionsLeaf:
        return DivisionsLeaf(tuple(self._kept[name].written for name in chosen))

    def _chosen(self, needed: IntArray) -> list[str]:
        """Choose multipliers that together settle all, each time those that settle the most."""
        left = np.nonzero(needed > SETTLED)[0]
        left = left[self._least[left] > needed[left]]  # the others are not possible
        settled = {name: kept.slopes[left] > needed[left] for name, kept in self._kept.items()}
        still, chosen = np.ones((len(self._by_part), len(left)), dtype=bool), list[str]()
        while still.any():
            gains = {n: int((still[self._kept[n].parts] & s).sum()) for n, s in settled.items()}
            best = max(gains, key=lambda name: gains[name])
            chosen.append(best)
            still[self._kept[best].parts] &= ~settled[best]
        return chosen

    def _capacity(self, alpha: Alpha, region: Region, target: int, left: IntArray) -> int:
        """Return the least scaled capacity that these divisions may have, or a target."""
        slopes = [region.slope.at_least(least) for least in self._least[left].tolist()]
        intercepts = self._divisions.intercepts[left].tolist()
        q, p = alpha.denominator, alpha.numerator
        reached = (q * i + p * s for i, s in zip(intercepts, slopes, strict=True))
        return max(0, min(reached, default=target))

    # ---- one division after the other ----------------------------------------

    def _left(self, needed: IntArray) -> IntArray:
        """Return the divisions that are open, and possible."""
        left = np.nonzero((needed > SETTLED) & (self._least <= needed))[0]
        return left[[self._is_possible(number) for number in left.tolist()]]

    def _is_possible(self, number: int) -> bool:
        if number not in self._possible:
            self._possible[number] = self._divisions.possible(number)
        return self._possible[number]

    def _settle_some(
        self, left: IntArray, needed: IntArray, go_on: Callable[[], bool]
    ) -> int | None:
        """Make a run for some of the divisions that are left.

        Returns
        -------
        a division that stays below by itself, if it was one
        """
        family = self._families.following(left, needed[left] - self._least[left])
        part = self._part(family, needed)
        if part is not None:
            left = left[self._by_part[part, left] <= needed[left]]
        self._settle(family, part, left, needed, go_on)
        below = self._proven_of(part) <= needed
        still, settled = int(below[family.members].sum()), int((~below[left]).sum())
        self._families.ran(family, left, still=still, settled=settled)
        self._take_note(missed=still > 0)
        return family.middle if family.single and still else None

    def _proven_of(self, part: int | None) -> IntArray:
        """Return the slopes that are proven of each division: in a part, or everywhere."""
        return self._least if part is None else self._by_part[part]

    def _part(self, family: Family, needed: IntArray) -> int | None:
        """Return the part in which most of a family is left, if it is divided into parts."""
        if not family.parts:
            return None
        members = family.members
        left = (self._by_part[:, members] <= needed[members]).sum(axis=1)
        return len(left) - 1 - int(left[::-1].argmax())

    @property
    def learns(self) -> bool:
        """Whether runs look for new bounds: one was not enough, and more may be found."""
        crossed = self._crossed
        more = self._on_three or (crossed is not None and not crossed.full)
        return self._missed and more

    def _take_note(self, *, missed: bool, apart: bool = False) -> None:
        """Look for new bounds from now on if a run was not enough; where many came, try again.

        If one of many states was not enough that looked for bounds on two sequences, or intercepts
        were left in portions, they are looked for on three, where it is worth while; and if one
        with these was not enough, runs are made for parts. Else that is once no more bounds on two
        are remembered.
        """
        again = self._missed and missed and bool(self._parts)
        self._missed |= missed
        known = len(self._crossed or ())
        full = self._crossed is not None and self._crossed.full
        if self._triples is not None and not self._on_three:
            if again or full or apart:
                self._on_three = True
                self._families.once_more()
        elif self._parts and not self._in_parts and (missed if self._on_three else full or apart):
            self._in_parts = True
            self._families.into_parts()
        elif known >= MORE * self._knew:
            self._knew = known
            self._families.forget()

    def _settle(
        self,
        family: Family,
        part: int | None,
        left: IntArray,
        needed: IntArray,
        go_on: Callable[[], bool],
    ) -> None:
        """Run until some divisions are settled, and while more of the others soon are.

        Parameters
        ----------
        part
            The part of all bisections for which the run is.
        left
            The divisions that are left there.
        """
        functions, single = family.functions, family.single
        wanted = family.members[np.isin(family.members, left)]
        box = None if part is None else self._parts[part]
        run = self._run(functions, family.totals, box, by_class=single)
        # in a part new bounds are found at first, whatever is known of all bisections
        learns, more = (True, FIRST) if part is not None else (self.learns, 0)
        pace = Pace(float(needed[wanted].max()), more if self._warm else FIRST, learns)
        for number in range(1, pace.longest + 1):
            dual = run.advance(number, go_on)
            pace.bounds.append(dual.bound)
            last = number == pace.longest or not go_on()
            last = last or (number > more and run.settled(pace.target + CLOSE))
            last = last or not (single or pace.may_settle())
            if not last and dual.bound + NEAR < pace.target:
                continue
            found, slopes = self._proven(run, dual, functions)
            pace.settled.append(int((slopes[left] > needed[left]).sum()))
            if pace.settled[-1] >= max(pace.settled):
                best = found
            own = bool((slopes[wanted] > needed[wanted]).all())
            hopeful = single or number <= more or pace.may_reach()
            owed = PROOF * proofs(run, self._triples) if self._triples else 0.0
            if not (last or (pace.slower(owed) and (own or not hopeful))):
                continue
            if self._triples and owed and any(pace.settled):
                dual = come_to_rest(run, self._triples, go_on)
                found, slopes = self._proven(run, dual, functions)
                pace.settled[-1] = int((slopes[left] > needed[left]).sum())
                if own and not last and (slopes[wanted] <= needed[wanted]).any():
                    continue
                best = found
            sure = self._prove(run, (found, best), pace.settled[-1] > 0, go_on)
            kept = int((self._proven_of(part)[left] > needed[left]).sum())
            if sure or last or kept >= NEARLY * pace.settled[-1] > 0:
                break
        if dual.bound > self._programs.most_slope:
            return  # nothing is there: the multipliers were on their way beyond all limits
        warm = run.warm().without_idle()
        self._warm = self._warm if box else warm
        if go_on():
            stands(self._programs, warm, box)

    def _run(
        self, functions: IntArray, totals: IntArray, box: Box | None, *, by_class: bool
    ) -> Run:
        """Begin a run where the last one stopped, for something else that is known."""
        frame = self._programs.frame
        everything = np.arange(frame.states)
        known = Known(everything, functions[:, frame.classes], tuple(totals.tolist()))
        return Run(
            self._programs,
            known,
            (0, 1),
            (),
            self._warm if box is None else standing(self._programs, box),
            by_class=by_class,
            scale=SCALE,
            penalty=PENALTY * frame.states,
            learn=self._missed,  # what is known serves also where no more is remembered
            on_three=self._on_three,
            box=box,
        )

    def _proven(
        self, run: Run, dual: Dual, functions: IntArray
    ) -> tuple[StateMultipliers | None, IntArray]:
        """Return multipliers of the number of blocks in each class, and the slopes they prove."""
        none = np.zeros(functions.shape[1], dtype=np.int64)
        try:
            found = run.rounded(dual)
            found = replace(found, known=functions.T @ found.known, totals=none)
            return found, self._divisions.slopes(found.multiples, self._everything)
        except Refused:  # they are too large
            return None, np.full_like(self._least, NOTHING)

    def _prove(
        self,
        run: Run,
        found: Iterable[StateMultipliers | None],
        settled: bool,
        go_on: Callable[[], bool],
    ) -> bool:
        """Keep multipliers of a run, whose bounds on three sequences are searched only now.

        Where nothing was settled, they are kept without these.

        Returns
        -------
        whether all bounds hold as they were used; else the run goes on with what is true
        """
        exchanged = dict[TripleBound, TripleBound | None]()
        for each in {id(each): each for each in found if each is not None}.values():
            kept = list[tuple[TripleBound, int]]()
            for bound, value in each.triples if settled else ():
                sure = self._triples.sure(bound) if self._triples and go_on() else None
                exchanged[bound] = sure
                kept += [] if sure is None else [(sure, value)]
            self._keep(replace(each, triples=tuple(kept)).content)
        if exchanged:
            run.exchange(exchanged)
        return all(new is not None and new.most == old.most for old, new in exchanged.items())

    def _keep(self, written: Certificate) -> Multiples | None:
        """Keep multipliers, as the verifier reads them, that prove more than others somewhere."""
        try:
            multiples = self._divisions.read(written)
            slopes = self._divisions.slopes(multiples, self._everything)
        except Refused:
            return None
        serves = [
            number
            for number, part in enumerate(self._parts or (None,))
            if multiples.box is None or (part and contained(part, multiples.box))
        ]
        if (slopes > self._by_part[serves]).any():
            self._kept[_name(written)] = _Kept(written, slopes, serves)
            self._by_part[serves] = np.maximum(self._by_part[serves], slopes)
            self._least = self._by_part.min(axis=0)
        return multiples


def _name(written: Certificate) -> str:
    """Return what distinguishes multipliers."""
    return hashlib.sha256(json.dumps(written, sort_keys=True).encode()).hexdigest()
