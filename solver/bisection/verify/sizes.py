"""The sizes of the cuts of a document, and the network whose bisections they are.

See docs/certificate.md, "What is proven"; whoever solves has code of its own for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.common.errors import DocumentError, QuestionError
from alphacut.solver.common.fields import integer_in, object_in, only_fields, text_in

MOST_ALIKE = 5_000  # isolated switches of one unit each; more are of doubling weights


def read_balance(network: Network, document: Mapping[str, Any]) -> Balance:
    """Read the balance of a document, with its sizes if it has any.

    Raises
    ------
    DocumentError
        If it is not known, its weights are too many units to be divided, or no cut of the network
        has these sizes.
    """
    try:
        halves = _divided(Balance.of(network, text_in(document, "balance")))
    except QuestionError as error:
        raise DocumentError(str(error)) from error
    if "sizes" not in document:
        return halves
    if network.free:
        raise DocumentError("sizes: any wiring is cut in halves")
    written = object_in(document["sizes"], "sizes")
    only_fields(written, ("least", "most"), "sizes")
    sizes = Sizes(least=integer_in(written, "least"), most=integer_in(written, "most"))
    half = sum(halves.weights) // 2
    if not 1 <= sizes.least <= sizes.most <= half or sizes.most not in (sizes.least, half):
        raise DocumentError(
            "sizes: least is from 1 to half of the weight, and most is least or that half"
        )
    if not halves.reachable(sizes):
        raise DocumentError("sizes: no cut has them")
    return Balance(name=halves.name, weights=halves.weights, sizes=sizes)


def with_isolated(network: Network, balance: Balance) -> tuple[Network, Balance]:
    """Return the network of which the cuts that a balance allows are the bisections.

    Raises
    ------
    DocumentError
        If its weights are too many units to be divided.
    """
    sizes = balance.sizes
    if sizes is None or sizes.exact:
        return network, balance
    added = tuple(_added(balance, sizes.least))
    last = max(network.groups) + 1
    whole = Network(
        switches=network.switches + len(added),
        links=network.links,
        classes=network.classes,
        groups=network.groups + (last,) * len(added),
        hosts=network.hosts + added,
    )
    try:
        return whole, _divided(Balance(name=balance.name, weights=balance.weights + added))
    except QuestionError as error:
        raise DocumentError(f"sizes: with what fills up either side {error.problem}") from error


def _divided(balance: Balance) -> Balance:
    """Return a balance of halves once their difference is known, which is then kept."""
    assert balance.difference >= 0
    return balance


def _added(balance: Balance, least: int) -> Iterator[int]:
    """Yield weights whose sums are all multiples of the unit up to what a side may lack."""
    unit = gcd(*balance.weights)
    lightest = (least + unit - 1) // unit
    lacking = sum(balance.weights) // unit - 2 * lightest
    if lacking <= MOST_ALIKE and lacking <= len(balance.weights):
        yield from [unit] * lacking
        return
    weight = 1
    while lacking > 0:
        taken = min(weight, lacking)
        yield unit * taken
        lacking, weight = lacking - taken, 2 * weight
