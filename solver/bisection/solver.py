"""A solver: answers one question after another, and keeps what may help with the next."""

from __future__ import annotations

from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.outcome import OnProgress, Outcome, ignore
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.verify.memo import Memo, remembering


class Solver:
    """Answers questions, mostly about one network; no proof depends on what it remembers.

    Parameters
    ----------
    params
        The numbers that tune it.
    """

    def __init__(self, params: SolverParams = USUAL) -> None:
        self._params = params
        self._warm_starts = WarmStartCache()
        self._memo = Memo()  # what took the verifier long, and is asked for again

    def answer(self, question: Question, on_progress: OnProgress = ignore) -> Outcome:
        """Answer a question, within its time, in this process."""
        with remembering(self._memo):
            return answer(question, on_progress, self.engine, self._params, self._warm_starts)

    def engine(self, name: str) -> Engine:
        """Return an engine that begins with what others left.

        Raises
        ------
        QuestionError
            For a name that is not known.
        """
        return engine(name, self._params, self._warm_starts)
