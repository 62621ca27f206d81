"""The cache of results that jobs about the same network share."""

from __future__ import annotations

from collections.abc import Iterable

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.reuse import stands
from alphacut.solver.common.fingerprint import fingerprint

PROOFS = "alphacut-finding/1"  # to be changed when older certificates are not accepted any more


def network_key(network: Network, balance: Balance) -> str:
    """Name a network with its balance, so that equal ones have the same name.

    Hosts count only where they are balanced; names of families and the options
    that led to the network do not count at all. What stands for every wiring is not the one that
    is its example.
    """
    known = [
        PROOFS,
        network.switches,
        [list(link) for link in network.links],
        [[each.name, each.base, each.slope] for each in network.classes],
        list(network.groups),
        list(balance.weights),
    ]
    if balance.sizes is not None:
        known.append({"sizes": [balance.sizes.least, balance.sizes.most]})
    if isinstance(network, AnyWiring):
        known.append({"ports": list(network.ports)})
    return fingerprint(known)


def worth_keeping(answer: Outcome) -> bool:
    """Tell whether an answer serves other questions: whether it proves something."""
    return answer.alpha is not None and answer.proof == "certificate" and answer.lower_bound > 0


def fitting(envelope: Envelope, found: Iterable[Outcome]) -> list[Outcome]:
    """Choose the answers that an envelope can absorb, in the order to absorb them in.

    An answer about an α fits if that is in the range, if it proves more there
    than is known, and if all that its proof builds on is there and does not rest
    on it; one about an intercept, if it proves more than is known, or has a tree to go on with.
    """
    waiting = list(found)
    chosen: list[Outcome] = []
    while True:
        fits = next((answer for answer in waiting if _fits(envelope, answer)), None)
        if fits is None:
            return chosen
        waiting.remove(fits)
        chosen.append(fits)
        envelope = envelope.absorb(fits)


def _fits(envelope: Envelope, answer: Outcome) -> bool:
    alpha = answer.alpha
    if answer.intercept is not None:
        level = envelope.lemma_at(answer.intercept)
        if answer.partial_proof and not envelope.ledger.on(answer.intercept).partial_proofs:
            return True
        return level is None or level.slope < answer.lower_bound
    if alpha is None or not envelope.low <= alpha <= envelope.high:
        return False
    point = envelope.point_at(alpha)
    if point is not None and point.bound >= answer.lower_bound:
        return False
    return stands(envelope, alpha, answer.certificate)
