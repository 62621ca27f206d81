"""The searches of a document's proofs, made by several processes before it is checked.

Where a proof rests on two sequences, or on three, they take nearly all of the time, and each is a
question by itself. Bounds on sequences of some imbalances alone are left to the check. Nothing is
accepted here: what a search finds is remembered (`verify.remembered`), and the check that follows
asks for it where a proof needs it. A bound that does not hold, or that cannot be read, is left to
that check as well, which tells where it stands.

Multipliers that are handed from one question of a curve to the next come from several processes,
too: each makes the searches of what it hands on, and those that take it over need not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from itertools import chain
from typing import Any

from alphacut.solver.bisection.verify import crosscorrelations, triples
from alphacut.solver.bisection.verify.crosscorrelations import MOST_SEARCHES as MOST_OF_TWO
from alphacut.solver.bisection.verify.crosscorrelations import CrossBound, read_crosscorrelations
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.frame import WIDEST
from alphacut.solver.bisection.verify.imbalances import Imbalances
from alphacut.solver.bisection.verify.shared import Load, refuse_files
from alphacut.solver.bisection.verify.triples import MOST_SEARCHES as MOST_OF_THREE
from alphacut.solver.bisection.verify.triples import TripleBound, read_triples
from alphacut.solver.errors import DocumentError

Searched = CrossBound | TripleBound  # a bound that is checked by a search


def search_ahead(document: object, load: Load, pool: Executor) -> int:
    """Make the searches for bounds on two and three sequences that stand anywhere in a document.

    Parameters
    ----------
    document
        The JSON value, in which nothing was looked at yet.
    load
        Loads certificates that the document keeps in files beside it.
    pool
        Processes that make the searches, one each at a time.

    Returns
    -------
    the number of bounds that hold
    """
    three, two = _asked(document, load)  # those take longest
    asked = [*three[:MOST_OF_THREE], *two[:MOST_OF_TWO]]  # as many as one certificate may have
    found = 0
    with suppress(BrokenExecutor):  # a process was killed: the check makes what is left
        for bound, holds in zip(asked, pool.map(_holds, asked), strict=True):
            if not holds:  # the document will be refused
                pool.shutdown(wait=False, cancel_futures=True)
                break
            bound.was_checked()
            found += 1
    return found


def searches_hold(certificate: object) -> bool:
    """Make the searches of a certificate that were not made in this process; tell if all hold.

    Bounds on sequences of some imbalances alone are neither searched nor taken over.
    """
    return all(map(_holds, chain(*_asked(certificate, refuse_files))))


def take_over_searches(certificates: Iterable[object]) -> None:
    """Take note that `searches_hold`, or a check, found what holds in other processes.

    What was taken over before is forgotten: it is as good as where it came from, which is no
    reason to believe it of another network's proof. Those of this process stay.
    """
    crosscorrelations.forget_told()
    triples.forget_told()
    for certificate in certificates:
        for bound in chain(*_asked(certificate, refuse_files)):
            bound.was_checked()


def _holds(bound: Searched) -> bool:
    try:
        bound.check()
    except Refused:
        return False
    return True


def _asked(document: object, load: Load) -> tuple[list[Searched], list[Searched]]:
    """Return the bounds on three sequences and on two, as if all were on the same positions."""
    found = dict.fromkeys(_written(document, load))
    three: list[Searched] = [each for each in found if isinstance(each, TripleBound)]
    two: list[Searched] = [each for each in found if isinstance(each, CrossBound)]
    return three, two


def _written(document: object, load: Load) -> Iterator[Searched]:
    """Yield what stands anywhere; a file is loaded once, however often it is named."""
    waiting, loaded = [document], set[str]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value if value and not isinstance(value[0], int) else []
        elif isinstance(value, dict):
            waiting += value.values()
            if {"file", "sha256"} <= value.keys() and str(value) not in loaded:
                loaded.add(str(value))
                waiting.append(_loaded(value, load))
            if "ranges" not in value:  # of imbalances
                yield from _on_two(value.get("crosscorrelations"))
            yield from _on_three(value.get("triples"))


def _loaded(named: dict[str, Any], load: Load) -> object:
    try:
        return load(named)
    except (Refused, DocumentError):
        return None


def _on_two(entries: object) -> Iterator[CrossBound]:
    """Yield one for all that stand for each other (see `crosscorrelations.named`)."""
    searched = set[tuple[tuple[int, ...], Imbalances | None, int]]()
    for entry in entries if isinstance(entries, list) else ():
        order = (len(entry) - 3) // 2 if isinstance(entry, list) else 0  # 4 numbers, 2·order - 1
        if order > 1 and order % 2:
            plain = {"crosscorrelations": [[0, 1, *entry[2:]]]}
            with suppress(Refused):
                list(read_crosscorrelations(plain, order, WIDEST, searched))
    for weights, _, most in sorted(searched):
        yield CrossBound(positions=(0, 1), weights=weights, most=most)


def _on_three(entries: object) -> Iterator[TripleBound]:
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, list):
            order = (len(entry) - 8) // 6 + 1  # 8 numbers before three times 2·order - 1 weights
            plain = {"triples": [[0, 1, 2, *entry[3:]]]}
            with suppress(Refused):
                yield from (each for each, _ in read_triples(plain, order, WIDEST, set()))
