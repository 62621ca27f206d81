"""Many forgeries, each verified in a process that may not hang, swell or fail.

A forgery is made from a seed and its number alone, so that each can be made again.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import resource
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.mutations.forge import forge
from benchmarks.mutations.judge import false_claims

LONGEST = 60.0  # seconds after which the verifier is said to hang
MEMORY = 3 << 30  # bytes of address space above what a process begins with

REFUSED, TRUE = "refused", "accepted and true"
HARMLESS = (REFUSED, TRUE)
Documents = Mapping[str, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """What became of one forgery."""

    number: int
    original: str
    changes: str  # what was done, in words
    outcome: str  # one of HARMLESS, or "accepted and false", "raised", "hung", "died"
    seconds: float  # that the verifier took
    remark: str = ""  # what is false, or the error

    @property
    def harmless(self) -> bool:
        """Whether the verifier did what it promises."""
        return self.outcome in HARMLESS


def forgery(originals: Documents, seed: int, number: int) -> tuple[str, dict[str, Any], str]:
    """Return the original's name, the forged document, and what was done."""
    rng = random.Random(f"{seed} {number}")
    names = list(originals)
    name = names[number % len(names)]
    return name, *forge(originals, name, rng)


def trial(originals: Documents, seed: int, number: int) -> Trial:
    """Forge, verify and judge, here."""
    name, document, changes = forgery(originals, seed, number)
    began = time.monotonic()
    outcome, remark = _verified(document)
    seconds = time.monotonic() - began
    if outcome == TRUE and (false := false_claims(document)):
        outcome, remark = "accepted and false", "; ".join(false)
    return Trial(
        number=number,
        original=name,
        changes=changes,
        outcome=outcome,
        seconds=round(seconds, 3),
        remark=remark,
    )


def _verified(document: dict[str, Any]) -> tuple[str, str]:
    try:
        verify_document(document)
    except (Refused, DocumentError) as refusal:
        return REFUSED, str(refusal)
    except Exception as error:  # whatever else escapes is what is looked for
        return "raised", _told(error)
    return TRUE, ""


def _told(error: BaseException) -> str:
    import traceback

    lines = traceback.format_exception(error)
    return "".join(lines[-3:])[-2000:]


# ---- processes ---------------------------------------------------------------


def run(originals: Documents, seed: int, numbers: Sequence[int]) -> Iterator[Trial]:
    """Try forgeries one after the other, in a child; go on with another where it is lost."""
    left = list(numbers)
    while left:
        for found in _child(originals, seed, left):
            left = left[left.index(found.number) + 1 :]
            yield found


def _child(originals: Documents, seed: int, numbers: list[int]) -> Iterator[Trial]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    arguments = (there, json.dumps(originals), seed, numbers)
    child = context.Process(target=_work, args=arguments, daemon=True)
    child.start()
    there.close()
    expected = iter(numbers)
    try:
        if not here.poll(10 * LONGEST):  # it has to load its libraries first
            raise TimeoutError("a process for forgeries does not begin")
        here.recv()
        for number in expected:
            outcome = _received(here)
            if isinstance(outcome, str):
                yield _lost(originals, seed, number, outcome)
                return
            yield outcome
    finally:
        child.kill()
        child.join()


def _received(here: Connection) -> Trial | str:
    if not here.poll(LONGEST):
        return "hung"
    try:
        found: Trial = here.recv()
    except EOFError:
        return "died"
    return found


def _lost(originals: Documents, seed: int, number: int, outcome: str) -> Trial:
    name, _, changes = forgery(originals, seed, number)
    return Trial(number=number, original=name, changes=changes, outcome=outcome, seconds=LONGEST)


def _work(there: Connection, written: str, seed: int, numbers: list[int]) -> None:
    originals = json.loads(written)
    _limit_memory()
    there.send("ready")
    for number in numbers:
        there.send(trial(originals, seed, number))


def _limit_memory() -> None:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - not a file of ours
        now = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))
