"""Checking whether there is a regular mapping: edge by edge, or by a complete search."""

from __future__ import annotations

import time
from collections import Counter

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.fields import integer_in
from alphacut.solver.common.verdict import Verdict
from alphacut.solver.placement.verify import regular
from alphacut.solver.placement.verify.instance import Instance
from alphacut.solver.placement.verify.reading import Json, integers_in, same_status
from alphacut.solver.placement.verify.regular_search import Ask, RegularSearch, Stopped
from alphacut.solver.placement.verify.routes import whole_dragonfly

FIELDS = {"yes": ("mapping",), "no": ("proof", "nodes"), "open": ("nodes",)}
MOST_BLOCKS = 200  # the search goes some levels deeper for each
ALL = ("mapping", "proof", "nodes")


def verify_decision(written: Json, instance: Instance, seconds: float) -> Verdict:
    """Check an answer "yes", "no" or "open"."""
    answer = written.get("answer")
    if not isinstance(answer, str) or answer not in FIELDS:
        raise Refused(f'the answer is {shown(answer)}; it can be "yes", "no" or "open"')
    other = next((each for each in ALL if each in written and each not in FIELDS[answer]), None)
    if other is not None:
        raise Refused(f'{other} is no part of the answer "{answer}"')
    if "nodes" in written and integer_in(written, "nodes") < 0:
        raise Refused("nodes is negative")
    ask = _read(instance)
    if answer == "yes":
        return _yes(written, instance, ask)
    if answer == "open":
        same_status(written, "bounded")
        return Verdict(status="bounded", checked=("nothing is claimed", *_unchecked(written)))
    return _no(written, ask, seconds)


def _read(instance: Instance) -> Ask:
    request = instance.request
    sizes = set(Counter(instance.network.groups).values())
    if whole_dragonfly(instance.network) is None or len(sizes) > 1:
        raise DocumentError("topology: a regular mapping needs complete groups of one size, "
                            "and one link between each two")  # fmt: skip
    if len(request["stencil"]) != 2:
        raise DocumentError("question.stencil: a regular mapping has two sides")
    block = request["block"]
    if block is not None and len(block) != 2:
        raise DocumentError("question.block: a regular mapping has blocks of two sides")
    ask = Ask(
        network=instance.network, sides=tuple(request["stencil"]), torus=request["torus"],
        rule=request["regular"], block=None if block is None else tuple(block),
        free=tuple(room > 0 for room in instance.room),
    )  # fmt: skip
    too_many = ask.sides[0] * ask.sides[1] > instance.network.switches
    if too_many or not ask.shapes:
        raise DocumentError("question.stencil: cannot be divided into blocks of whole groups")
    return ask


def _problem(ask: Ask, mapping: list[int]) -> str | None:
    taken = next((each for each in mapping if not ask.free[each]), None)
    if taken is not None:
        return f"it uses switch {taken}, where no host may be used"
    wrong = regular.problem(ask.network, mapping, ask.sides, torus=ask.torus, rule=ask.rule)
    if wrong is None and ask.block not in (None, regular.block_of(ask.network, mapping, ask.sides)):
        return "its blocks are not those that were asked for"
    return wrong


def _yes(written: Json, instance: Instance, ask: Ask) -> Verdict:
    wrong = _problem(ask, integers_in(written, "mapping", below=instance.network.switches))
    if wrong is not None:
        raise Refused(f"the mapping is not {ask.rule}: {wrong}")
    same_status(written, "exact")
    return Verdict(status="exact", checked=(f"the mapping is {ask.rule}, edge by edge",))


def _no(written: Json, ask: Ask, seconds: float) -> Verdict:
    proof = written.get("proof")
    if proof not in ("search", "solver"):
        raise Refused(f'proof is {shown(proof)}; it can be "search" or "solver"')
    cells = ask.sides[0] * ask.sides[1]
    if cells > MOST_BLOCKS * ask.size:
        raise BeyondLimit("time", f"a search with more than {MOST_BLOCKS} blocks")
    deadline = time.monotonic() + seconds
    try:
        for shape in ask.shapes:
            for mapping in RegularSearch(ask, shape, deadline).mappings():
                if _problem(ask, mapping) is None:
                    raise Refused("there is such a mapping")
    except Stopped:
        if proof == "search":
            raise BeyondLimit("time", "trying everything takes longer than allowed") from None
        same_status(written, "closed")
        return Verdict(status="closed", checked=("a solver's word, which is not checked",
                                                  *_unchecked(written)))  # fmt: skip
    same_status(written, "exact" if proof == "search" else "closed")
    return Verdict(
        status=str(written["status"]),
        checked=("everything was tried again: there is no mapping", *_unchecked(written)),
    )


def _unchecked(written: Json) -> tuple[str, ...]:
    """Tell of the steps of a search, which earlier releases wrote."""
    return ("nodes, the steps of a search, are not checked",) if "nodes" in written else ()
