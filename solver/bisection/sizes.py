"""Cuts of other sizes than halves: exact ones, and any within an imbalance.

A cut of exact sizes k : n - k is a bisection once a dummy switch of the weight n - 2k, with no
links, lies on its lighter side; `Balance` does that. A cut whose lighter side has at least the
weight m is a bisection of the network with isolated switches of the weight n - 2m in all, which
fill up either side. So what is proven of bisections is proven of such cuts, by the same
certificates.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from math import gcd
from typing import Any

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import Network
from alphacut.arrangements.numbers import NumberError, read_integer, read_share
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.common.errors import QuestionError

MOST_SPARE = 5_000  # isolated switches that are added


def both_sizes(written: object) -> tuple[int, int]:
    """Read the sizes of both sides, before the network is known.

    Raises
    ------
    QuestionError
        If they are not two integers above 0.
    """
    parts = written.split(":") if isinstance(written, str) else written
    try:
        if not isinstance(parts, list | tuple) or len(parts) != 2:
            raise NumberError(f"must be two numbers such as 400:600, got {shown(written)}")
        first, second = (read_integer(part, least=1) for part in parts)
    except NumberError as error:
        raise QuestionError("sizes", str(error)) from error
    return first, second


def share_of_imbalance(written: object) -> Fraction:
    """Read an imbalance, before the network is known.

    Raises
    ------
    QuestionError
        If it is no share from 0 to 1.
    """
    try:
        share = read_share(written)
    except NumberError as error:
        raise QuestionError("imbalance", str(error)) from error
    if not 0 <= share < 1:
        raise QuestionError(
            "imbalance", f'must be from 0 to below 1, such as 0.03 or "3%", got {shown(written)}'
        )
    return share


def read_sizes(written: object, balance: Balance) -> Sizes:
    """Read the sizes of both sides, such as "400:600" or (400, 600).

    Raises
    ------
    QuestionError
        If they are not two integers, or do not add up to the weight of the network.
    """
    first, second = both_sizes(written)
    if first + second != sum(balance.weights):
        raise QuestionError(
            "sizes",
            f"must add up to {_whole(balance)}, got {first}:{second}",
        )
    return Sizes(least=min(first, second), most=min(first, second))


def read_imbalance(written: object, balance: Balance) -> Sizes:
    """Read an imbalance ε such as "3%" or 0.03: no side weighs more than (1 + ε)·⌈half⌉.

    Raises
    ------
    QuestionError
        If it is no share from 0 to 1.

    References
    ----------
    Sanders and Schulz, KaHIP user guide: L_max = (1 + ε)·⌈c(V)/k⌉ for k blocks.
    """
    share, total = share_of_imbalance(written), sum(balance.weights)
    heaviest = int((1 + share) * -(-total // 2))
    if heaviest >= total:
        raise QuestionError(
            "imbalance",
            f"{shown(written)} lets a side be empty, of {_whole(balance)}; must be below "
            f"{Fraction(total, -(-total // 2)) - 1}",
        )
    return Sizes(least=total - heaviest, most=total // 2)


def sized(
    network: Network, balance: Balance, sizes: object = None, imbalance: object = None
) -> Balance:
    """Return a balance for the sizes that are asked for, if any are.

    Parameters
    ----------
    sizes, imbalance
        As a request has them.

    Raises
    ------
    QuestionError
        If both are given, if no cut has such sizes, or for any wiring.
    """
    if sizes is None and imbalance is None:
        return balance
    field = "sizes" if imbalance is None else "imbalance"
    if sizes is not None and imbalance is not None:
        raise QuestionError("imbalance", "cannot be given beside sizes, which are exact")
    if isinstance(network, AnyWiring):
        raise QuestionError(field, "is for a single wiring; any wiring is cut in halves")
    chosen = read_sizes(sizes, balance) if imbalance is None else read_imbalance(imbalance, balance)
    return with_sizes(balance, chosen, field)


def with_sizes(balance: Balance, sizes: Sizes, field: str = "sizes") -> Balance:
    """Return a balance of other sizes, or the same if these are its halves.

    Parameters
    ----------
    field
        That a message names.

    Raises
    ------
    QuestionError
        If no cut has such sizes.
    """
    halves = (sum(balance.weights) - balance.difference) // 2
    if not balance.reachable(sizes):
        between = "" if sizes.exact else f" to {sizes.most}"
        raise QuestionError(
            field,
            f"no side can have {sizes.least}{between} of {_whole(balance)}; the most equal sides "
            f"have {halves} and {sum(balance.weights) - halves}",
        )
    if sizes.least == halves:
        return balance
    return replace(balance, sizes=sizes)


def _whole(balance: Balance) -> str:
    """Write what both sides have together; whether they are switches or nodes, others know."""
    total = sum(balance.weights)
    return f"{total} hosts" if balance.name == "hosts" else str(total)


def widened(network: Network, balance: Balance) -> tuple[Network, Balance]:
    """Return the network whose bisections are the cuts that a balance allows.

    Those of exact sizes are left to the dummy switch of `Balance`; for a range of sizes isolated
    switches are added behind the others.
    """
    sizes = balance.sizes
    if sizes is None or sizes.exact:
        return network, balance
    spare = _spare(balance, sizes)
    count, group = len(spare), max(network.groups) + 1
    wider = Network(
        switches=network.switches + count,
        links=network.links,
        classes=network.classes,
        groups=(*network.groups, *(group,) * count),
        hosts=(*network.hosts, *spare),
    )
    return wider, Balance(name=balance.name, weights=(*balance.weights, *spare))


def _spare(balance: Balance, sizes: Sizes) -> tuple[int, ...]:
    """Return weights of which some add up to each multiple of the unit that a side may lack."""
    unit = gcd(*balance.weights)
    least = -(-sizes.least // unit) * unit
    left = (sum(balance.weights) - 2 * least) // unit
    if left <= min(len(balance.weights), MOST_SPARE):
        return (unit,) * left
    spare, power = [], 1
    while left:
        spare.append(min(power, left) * unit)
        left -= min(power, left)
        power *= 2
    return tuple(spare)


def filled_up(side: Collection[int], balance: Balance, wider: Balance) -> list[int]:
    """Return a side of a cut with as many isolated switches as make it half.

    Parameters
    ----------
    side
        Of the network without isolated switches.
    balance
        Of that network.
    wider
        With the isolated switches.
    """
    filled = sorted(set(side))
    missing = wider.half - sum(balance.weights[switch] for switch in filled)
    for switch in reversed(range(len(balance.weights), len(wider.weights))):
        if wider.weights[switch] <= missing:
            filled.append(switch)
            missing -= wider.weights[switch]
    return sorted(filled)


def sizes_document(balance: Balance) -> dict[str, Any]:
    """Write the sizes of a balance for a document; nothing for halves."""
    sizes = balance.sizes
    return {} if sizes is None else {"sizes": {"least": sizes.least, "most": sizes.most}}
