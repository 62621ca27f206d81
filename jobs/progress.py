"""What those who poll a job are told while it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome, Progress
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.tasks import deferring


class Phase(StrEnum):
    """What is being done."""

    WAITING = "waiting"  # for a worker
    SEARCHING = "searching"  # for good bisections at every α
    PROVING = "proving"  # the best bisection at one α
    WORKING = "working"  # on a question of another kind, step by step
    FINISHED = "finished"


@dataclass(frozen=True, kw_only=True)
class Heard:
    """A question that is being worked on, and the last that was heard of it."""

    question: Question
    news: Progress | None = None


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """Where the work on a job stands."""

    envelope: Envelope  # all finished answers
    question: Question | None = None  # what is being worked on
    news: Progress | None = None  # the last heard of that
    heard: tuple[Heard, ...] = ()  # the same for several questions, the oldest first
    ended: bool = False  # whether nothing more will be asked

    def as_json(self, seconds: float) -> dict[str, Any]:
        """Write the snapshot as a JSON object.

        Parameters
        ----------
        seconds
            Wall time spent on the job so far.

        Returns
        -------
        dict
            "phase"; "points", how many of the α at which a proof is needed are
            "solved" and "open" (breakpoints are found on the way, so their sum
            grows); "alpha", at which work is going on, and there "incumbent",
            the least capacity found, and "bound", a lower bound, both exact;
            "gap", the largest (upper - lower)/upper over the whole range, for
            display; "seconds". What there is not is null.
        """
        known = self._known()
        running = self._running()
        alpha = running[0].question.alpha if running else None
        if running and running[0].question.target_lemma is not None:
            alpha = next((point.alpha for point in deferring(known)), alpha)
        if alpha is None and known.low == known.high:
            alpha = known.low
        at = alpha if known.cuts else None  # where there is something to tell
        return {
            "phase": self._phase().value,
            "points": _points(known),
            "alpha": None if alpha is None else str(alpha),
            "incumbent": None if at is None else str(known.upper_at(at)),
            "bound": None if at is None else str(known.lower_at(at)),
            "gap": float(known.gap),
            "seconds": round(seconds, 3),
        }

    def _running(self) -> tuple[Heard, ...]:
        if self.question is None:
            return self.heard
        return (Heard(question=self.question, news=self.news), *self.heard)

    def _phase(self) -> Phase:
        if self.ended:
            return Phase.FINISHED
        running = self._running()
        searching = running[0].question.alpha is None if running else not self.envelope.cuts
        return Phase.SEARCHING if searching else Phase.PROVING

    def _known(self) -> Envelope:
        """The envelope, as it would be if the running work ended now."""
        known = self.envelope
        for each in self._running():
            if each.news is not None:
                found = () if each.news.incumbent is None else (each.news.incumbent,)
                bound = each.news.lower_bound
                lemma = each.question.target_lemma
                known = known.absorb(
                    Outcome(
                        alpha=each.question.alpha,
                        intercept=None if lemma is None else lemma.intercept,
                        cuts=found,
                        lower_bound=bound,
                    )
                )
        return known


@dataclass(frozen=True, kw_only=True)
class Steps:
    """Where the work on a question stands that is answered step by step."""

    done: int
    all: int

    def as_json(self, seconds: float) -> dict[str, Any]:
        """Write it as `Snapshot.as_json` does; the points are the steps."""
        return {
            **waiting(),
            "phase": Phase.WORKING.value if self.done < self.all else Phase.FINISHED.value,
            "points": {"solved": self.done, "open": self.all - self.done},
            "gap": 1 - self.done / self.all,
            "seconds": round(seconds, 3),
        }


def together(now: Mapping[str, Any], beside: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Add the progress on other networks to that on the one which is being worked on.

    All as `Snapshot.as_json` writes it. Points add up, and the gap is the largest;
    searching lasts until every network has been searched; what stands at α is that
    of the work that is going on.
    """
    each = (now, *beside)
    points = {
        name: sum(progress["points"][name] for progress in each) for name in ("solved", "open")
    }
    phases = [progress["phase"] for progress in each]
    phase = Phase.SEARCHING.value if Phase.SEARCHING in phases else now["phase"]
    gap = max(progress["gap"] for progress in each)
    return {**now, "phase": phase, "points": points, "gap": gap}


def _points(envelope: Envelope) -> dict[str, int]:
    if not envelope.cuts:
        return {"solved": 0, "open": len(envelope.needed)}
    still_open = len(envelope.open)
    return {"solved": len(envelope.needed) - still_open, "open": still_open}


def waiting() -> dict[str, Any]:
    """Return the progress of a job that no worker has taken yet."""
    return {
        "phase": Phase.WAITING.value,
        "points": {"solved": 0, "open": 0},
        "alpha": None,
        "incumbent": None,
        "bound": None,
        "gap": 1.0,
        "seconds": 0.0,
    }


def finished(seconds: float, *, gap: float = 0.0) -> dict[str, Any]:
    """Return the progress of a job that has ended and solved no point."""
    phase = Phase.FINISHED.value
    return {**waiting(), "phase": phase, "gap": gap, "seconds": round(seconds, 3)}
