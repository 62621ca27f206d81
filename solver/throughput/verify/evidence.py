"""The evidence of a model, read from a document that may say anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.fields import only_fields
from alphacut.solver.throughput.models import Control, Model
from alphacut.solver.throughput.verify.read import integer, integers, listed, mapping

Flow = tuple[int, int]  # switches
Route = tuple[int, ...]  # directed links
KINDS = ("minimal", "valiant")  # of paths
ANY = ("any",)  # the same, where any path of the network may be taken


@dataclass(frozen=True, kw_only=True)
class Rate:
    """The rate of each path of a set, in units of the evidence."""

    flow: Flow
    valiant: bool
    length: int | None  # of the paths; None: of any length, or a single path
    route: Route | None  # the directed links of a single path
    rate: int  # above 0


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Lengths of links, which bound the rate from above, and rates, which do from below."""

    lengths: list[int]  # of the directed links, not negative
    rates: list[Rate]
    given: int  # how many of them are written; the others are images
    flows: list[Flow]  # all, or the first of each orbit under the symmetries


def read_evidence(
    node: object, model: Model, flows: Mapping[Flow, int], network: Network
) -> Evidence:
    """Read evidence, and refuse what is not of the form that the model has.

    Raises
    ------
    Refused
        If anything in it is out of range, given twice, or of another model.
    """
    written = mapping(node, "evidence")
    only_fields(written, ("lengths", "rates", "symmetries"), "evidence")
    links = 2 * len(network.links)
    lengths = integers(written.get("lengths"), "evidence.lengths", length=links, least=0)
    rates = read_rates(written, model, flows, network)
    return Evidence(
        lengths=lengths,
        rates=rates,
        given=len(listed(written, "rates")),
        flows=list(_first_of_orbits(flows, _permutations(written, network))),
    )


def read_rates(
    written: Mapping[str, Any], model: Model, flows: Mapping[Flow, int], network: Network
) -> list[Rate]:
    """Read rates, with those of images of flows and paths.

    Raises
    ------
    Refused
        If anything in them is out of range, given twice, or of another model.
    """
    rates = [
        _rate(entry, f"evidence.rates.{place}", model, flows, 2 * len(network.links))
        for place, entry in enumerate(listed(written, "rates"))
    ]
    rates += list(_images(rates, flows, _permutations(written, network)))
    names = {(each.flow, each.valiant, each.length, each.route) for each in rates}
    if len(names) < len(rates):
        raise Refused("evidence.rates: the rate of the same paths is given twice")
    return rates


def _permutations(written: Mapping[str, Any], network: Network) -> list[_Permutation]:
    return [
        _Permutation(
            integers(each, f"evidence.symmetries.{place}", length=network.switches, least=0),
            network,
        )
        for place, each in enumerate(listed(written, "symmetries"))
    ]


def _images(
    rates: list[Rate], flows: Mapping[Flow, int], permutations: list[_Permutation]
) -> Iterator[Rate]:
    """Give the flows and paths onto which permutations carry others the same rates.

    Nothing is assumed of the permutations: any rates of any flows are evidence.
    """
    for given in rates if permutations else ():
        start = given.flow, given.route
        seen, waiting = {start}, [start]
        while waiting:
            one = waiting.pop()
            for permutation in permutations:
                image = permutation.of(*one)
                if image in seen:
                    continue
                if image[0] not in flows:
                    raise Refused(f"evidence.symmetries: {image[0]} is no flow")
                seen.add(image)
                waiting.append(image)
                yield replace(given, flow=image[0], route=image[1])


def _first_of_orbits(flows: Mapping[Flow, int], permutations: list[_Permutation]) -> Iterator[Flow]:
    """Yield a flow for each set of those that permutations carry onto each other."""
    seen: set[Flow] = set()
    for first in flows:
        if first in seen:
            continue
        yield first
        seen.add(first)
        waiting = [first]
        while waiting:
            one = waiting.pop()
            images = {permutation.of(one, None)[0] for permutation in permutations} - seen
            if not images <= flows.keys():
                raise Refused("evidence.symmetries: a flow is carried onto none")
            seen |= images
            waiting += images


class _Permutation:
    """Where a permutation of the switches carries flows and paths."""

    def __init__(self, images: list[int], network: Network) -> None:
        self._images, self._network = images, network

    @cached_property
    def _links(self) -> list[int | None]:
        """The image of each directed link; None where there is none."""
        ends: dict[tuple[int, int, str], int] = {}
        for place, (first, second, name, _) in enumerate(self._network.links):
            ends[first, second, name], ends[second, first, name] = 2 * place, 2 * place + 1
        return [ends.get((self._image(tail), self._image(head), name)) for tail, head, name in ends]

    def of(self, flow: Flow, route: Route | None) -> tuple[Flow, Route | None]:
        """Return the image of a flow, and of its path if it is a single one."""
        image = self._image(flow[0]), self._image(flow[1])
        if route is None:
            return image, None
        links = [self._links[link] for link in route]
        found = tuple(link for link in links if link is not None)
        if len(found) < len(links):
            raise Refused("evidence.symmetries: a link of a path is carried onto none")
        return image, found

    def _image(self, switch: int) -> int:
        return self._images[switch]


def _rate(entry: object, name: str, model: Model, flows: Mapping[Flow, int], links: int) -> Rate:
    if not isinstance(entry, list) or len(entry) != 5:
        raise Refused(f"{name} is not [source, destination, kind, paths, rate]")
    source, destination, kind, which, rate = entry
    flow = integer(source, f"{name}.0"), integer(destination, f"{name}.1")
    if flow not in flows:
        raise Refused(f"{name}: switch {flow[0]} has no demand for switch {flow[1]}")
    kinds = ANY if model.minimal is None else KINDS
    if kind not in kinds:
        raise Refused(f"{name}: {shown(kind)} is not one of {', '.join(kinds)}")
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


def _which(which: Any, name: str, control: Control, links: int) -> tuple[int | None, Route | None]:
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
