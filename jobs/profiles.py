"""The least cut of each size, one after the other, in the children of this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.local_driver import trace_locally, with_some_cut
from alphacut.jobs.provenance import provenance
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.bisection.curve import Limits
from alphacut.solver.bisection.profile import PROFILE_FORMAT, quotients, sizes_of, status_of
from alphacut.solver.bisection.sizes import with_sizes
from alphacut.solver.bisection.variants import POINT, Json, work_on
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import SolverError

HEAD = ("topology", "switches", "links", "balance")  # what all cuts have in common
OWN = ("status", "point", "intercept", "slope", "side", "levels", "multipliers")


@dataclass(frozen=True, kw_only=True)
class Profiled:
    """Whose profile is asked for."""

    topology: Json  # the complete spec
    network: Network
    balance: Balance
    alpha: Alpha
    limits: Limits
    engine: str = "auto"


def profile(
    asked: Profiled,
    execution: LocalExecution,
    *,
    show: Callable[[int, int], None] = lambda size, last: None,  # noqa: ARG005
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Find and prove the least cut of each size, and write them as `alphacut-profile/1`.

    Parameters
    ----------
    show
        Hears which size is worked on, and the last one.
    stop
        Tells whether to stop: each size has then a cut, and perhaps no proof.

    Raises
    ------
    QuestionError
        If there are too many sizes.
    SolverError
        If the work broke off.
    """
    sizes, began = sizes_of(asked.balance), time.monotonic()
    cuts, documents = [], []
    for number, size in enumerate(sizes):
        show(size, sizes[-1])
        left = None
        if asked.limits.seconds is not None:
            spent = time.monotonic() - began
            left = max(0.0, asked.limits.seconds - spent) / (len(sizes) - number)
        document = _cut(asked, size, replace(asked.limits, seconds=left), execution, stop)
        documents.append(document)
        own = {name: document[name] for name in OWN if name in document}
        cuts.append({"size": size, **own})
    head = {name: documents[0][name] for name in HEAD}
    about = dict(documents[0]["provenance"])
    about["seconds"] = round(time.monotonic() - began, 3)
    return {
        "format": PROFILE_FORMAT,
        **head,
        "alpha": str(asked.alpha),
        "status": status_of(cuts),
        **quotients(cuts, sum(asked.balance.weights)),
        "cuts": cuts,
        "provenance": about,
    }


def _cut(
    asked: Profiled,
    size: int,
    limits: Limits,
    execution: LocalExecution,
    stop: Callable[[], bool],
) -> dict[str, Any]:
    """Return the point document of one size."""
    from datetime import UTC, datetime

    balance = with_sizes(asked.balance, Sizes(least=size, most=size))
    work = work_on(
        asked.topology, asked.network, balance, limits, low=asked.alpha, high=asked.alpha,
        engine=asked.engine,
    )  # fmt: skip
    started, began = datetime.now(UTC), time.monotonic()
    envelope, failure = trace_locally(work.inquiry, limits, execution, stop=stop)
    if failure:
        raise SolverError(failure)
    envelope = with_some_cut(envelope, work.inquiry)
    about = provenance(envelope, started=started, seconds=time.monotonic() - began)
    return POINT.write(
        envelope, topology=work.topology, network=work.network, balance=work.balance,
        provenance=about,
    )  # fmt: skip
