"""Bounds and cuts of folded Clos networks that lack links or switches, or have exchanged cables.

What faults cost at least is charged to the few switches at them, and the least of all their sides
is found exactly; a cut that attains it is made of these sides. Everything that it proves carries a
certificate, which holds pods, planes and an order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count

from alphacut.solver.bisection.bounds.clos.charges import Charges
from alphacut.solver.bisection.bounds.clos.cut import Settled, sides_of
from alphacut.solver.bisection.bounds.clos.params import ClosParams
from alphacut.solver.bisection.bounds.clos.search import TooMany, least, ordered
from alphacut.solver.bisection.bounds.clos.structure import FoldedClos, Pair
from alphacut.solver.bisection.bounds.run import ProofRun, Stopped
from alphacut.solver.bisection.certificate.proofs import ClosProof
from alphacut.solver.bisection.outcome import Budget, OnProgress, Outcome, StopReason
from alphacut.solver.bisection.problem import Cut, PointProblem


def bounded(
    problem: PointProblem, budget: Budget, on_progress: OnProgress, params: ClosParams
) -> Outcome:
    """Prove what faults leave of a folded Clos network, and look for a cut that has no more.

    Parameters
    ----------
    on_progress
        Hears of the bound; returns False to stop.
    params
        The numbers that tune it.
    """
    run = _Clos(problem, budget, on_progress)
    clos = FoldedClos.of(problem)
    reason = StopReason.WORK_LIMIT
    most = min(params.most_faults, len(problem.network.links) // 2)
    if clos is not None and len(clos.differing) <= most:
        try:
            run.count(clos, params)
        except Stopped as stopped:
            reason = stopped.reason
    return run.outcome(reason)


class _Clos(ProofRun):
    """One call of the engine."""

    def __init__(self, problem: PointProblem, budget: Budget, on_progress: OnProgress) -> None:
        nothing = ClosProof(pods=(), planes=(), down=0, up=0, order=())
        super().__init__("clos", problem, budget, on_progress, nothing)

    def count(self, clos: FoldedClos, params: ClosParams) -> None:
        """Raise the limit of charges, from 0 on, until some sides have no more."""
        self.proof = proof = started(clos, params)
        order, whole = proof.order, proof.whole
        worlds = [Charges(clos=clos, whole=whole, pure=pure) for pure in _worlds(clos)]
        settled = Settled(self.problem.network, self.problem.alpha, clos)
        base = worlds[0].base
        for bound in count(-(-base // clos.scale)):
            self.raise_bound(max(0, min(bound, self.target)))
            if bound >= self.target:
                return
            try:
                found = [
                    least(
                        each,
                        order,
                        bound * clos.scale - base,
                        params.most_states,
                        self.report_sometimes,
                    )
                    for each in worlds
                ]
            except TooMany:
                break
            for charges, values in zip(worlds, found, strict=True):
                self._offer(charges, values, settled)
            if any(values is not None for values in found):
                break
        if self.bound < self.target:
            self._guess(worlds, order, params.kept_states, settled)

    def _guess(
        self, worlds: Sequence[Charges], order: Sequence[int], kept_states: int, settled: Settled
    ) -> None:
        """Look for a cut among the states that are charged least."""
        for charges in worlds:
            most = (self.target - 1) * charges.clos.scale - charges.base
            values = least(
                charges, order, most, kept_states,
                self.report_sometimes, dropping=True,
            )  # fmt: skip
            self._offer(charges, values, settled)

    def _offer(self, charges: Charges, values: Mapping[int, int] | None, settled: Settled) -> None:
        """Take the cut of some values, if it is better."""
        if values is None:
            return
        sides, there = sides_of(charges, values), self.problem.network.switches
        for each in (sides, settled.settle(sides).tolist()):
            side = [switch for switch, one in enumerate(each[:there]) if one]
            cut = Cut.of(self.problem.network, side)
            if self.problem.scaled(cut) < self.target:
                self.best = cut


def started(clos: FoldedClos, params: ClosParams) -> ClosProof:
    """Return a proof with an order of the unknowns of faults, and what it leaves out.

    Faults are left out until few unknowns are open at a time: those first that lack least, and of
    these the ones whose pods and planes have most others.
    """
    shared = Counter(home for pair in clos.differing for home in _homes(clos, pair))

    def worth(pair: Pair) -> tuple[int, int, Pair]:
        return -abs(clos.differing[pair]), sum(shared[each] for each in _homes(clos, pair)), pair

    left = sorted(clos.differing, key=worth)
    whole = list[Pair]()
    while True:
        charges = Charges(clos=clos, whole=whole, pure=_worlds(clos)[-1])
        if not left or ordered(charges, params.first_tries)[1] <= params.most_open:
            break
        for _ in range(max(1, len(left) // 16)):
            whole.append(left.pop())
    order, _ = ordered(charges, params.tries)
    return ClosProof(
        pods=clos.pods, planes=clos.planes, down=clos.down, up=clos.up, order=order,
        whole=tuple(sorted(whole)),
    )  # fmt: skip


def _homes(clos: FoldedClos, pair: Pair) -> set[tuple[int, int]]:
    """Return the pods and planes of two switches, as pairs of which one is 0."""
    found = {(clos.pods[each], 0) for each in pair} | {(0, clos.planes[each]) for each in pair}
    return found - {(0, 0)}


def _worlds(clos: FoldedClos) -> tuple[bool, ...]:
    """Return whether all pods are meant to be wholly on one side, as far as that is possible."""
    if clos.flat:
        return (True,)
    sums = 1  # of the edge switches of pods, as bits
    for edges in clos.edges:
        sums |= sums << len(edges)
    possible = sums >> clos.lighter & 1, max(map(len, clos.edges)) > 1
    return tuple(pure for pure, some in zip((True, False), possible, strict=True) if some)
