"""The stopping rule of a run that settles compositions: whether more rounds of steps are worth it.

It is another than `bounds.stopping`: such a run is judged by how many compositions its multipliers
settle, of which most are not those that it is made for (docs/lab/states.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field

EARLY, LONGEST = 6, 20  # rounds of steps after which a run may be hopeless, and at most
FIRST = 8  # rounds more for the first run, which begins from nothing
NEAR = 1.5  # of slope: what rounding, moving costs and smaller needs elsewhere may be worth
RECENT = 3  # rounds from which the next ones are foretold


@dataclass
class RunStopping:
    """What the rounds of one run have brought.

    Attributes
    ----------
    target
        The slope that all compositions need for which the run is made.
    more
        Rounds that are allowed beyond the usual, before and after it may be hopeless.
    bounds
        On the slope, by round.
    settled
        Number of compositions, whichever they are, by round in which they were counted.
    """

    target: float
    more: int = 0
    bounds: list[float] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)

    @property
    def longest(self) -> int:
        """The most rounds."""
        return LONGEST + self.more

    def may_settle(self) -> bool:
        """Tell whether some composition was settled, or may be in as many rounds more."""
        number = len(self.bounds)
        early = number < EARLY + self.more or any(self.settled)
        return early or self._after(min(number, self.longest - number)) + NEAR >= self.target

    def may_reach(self) -> bool:
        """Tell whether the target may be reached in time."""
        return self._after(self.longest - len(self.bounds)) >= self.target

    def slower(self) -> bool:
        """Tell whether the last round settled fewer than all rounds in the mean."""
        before, last = [0, *self.settled][-2:]
        return len(self.bounds) * (last - before) < last

    def _after(self, rounds: int) -> float:
        """Return the bound after more rounds like the last ones."""
        recent = self.bounds[-RECENT:]
        steps = len(recent) - 1
        return recent[-1] + (rounds * (recent[-1] - recent[0]) / steps if steps else 0.0)
