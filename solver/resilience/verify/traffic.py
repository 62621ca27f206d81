"""The rates of samples: documents about throughput, or cuts that demands cross."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.common.fields import fraction_in, object_in, only_fields, same, text_in
from alphacut.solver.common.limits import Limits
from alphacut.solver.common.verdict import refuse_files
from alphacut.solver.resilience.verify.networks import Remaining, switches_in
from alphacut.solver.throughput.verify.document import verify_throughput
from alphacut.solver.traffic.reading import read_traffic
from alphacut.solver.traffic.traffic import Traffic

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Carrying:
    """What was asked about traffic."""

    traffic: tuple[Any, ...]  # specs
    alpha: str
    injection: Fraction

    def check(
        self, written: object, place: str, left: Remaining, spec: Json, limits: Limits
    ) -> None:
        """Check the rates of one sample, one for each kind of traffic."""
        if not isinstance(written, list) or len(written) != len(self.traffic):
            raise DocumentError(f"{place} is not a list of one rate for each kind of traffic")
        for number, (each, traffic) in enumerate(zip(written, self.traffic, strict=True)):
            self._check_rate(object_in(each, f"{place}.{number}"), f"{place}.{number}", traffic,
                             left, spec, limits)  # fmt: skip

    def _check_rate(
        self, node: Json, place: str, spec: Any, left: Remaining, topology: Json, limits: Limits
    ) -> None:
        only_fields(node, ("traffic", "lower", "upper", "side", "document"), place)
        if not same(node.get("traffic"), spec) or ("side" in node) == ("document" in node):
            raise Refused(f"{place} is about other traffic, or has not one of side and document")
        lower, upper = fraction_in(node, "lower"), fraction_in(node, "upper")
        try:
            traffic = read_traffic(spec, left.network)
        except QuestionError as error:
            raise DocumentError(f"{place}: {error}") from error
        if "document" in node:
            self._check_document(node, place, traffic, topology, limits)
            return
        if lower != 0:
            raise Refused(f"{place}.lower rests on nothing")
        if upper < self._most(node["side"], place, traffic, left):
            raise Refused(f"{place}.upper is less than what the cut allows")

    def _check_document(
        self, node: Json, place: str, traffic: Traffic, topology: Json, limits: Limits
    ) -> None:
        """Check a document about throughput, and that it is about this sample."""
        document = object_in(node["document"], f"{place}.document")
        try:
            verify_throughput(document, refuse_files, limits)
        except Refused as refusal:
            raise Refused(f"{place}.document: {refusal}") from refusal
        about = {
            "topology": topology, "traffic": traffic.spec, "alpha": self.alpha,
            "injection": str(self.injection),
        }  # fmt: skip
        for name, value in about.items():
            if not same(document.get(name), value):
                raise Refused(f"{place}.document is about another {name}")
        models = document["models"]
        if len(models) != 1 or str(models[0]["model"]) != "mcf":
            raise Refused(f"{place}.document is not about the maximum concurrent flow")
        rate = models[0]["rate"]
        for name in ("lower", "upper"):
            if text_in(node, name) != rate[name]:
                raise Refused(f"{place}.{name} is not that of its document")

    def _most(self, side: object, place: str, traffic: Traffic, left: Remaining) -> Fraction:
        """Return what a cut, and the hosts' own links, let through at most."""
        network = left.network
        inside = set(switches_in(side, f"{place}.side", network.switches))
        demands = traffic.between_switches(network)
        there = back = 0
        for first, second, weight in zip(
            demands.sources.tolist(), demands.destinations.tolist(), demands.weights.tolist(),
            strict=True,
        ):  # fmt: skip
            there += weight * (first in inside and second not in inside)
            back += weight * (second in inside and first not in inside)
        most = 1 / demands.busiest
        if not max(there, back):
            return most
        severed = sum(
            (
                left.intact.capacities[link.link_class] * link.multiplicity
                for link in network.links
                if (link.first in inside) != (link.second in inside)
            ),
            Fraction(0),
        )
        return min(most, severed / (max(there, back) * demands.unit * self.injection))
