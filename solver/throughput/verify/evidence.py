"""The evidence of a model, read from a document that may say anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.read import integer, integers, listed, mapping
from alphacut.solver.bisection.verify.written import only_fields
from alphacut.solver.throughput.models import Control, Model

Flow = tuple[int, int]  # switches
KINDS = ("minimal", "valiant")


@dataclass(frozen=True, kw_only=True)
class Rate:
    """The rate of each path of a set, in units of the evidence."""

    flow: Flow
    valiant: bool
    length: int | None  # of the paths; None: of any length, or a single path
    route: tuple[int, ...] | None  # the directed links of a single path
    rate: int  # above 0


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Lengths of links, which bound the rate from above, and rates, which do from below."""

    lengths: list[int]  # of the directed links, not negative
    rates: list[Rate]
    given: int  # how many of them are written; the others are images


def read_evidence(node: object, model: Model, flows: Mapping[Flow, int], links: int) -> Evidence:
    """Read evidence, and refuse what is not of the form that the model has.

    Raises
    ------
    Refused
        If anything in it is out of range, given twice, or of another model.
    """
    written = mapping(node, "evidence")
    only_fields(written, ("lengths", "rates", "symmetries"), "evidence")
    lengths = integers(written.get("lengths"), "evidence.lengths", length=links, least=0)
    rates, given = read_rates(written, model, flows, links)
    return Evidence(lengths=lengths, rates=rates, given=given)


def read_rates(
    written: Mapping[str, Any], model: Model, flows: Mapping[Flow, int], links: int
) -> tuple[list[Rate], int]:
    """Read rates, with those of images of flows; say how many are written.

    Raises
    ------
    Refused
        If anything in them is out of range, given twice, or of another model.
    """
    rates = [
        _rate(entry, f"evidence.rates.{place}", model, flows, links)
        for place, entry in enumerate(listed(written, "rates"))
    ]
    given = len(rates)
    rates += _images(written, rates, flows)
    names = {(each.flow, each.valiant, each.length, each.route) for each in rates}
    if len(names) < len(rates):
        raise Refused("evidence.rates: the rate of the same paths is given twice")
    return rates, given


def _images(
    written: Mapping[str, Any], rates: list[Rate], flows: Mapping[Flow, int]
) -> Iterator[Rate]:
    """Give the flows onto which permutations carry others the same rates by length.

    Nothing is assumed of the permutations: any rates of any flows are evidence.
    """
    permutations = [
        integers(each, f"evidence.symmetries.{place}", least=0)
        for place, each in enumerate(listed(written, "symmetries"))
    ]
    by_flow: dict[Flow, list[Rate]] = {}
    for each in rates:
        by_flow.setdefault(each.flow, []).append(each)
    for start, given in by_flow.items() if permutations else ():
        if any(each.route is not None for each in given):
            raise Refused("evidence.symmetries: single paths are not carried on")
        for flow in _orbit(start, permutations, flows):
            yield from (replace(each, flow=flow) for each in given)


def _orbit(start: Flow, permutations: list[list[int]], flows: Mapping[Flow, int]) -> Iterator[Flow]:
    """Yield the other flows onto which permutations carry a flow."""
    seen, waiting = {start}, [start]
    while waiting:
        source, destination = waiting.pop()
        for image in permutations:
            if max(source, destination) >= len(image):
                raise Refused("evidence.symmetries: an image is missing")
            flow = image[source], image[destination]
            if flow not in seen:
                if flow not in flows:
                    raise Refused(f"evidence.symmetries: {flow} is no flow")
                seen.add(flow)
                waiting.append(flow)
                yield flow


def _rate(entry: object, name: str, model: Model, flows: Mapping[Flow, int], links: int) -> Rate:
    if not isinstance(entry, list) or len(entry) != 5:
        raise Refused(f"{name} is not [source, destination, kind, paths, rate]")
    source, destination, kind, which, rate = entry
    flow = integer(source, f"{name}.0"), integer(destination, f"{name}.1")
    if flow not in flows:
        raise Refused(f"{name}: switch {flow[0]} has no demand for switch {flow[1]}")
    if kind not in KINDS:
        raise Refused(f"{name}: {shown(kind)} is not one of {', '.join(KINDS)}")
    valiant = kind == "valiant"
    control = model.valiant if valiant else model.minimal
    length, route = _which(which, name, control or Control.INDIVIDUAL, links)
    return Rate(
        flow=flow,
        valiant=valiant,
        length=length,
        route=route,
        rate=integer(rate, f"{name}.4", least=1),
    )


def _which(
    which: Any, name: str, control: Control, links: int
) -> tuple[int | None, tuple[int, ...] | None]:
    """Read which paths are meant: of a length, all, or one by its links."""
    if control is Control.TOGETHER:
        if which is not None:
            raise Refused(f"{name}: all paths of this kind share one rate in this model")
        return None, None
    if control is Control.BY_LENGTH:
        return integer(which, f"{name}.3", least=1), None
    route = integers(which, f"{name}.3", least=0)
    if not route or max(route) >= links:
        raise Refused(f"{name}: a path needs links, numbered 0 to {links - 1}")
    return None, tuple(route)
