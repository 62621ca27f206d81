"""What is known of work that is ended by force."""

from __future__ import annotations

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.jobs.execution.messages import Told
from alphacut.jobs.execution.watch import Watch
from alphacut.jobs.tasks.solving import Solve
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.outcome import Progress
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import INFINITY

NETWORK = Dragonfly(a=2, h=1, arrangement="relative").network()
BALANCE = Balance.of(NETWORK)


def test_bound_at_one_intercept_is_none_of_all_bisections() -> None:
    lemma = InterceptLemma(intercept=3, slope=9)
    watch = Watch(
        Solve(
            question=PointProblem(
                network=NETWORK, balance=BALANCE, alpha=INFINITY, target_lemma=lemma
            )
        )
    )
    watch.hear(Told(news=Progress(incumbent=None, lower_bound=7)))
    left = watch.best_so_far()
    assert (left.intercept, left.lower_bound) == (3, 7)
    known = CurveProblem(network=NETWORK, balance=BALANCE).start().absorb(left)
    assert not known.points
