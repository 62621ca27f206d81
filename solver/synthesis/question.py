"""Arranging the links of a dragonfly anew: a search, then a proof for each α.

What `SynthesisKind` does at each step. The first step returns "offsets", "invariant" (see
`solver.synthesis.schema`), "listed" (see `upper.by_listing`) and "search"; each of the others a
document `alphacut-point/1`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.arrangements.links._base import Shape
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.synthesis import document as documents
from alphacut.solver.synthesis.recabling import question as recabling
from alphacut.solver.synthesis.upper import by_listing, side_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphacut.arrangements.links.lift import Offsets
    from alphacut.arrangements.network import Network
    from alphacut.solver.bisection.balance import Balance
    from alphacut.solver.bisection.problem import Cut
    from alphacut.solver.synthesis.aim import Aim
    from alphacut.solver.synthesis.pool import Signs
    from alphacut.solver.synthesis.search import Design

Json = Mapping[str, Any]
SEARCH_SHARE = 0.4  # of the time limit, for the search
PROOF_SHARE = 0.9  # of what is left of it then, for all proofs
CUT_SHARE = 0.1  # of the time of a proof, for a better cut to begin with
USUAL_SECONDS = 60.0  # of a search among many arrangements, where no limit is given
LISTED = 300_000  # arrangements up to which a cut of every class is written down: see the verifier
POSITIONS = 8  # in a group, whose permutations the verifier compares
LARGEST = 3_000  # switches
ROTATION = "rotation"
NONE = "none"  # the symmetry of a network whose cables move one by one


def shape_of(request: Json, sizes: Limits = UNLIMITED) -> Shape:
    """Return what is to be wired.

    Raises
    ------
    QuestionError
        If its network is no dragonfly whose arrangement alone is open.
    """
    spec = parse(request["topology"], sizes)
    if not isinstance(spec, DragonflySpec):
        family = request["topology"].get("family")
        raise QuestionError("topology.family", f"must be dragonfly to be arranged, got {family}")
    for name in ("local", "failed", "capacities"):
        if getattr(spec, name) is not None:
            raise QuestionError(
                f"topology.{name}", "must be left out where links are arranged anew"
            )
    if spec.groups * spec.a > LARGEST:
        raise QuestionError(
            "topology.a", f"must leave at most {LARGEST:,} switches, got {spec.groups * spec.a:,}"
        )
    if spec.groups < 3 or spec.a < 2:
        raise QuestionError("topology", "has no arrangement to choose: it needs a >= 2, 3 groups")
    shape = Shape(a=spec.a, h=spec.h, groups=spec.groups, trunking=spec.trunking)
    _check_closed(shape, request["closed"])
    return shape


def _check_closed(shape: Shape, closed: Sequence[int]) -> None:
    """Refuse positions that there are not, and so many that ports are too few."""
    if closed and max(closed) >= shape.a:
        raise QuestionError(
            "closed", f"must be positions from 0 to {shape.a - 1}, got {closed[-1]}"
        )
    left = shape.a - len(closed)
    if closed and left * shape.h < shape.ports:
        raise QuestionError(
            "closed", f"leaves {left * shape.h} global ports in a group, which needs {shape.ports}"
        )


def open_positions(request: Json, shape: Shape) -> list[int]:
    """Return the positions that have global ports."""
    return [position for position in range(shape.a) if position not in request["closed"]]


def check(request: Json, sizes: Limits = UNLIMITED) -> None:
    """Refuse what cannot be arranged, or not as it was asked.

    Raises
    ------
    QuestionError
        With the field that is wrong.
    """
    if request["symmetry"] == NONE:
        recabling.read(request, LARGEST, sizes)
        return
    shape = shape_of(request, sizes)
    if request["symmetry"] != ROTATION:
        _check_symmetry(shape, request)


def _check_symmetry(shape: Shape, request: Json) -> None:
    """Refuse a further symmetry that no arrangement has."""
    from alphacut.solver.synthesis.symmetric import exists

    used, symmetry = shape.a - len(request["closed"]), request["symmetry"]
    if shape.trunking > 1:
        raise QuestionError("symmetry", f"must be rotation or none with trunks, got {symmetry}")
    if not exists(shape, used, symmetry):
        raise QuestionError(
            "symmetry", f"no arrangement of {shape.groups} groups of {used} positions with "
            f"{shape.h} global ports was found that a {symmetry} keeps; rotation alone has some",
        )  # fmt: skip


def steps(request: Json) -> int:
    """Return one for the search, and one for each α."""
    return 1 + len(request["alpha"])


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:
    """Search for an arrangement, or prove its bisection at one α."""
    if step == 0:
        return _recabled(request) if request["symmetry"] == NONE else _designed(request)
    return _proven(request, Alpha.parse(request["alpha"][step - 1]), step, earlier)


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:
    """Write the document; for an α whose step was not done, with the bisection of the search."""
    if not found:
        return None
    points = list(found[1:])
    missing = map(Alpha.parse, request["alpha"][len(points) :])
    points += [_point(request, alpha, found[0], seconds=0.0) for alpha in missing]
    return documents.document(request, found[0], points, about)


def _end_of_search(request: Json, began: float) -> float | None:
    """Return when the search is to end; None: when it is done."""
    limit = request["limits"].get("seconds")
    return None if limit is None else began + SEARCH_SHARE * limit


def _recabled(request: Json) -> Json:
    """Search for ends of cables to move."""
    limit = request["limits"].get("seconds")
    seconds = USUAL_SECONDS if limit is None else SEARCH_SHARE * limit
    return recabling.designed(request, LARGEST, seconds, _until)


def _designed(request: Json) -> Json:
    """Search; where classes are few, through all of them."""
    from alphacut.solver.synthesis.classes import FEW, classes, count_at_most

    began = time.monotonic()
    shape, alphas = shape_of(request), [Alpha.parse(each) for each in request["alpha"]]
    positions = open_positions(request, shape)
    reduced = replace(shape, a=len(positions))
    single = shape.trunking == 1
    few = single and request["symmetry"] == ROTATION and count_at_most(reduced) <= FEW
    listed = classes(reduced) if few else None
    end = _end_of_search(request, began)
    design = named(_best(request, shape, alphas, listed, began), positions, shape.a)
    alpha = alphas[0]
    return {
        "offsets": [list(pair) for pair in design.offsets],
        "sides": [side_json(design.side)],
        "invariant": _invariant(reduced, design, alpha) if len(alphas) == 1 else None,
        "listed": by_listing(shape, alphas, design.value, request["seed"], _until(end)),
        "search": {
            "judged": design.tally.judged,
            "searched": design.tally.searched,
            "cuts": design.tally.cuts,
            "classes": None if listed is None else len(listed),
            "seconds": round(time.monotonic() - began, 3),
        },
    }


def named(design: Design, positions: Sequence[int], a: int) -> Design:
    """Give the positions of a design, from 0, the numbers of those that have global ports."""
    if len(positions) == a:
        return design
    order = [*positions, *(each for each in range(a) if each not in positions)]

    def offsets(given: Offsets) -> Offsets:
        return tuple((order[x], order[y]) for x, y in given)

    def side(given: Signs) -> Signs:
        found = given.copy()
        found[:, order] = given
        return found

    witnesses = design.witnesses
    return replace(
        design,
        offsets=offsets(design.offsets),
        side=side(design.side),
        witnesses=witnesses and tuple((offsets(each), side(cut)) for each, cut in witnesses),
    )


def _best(
    request: Json,
    shape: Shape,
    alphas: Sequence[Alpha],
    listed: Sequence[Offsets] | None,
    began: float,
) -> Design:
    """Search at each α alone, and then, where they are several, for the largest least share."""
    from alphacut.solver.synthesis.aim import Aim

    limit = request["limits"].get("seconds")
    seconds = None if limit is None else SEARCH_SHARE * limit
    if seconds is None and listed is None:
        seconds = USUAL_SECONDS
    searches = len(alphas) + (len(alphas) > 1)
    best: list[Fraction] = []
    designs: list[Offsets] = []
    for number, aim in enumerate(map(Aim.at, alphas), 1):
        end = None if seconds is None else began + seconds * number / searches
        design = _search(request, shape, aim, listed, end)
        designs.append(design.offsets)
        best.append(aim.fraction(design.value))
    if len(alphas) == 1:
        return design
    end = None if seconds is None else began + seconds
    return _search(request, shape, Aim.share(alphas, best), listed, end, designs)


def _search(
    request: Json,
    shape: Shape,
    aim: Aim,
    listed: Sequence[Offsets] | None,
    end: float | None,
    first: Sequence[Offsets] = (),
) -> Design:
    """Search until it is late, beginning with some arrangements."""
    from alphacut.solver.synthesis.search import USUAL, Judge, best_of, local_search
    from alphacut.solver.synthesis.symmetric import search_symmetric

    should_stop = _until(end)
    used = shape.a - len(request["closed"])
    judge = Judge(shape, aim, request["seed"], USUAL, should_stop, used)
    if request["symmetry"] != ROTATION:
        found = search_symmetric(judge, request["symmetry"], lambda *_: None)
        if found is None:
            raise QuestionError("symmetry", "no arrangement that it keeps was found")
        return found
    if listed is not None:
        order = [*first, *(each for each in listed if each not in first)]
        found = best_of(judge, order, lambda *_: None)
        if found is not None:
            return found
    return local_search(judge, lambda *_: None, first)


def _until(end: float | None) -> Callable[[], bool]:
    return lambda: told_to_stop() or (end is not None and time.monotonic() > end)


def _invariant(shape: Shape, design: Design, alpha: Alpha) -> Json | None:
    """Write a cut of every class, if the search saw all of them and they are few."""
    from alphacut.solver.synthesis.classes import arrangement_count

    if shape.a > POSITIONS or design.witnesses is None or arrangement_count(shape) > LISTED:
        return None
    return {
        "value": str(Fraction(design.value, alpha.denominator)),
        "classes": [
            {"offsets": [list(pair) for pair in offsets], "side": side_json(side)}
            for offsets, side in design.witnesses
        ],
    }


def _proven(request: Json, alpha: Alpha, step: int, earlier: Sequence[Json]) -> Json:
    """Prove the bisection of the design at one α, in its share of what time is left."""
    limit = request["limits"].get("seconds")
    left = None
    if limit is not None:
        spent = earlier[0]["search"]["seconds"] + sum(each["seconds"] for each in _spent(earlier))
        left = max(0.1, PROOF_SHARE * (limit - spent) / (steps(request) - step))
    return _point(request, alpha, earlier[0], seconds=left)


def _spent(earlier: Sequence[Json]) -> list[Json]:
    return [each["point"] for each in earlier[1:]]


def _topology(request: Json, designed: Json) -> Json:
    """Return the complete spec of what was designed."""
    if request["symmetry"] == NONE:
        return recabling.topology_of(request, designed)
    pairs = tuple((x, y) for x, y in designed["offsets"])
    return documents.lift_topology(request["topology"], pairs)


def _point(request: Json, alpha: Alpha, designed: Json, seconds: float | None) -> Json:
    """Write what is known of the design at one α: with no time, the cut of the search alone."""
    from alphacut.solver.bisection.balance import Balance
    from alphacut.solver.bisection.curve import CurveProblem, trace
    from alphacut.solver.bisection.curve import Limits as CurveLimits
    from alphacut.solver.bisection.document import point_document
    from alphacut.solver.bisection.outcome import Outcome
    from alphacut.solver.bisection.problem import Cut
    from alphacut.solver.bisection.solver import Solver

    spec = parse(_topology(request, designed), UNLIMITED)
    network = build(spec, UNLIMITED)
    balance = Balance.of(network)
    problem = CurveProblem(network=network, balance=balance, low=alpha, high=alpha)
    cuts = tuple(Cut.of(network, side) for side in designed["sides"])
    if seconds != 0.0:  # by other rules: the search of designs may have missed a lesser cut
        cuts += (_cut_beside(network, balance, alpha, seconds),)
    envelope = problem.start().absorb(Outcome(cuts=cuts))
    if seconds != 0.0:
        solver = Solver()
        envelope = trace(
            problem,
            lambda question: solver.answer(question, lambda _: not told_to_stop()),
            limits=CurveLimits(seconds=seconds, gap=Fraction(request["limits"].get("gap", 0))),
            should_continue=lambda _: not told_to_stop(),
            envelope=envelope,
        )
    return point_document(
        envelope, topology=complete(spec), network=network, balance=balance, provenance={}
    )


def _cut_beside(network: Network, balance: Balance, alpha: Alpha, seconds: float | None) -> Cut:
    """Return the best cut that a search of its own finds in a tenth of the time."""
    from alphacut.solver.bisection.heuristics.search import search_at

    end = math.inf if seconds is None else time.monotonic() + CUT_SHARE * seconds
    return search_at(
        network, balance, alpha, deadline=end, should_continue=lambda: not told_to_stop()
    )
