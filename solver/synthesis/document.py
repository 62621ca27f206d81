"""The document on a designed arrangement: `alphacut-synthesis/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.recabling.document import parts as recabled
from alphacut.solver.synthesis.upper import upper_json

FORMAT = "alphacut-synthesis/1"
ORDER = ("bounded", "formula", "closed", "exact")  # statuses, the weakest first
ALL, ROTATION = "all", "rotation"  # over which arrangements a design is proven to be the best
Json = Mapping[str, Any]


def short_spec(topology: Json) -> str:
    """Write the complete spec of a lift as the command line takes it."""
    a, h, groups = (topology[name] for name in ("a", "h", "groups"))
    parts = [f"a={a}", f"h={h}", "arrangement=lift"]
    parts += [f"p={topology['p']}"] if topology["p"] != 1 else []
    parts += [f"groups={groups}"] if groups != a * h // topology["trunking"] + 1 else []
    parts += [f"trunking={topology['trunking']}"] if topology["trunking"] != 1 else []
    pairs = "x".join(f"{x}-{y}" for x, y in topology["offsets"])
    return f"dragonfly:{','.join(parts)},offsets={pairs}"


def lift_topology(given: Json, offsets: Offsets) -> dict[str, Any]:
    """Return the complete spec of a dragonfly, with its links arranged by offsets."""
    kept = {name: given[name] for name in ("family", "a", "h", "p", "trunking", "groups")}
    arranged = {"arrangement": "lift", "offsets": [list(pair) for pair in offsets], "options": {}}
    trunks = {"trunks": "extended"} if given["trunking"] > 1 else {}
    return {**kept, **trunks, **arranged}


def document(request: Json, found: Json, points: Sequence[Json], about: Json) -> dict[str, Any]:
    """Write the document.

    Parameters
    ----------
    found
        What the search returned; see `solver.synthesis.question`.
    points
        A document `alphacut-point/1` about the design for each α.
    """
    first = points[0]["point"]
    bisection = {name: first[name] for name in ("alpha", "value", "lower")}
    written = {
        "format": FORMAT,
        "question": question_json(request),
        "status": min((each["status"] for each in points), key=ORDER.index),
        "bisection": {**bisection, "status": points[0]["status"]},
        "invariant": found["invariant"],
        "points": [dict(each) for each in points],
        "search": found["search"],
        "provenance": dict(about),
        **(recabled(request, found) if "links" in found else _lifted(request, found)),
    }
    return {**written, "best": best_over(written)}


def question_json(request: Json) -> dict[str, Any]:
    """Write what was asked; limits that were not set are left out."""
    asked = {name: request[name] for name in ("alpha", "symmetry", "seed")}
    more = {name: request.get(name) for name in ("moves", "reach", "closed")}
    return {**asked, **{name: value for name, value in more.items() if value}}


def _lifted(request: Json, found: Json) -> dict[str, Any]:
    """Write what is told of a lift alone."""
    topology = lift_topology(request["topology"], _pairs(found["offsets"]))
    shape = Shape(**{name: topology[name] for name in ("a", "h", "groups", "trunking")})
    return {
        "topology": topology,
        "design": {"spec": short_spec(topology), "offsets": topology["offsets"]},
        "upper": [
            upper_json(shape, Alpha.parse(each), listed)
            for each, listed in zip(request["alpha"], found["listed"], strict=True)
        ],
    }


def best_over(written: Json) -> str | None:
    """Tell among which arrangements the design is proven to be the best at the first α."""
    lower = Fraction(written["bisection"]["lower"])
    if written["points"][0]["point"]["proof"] != "certificate":
        return None
    if lower == Fraction(written["upper"][0]["value"]):
        return ALL
    invariant = written["invariant"]
    if invariant is not None and lower == Fraction(invariant["value"]):
        return ROTATION
    return None


def _pairs(listed: Sequence[Sequence[int]]) -> Offsets:
    return tuple((x, y) for x, y in listed)
