"""Answering requests for profiles: a bisection with other sizes at each step."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import UNLIMITED, build_any, complete, parse
from alphacut.arrangements.formats.spec import Limits as SizeLimits
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.bisection.curve import Limits, trace
from alphacut.solver.bisection.sizes import with_sizes
from alphacut.solver.bisection.variants import Work, work_on
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.fingerprint import fingerprint
from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.profile.document import PROFILE_FORMAT, quotients, sizes_of, status_of

Json = Mapping[str, Any]
HEAD = ("topology", "switches", "links", "balance")  # what all cuts have in common
OWN = ("status", "point", "intercept", "slope", "side", "levels", "multipliers")
SHARE = 0.9  # of the time that is left, for searching and proving


@dataclass(frozen=True, kw_only=True)
class Question:
    """Whose profile is asked for."""

    topology: Json  # the complete spec
    network: Network
    balance: Balance  # that of halves
    alpha: Alpha
    limits: Limits
    engine: str
    sizes: tuple[int, ...]  # that the lighter side can have

    @classmethod
    def read(cls, request: Json, sizes: SizeLimits) -> Self:
        """Read a request; see `StepKind.read`."""
        spec = parse(request["topology"], sizes)
        network = build_any(spec, sizes)
        if isinstance(network, AnyWiring):
            raise QuestionError("topology", "a profile is of a single wiring, not of any")
        balance = Balance.of(network, request["balance"])
        limits = request["limits"]
        return cls(
            topology=complete(spec), network=network, balance=balance,
            alpha=Alpha.asked(request["alpha"], network), engine=request["engine"],
            limits=Limits(seconds=limits["seconds"], gap=Fraction(limits["gap"])),
            sizes=tuple(sizes_of(balance)),
        )  # fmt: skip

    def check(self, request: Json) -> str:
        """See whether the engine takes the network; see `Kind.check`."""
        self._work_on(self.sizes[-1])
        return fingerprint({**request, "topology": self.topology, "alpha": str(self.alpha)})

    def work(self, step: int, earlier: Sequence[Json]) -> Json:
        """Find and prove the least cut of one size, in its share of the time that is left."""
        began, left = time.monotonic(), None
        if self.limits.seconds is not None:
            spent = sum(each["seconds"] for each in earlier)
            rest = len(self.sizes) - step
            left = max(0.0, SHARE * (self.limits.seconds - spent) / rest)
        found = self._cut(self.sizes[step], Limits(seconds=left, gap=self.limits.gap))
        return {**found, "seconds": time.monotonic() - began}

    def document(self, found: Sequence[Json], about: Json) -> Json:
        """Write the profile as `alphacut-profile/1`."""
        none = Limits(seconds=0.0, gap=Fraction(0))
        done = [*found, *(self._cut(size, none) for size in self.sizes[len(found) :])]
        cuts = [
            {"size": size, **{name: each[name] for name in OWN if name in each}}
            for size, each in zip(self.sizes, done, strict=True)
        ]
        return {
            "format": PROFILE_FORMAT,
            **{name: done[0][name] for name in HEAD},
            "alpha": str(self.alpha),
            "status": status_of(cuts),
            **quotients(cuts, sum(self.balance.weights)),
            "cuts": cuts,
            "provenance": about,
        }

    def _work_on(self, size: int) -> Work:
        balance = with_sizes(self.balance, Sizes(least=size, most=size))
        return work_on(
            self.topology, self.network, balance, self.limits, low=self.alpha, high=self.alpha,
            engine=self.engine,
        )  # fmt: skip

    def _cut(self, size: int, limits: Limits) -> Json:
        """Return what is known of one size, as the document of a point; with no time, some cut."""
        from alphacut.solver.bisection.document import point_document
        from alphacut.solver.bisection.solver import Solver

        work, solver = self._work_on(size), Solver()
        envelope = trace(
            work.problem,
            lambda question: solver.answer(question, lambda _: not told_to_stop()),
            limits=limits,
            should_continue=lambda known: not (known.cuts and told_to_stop()),
        )
        return point_document(
            envelope, topology=work.topology, network=work.network, balance=work.balance,
            provenance={},
        )  # fmt: skip


def number_of_sizes(request: Json) -> int:
    """Return the number of sizes that the request of a job is about."""
    network = build_any(parse(request["topology"], UNLIMITED), UNLIMITED)
    return len(sizes_of(Balance.of(network, request["balance"])))
