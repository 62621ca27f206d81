"""The searches of a document's proofs, made by several processes before it is checked.

Where a proof rests on three sequences they take nearly all of the time, and each is a question by
itself. Nothing is accepted here: what a search finds is remembered (`verify.remembered`), and the
check that follows asks for it where a proof needs it. A bound that does not hold, or that cannot be
read, is left to that check as well, which tells where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import suppress
from itertools import islice
from typing import Any

from solver.bisection.verify.errors import Refused
from solver.bisection.verify.frame import WIDEST
from solver.bisection.verify.shared import Load
from solver.bisection.verify.triples import MOST_SEARCHES, TripleBound, read_triples
from solver.errors import DocumentError


def search_ahead(document: object, load: Load, pool: Executor) -> int:
    """Make the searches for bounds on three sequences that stand anywhere in a document.

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
    asked = list(islice(dict.fromkeys(_asked(document, load)), MOST_SEARCHES))
    found = 0
    with suppress(BrokenExecutor):  # a process was killed: the check makes what is left
        for bound, holds in zip(asked, pool.map(_holds, asked), strict=True):
            if not holds:  # the document will be refused
                pool.shutdown(wait=False, cancel_futures=True)
                break
            bound.was_checked()
            found += 1
    return found


def _holds(bound: TripleBound) -> bool:
    try:
        bound.check()
    except Refused:
        return False
    return True


def _asked(document: object, load: Load) -> Iterator[TripleBound]:
    """Yield all bounds on three sequences, as if all were on the same positions.

    A file is loaded once, however often it is named.
    """
    waiting, loaded = [document], set[str]()
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
            if {"file", "sha256"} <= value.keys() and str(value) not in loaded:
                loaded.add(str(value))
                waiting.append(_loaded(value, load))
            yield from _read(value.get("triples"))


def _loaded(named: dict[str, Any], load: Load) -> object:
    try:
        return load(named)
    except (Refused, DocumentError):
        return None


def _read(entries: object) -> Iterator[TripleBound]:
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, list):
            order = (len(entry) - 8) // 6 + 1  # 8 numbers before three times 2·order - 1 weights
            plain = {"triples": [[0, 1, 2, *entry[3:]]]}
            with suppress(Refused):
                yield from (bound for bound, _ in read_triples(plain, order, WIDEST, set()))
