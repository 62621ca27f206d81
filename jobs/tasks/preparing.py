"""Building what a request asks about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.jobs.shared_results import network_key
from alphacut.jobs.tasks.whole import Whole
from alphacut.solver.bisection.variants import VARIANTS, Work

MOST_SECONDS = 600.0  # far more than the largest network takes that is accepted

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A request made ready to be worked on."""

    work: Work
    network: str  # the name under which shared results about the network are kept


@dataclass(frozen=True, kw_only=True)
class Prepare(Whole[Prepared]):
    """Implements `Task`: build the network of a request for a curve or a point.

    Even a request that leaves no time has a bounded result, so that the job's own time is
    no limit here.
    """

    kind: str  # a name in `VARIANTS`
    request: Json
    seconds: float | None = MOST_SECONDS
    doing = "building the network"

    def work(self, on_progress: object) -> Prepared:  # noqa: ARG002
        """Build the network."""
        work = VARIANTS[self.kind].prepare(self.request, UNLIMITED)
        problem = work.problem
        return Prepared(work=work, network=network_key(problem.network, problem.balance))
