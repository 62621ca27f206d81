"""Checking the document on what failures cost, from nothing but itself.

The bisection of each network is checked as the point that it is. Every sample is drawn anew with
its seed, its cut measured, and its bound derived again: by the theorem on losses, by a certificate
that its checker accepts, or from the bounds of other levels of the same sample. Bands and ranking
are counted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import (
    alpha_in,
    document_in,
    fraction_in,
    integer_in,
    object_in,
    same,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.resilience.verify.counting import bands_of, ranking_of
from alphacut.solver.resilience.verify.networks import Drawing, Intact, exactly
from alphacut.solver.resilience.verify.samples import Checked, check_sample
from alphacut.solver.resilience.verify.traffic import Carrying
from alphacut.solver.resilience.verify.worst import check_worst

Json = Mapping[str, Any]
FORMAT = "alphacut-resilience/1"
FIELDS = ("format", "question", "status", "networks", "ranking", "provenance")
QUESTION = ("fail", "samples", "seed", "alpha", "traffic", "injection")
NETWORK = ("topology", "status", "intact", "levels", "samples", "bands", "worst")
MOST_SAMPLES, MOST_LEVELS, MOST_NETWORKS = 1_000, 21, 8
STATUSES = ("bounded", "exact")


def verify_resilience(
    document: object, load: Load = refuse_files, limits: Limits = USUAL
) -> Verdict:
    """Check the document with the proofs of all its values.

    Raises
    ------
    DocumentError
        If it is not one that can be read, or has members that are not known.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false, or does not prove what it is labelled with.
    """
    written = document_in(document, FORMAT, FIELDS)
    missing = next((name for name in FIELDS if name not in written), None)
    if missing is not None:
        raise DocumentError(f"{missing} is missing")
    object_in(written["provenance"], "provenance")
    listed = written["networks"]
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_NETWORKS:
        raise DocumentError(f"networks is not a list of 1 to {MOST_NETWORKS}")
    with within(limits):
        question = _Question(object_in(written["question"], "question"))
        words: list[str] = []
        statuses = []
        for place, each in enumerate(listed):
            node = object_in(each, f"networks.{place}")
            status, told = question.check(node, f"networks.{place}", load, limits)
            statuses.append(status)
            words += told
        if written["ranking"] is not None and not same(written["ranking"], ranking_of(listed)):
            raise Refused("ranking does not follow from the bands")
    return Verdict(status=_weakest(written, statuses), checked=tuple(words))


def _weakest(written: Json, statuses: Sequence[str]) -> str:
    """Check the status of the whole document, and return it."""
    return _status(written, min(statuses, key=STATUSES.index), "the document")


def _status(node: Json, proven: str, place: str) -> str:
    status = text_in(node, "status")
    if status not in STATUSES:
        raise DocumentError(
            f"{place}.status is {shown(status)}; it should be one of {', '.join(STATUSES)}"
        )
    if STATUSES.index(status) > STATUSES.index(proven):
        raise Refused(f"{place}.status is {status!r}, but what is proven is {proven!r}")
    return status


class _Question:
    """The question of a document, which all its networks answer."""

    def __init__(self, node: Json) -> None:
        exactly(node, QUESTION, "question")
        fail = object_in(node.get("fail"), "question.fail")
        exactly(fail, ("what", "class"), "question.fail")
        what, name = text_in(fail, "what"), fail.get("class")
        if what not in ("links", "switches") or not (name is None or isinstance(name, str)):
            raise DocumentError("question.fail tells nothing that can fail")
        if what == "switches" and name is not None:
            raise Refused("question.fail.class is told of switches")
        self._drawing = Drawing(what=what, link_class=name)
        self._samples, self._seed = integer_in(node, "samples"), integer_in(node, "seed")
        if not 0 <= self._samples <= MOST_SAMPLES or self._seed < 0:
            raise Refused(f"question.samples are not from 0 to {MOST_SAMPLES}, or a seed is less")
        self._alpha = alpha_in(node, "alpha")
        injection = fraction_in(node, "injection")
        traffic = node.get("traffic")
        if not self._alpha.finite or self._alpha == Alpha(0, 1) or injection <= 0:
            raise Refused("question.alpha or injection is not above 0 and finite")
        if str(self._alpha) != node["alpha"] or str(injection) != node["injection"]:
            raise Refused("question.alpha or injection is not in lowest terms")
        if not isinstance(traffic, list):
            raise DocumentError("question.traffic is not a list")
        self._carrying = Carrying(
            traffic=tuple(traffic), alpha=str(self._alpha), injection=injection
        )

    def check(
        self, node: Json, place: str, load: Load, limits: Limits
    ) -> tuple[str, tuple[str, ...]]:
        """Check one network; return what is proven of it, and what was checked."""
        exactly(node, NETWORK, place)
        intact = self._intact(node, place, load, limits)
        numbers = self._levels(node["levels"], f"{place}.levels", intact)
        samples = self._sampled(node["samples"], f"{place}.samples", numbers, intact, limits)
        if not same(node["bands"], bands_of(node["samples"], len(numbers))):
            raise Refused(f"{place}.bands do not follow from the samples")
        if node["worst"] is not None:
            check_worst(node["worst"], f"{place}.worst", intact)
        met = all(each.lower == each.upper for sample in samples for each in sample)
        proven = "exact" if met and intact.status == "exact" else "bounded"
        return _status(node, proven, place), _told(intact, samples, node["worst"] is not None)

    def _intact(self, node: Json, place: str, load: Load, limits: Limits) -> Intact:
        """Check the bisection of the network before anything fails at random."""
        point = object_in(node["intact"], f"{place}.intact")
        if point.get("format") != "alphacut-point/1" or "sizes" in point or "partition" in point:
            raise DocumentError(f"{place}.intact is not the point of a bisection")
        if not same(point.get("topology"), node["topology"]):
            raise Refused(f"{place}.intact is about another network than the topology")
        try:
            verdict = verify_document(point, load, limits)
        except Refused as refusal:
            raise Refused(f"{place}.intact: {refusal}") from refusal
        failed = object_in(node["topology"], f"{place}.topology").get("failed") or {}
        if failed.get("random_links") or failed.get("random_switches"):
            raise Refused(f"{place}.topology has random failures beside those of the samples")
        network = rebuilt(node["topology"])
        about = object_in(point["point"], "point")
        if alpha_in(about, "alpha") != self._alpha:
            raise Refused(f"{place}.intact is at another α than the question")
        certified = about["proof"] == "certificate"
        return Intact(
            topology=node["topology"],
            network=network,
            balance=Balance.of(network, text_in(point, "balance")),
            alpha=self._alpha,
            lower=fraction_in(about, "lower") if certified else Fraction(0),
            value=fraction_in(about, "value"),
            status=verdict.status,
            side=tuple(point["side"]),
        )

    def _levels(self, written: object, place: str, intact: Intact) -> list[int]:
        """Check how many fail at each level, and return these numbers."""
        if not isinstance(written, list) or not 1 <= len(written) <= MOST_LEVELS:
            raise DocumentError(f"{place} is not a list of 1 to {MOST_LEVELS} levels")
        there, numbers = self._drawing.there(intact.network), list[int]()
        for i, each in enumerate(written):
            node = object_in(each, f"{place}.{i}")
            exactly(node, ("share", "number"), f"{place}.{i}")
            number = integer_in(node, "number")
            if node.get("share", "") is not None:
                share = fraction_in(node, "share")
                if number != max(1, floor(share * there + Fraction(1, 2))):
                    raise Refused(f"{place}.{i}.number is not this share of {there}")
            if not (numbers[-1] if numbers else 0) < number <= there:
                raise Refused(f"{place}.{i}.number does not rise, or is more than there are")
            numbers.append(number)
        return numbers

    def _sampled(
        self, written: object, place: str, numbers: list[int], intact: Intact, limits: Limits
    ) -> list[list[Checked]]:
        """Check all samples, which are as many as were asked for, or the first of them."""
        if not isinstance(written, list) or len(written) > self._samples:
            raise DocumentError(f"{place} is not a list of at most {self._samples} samples")
        return [
            check_sample(
                each, f"{place}.{i}", self._seed + i, numbers, intact, self._drawing,
                self._carrying, limits,
            )
            for i, each in enumerate(written)
        ]  # fmt: skip


def _told(intact: Intact, samples: Sequence[Sequence[Checked]], worst: bool) -> tuple[str, ...]:
    values = [each for sample in samples for each in sample]
    exact = sum(each.lower == each.upper for each in values)
    told = [
        f"{intact.network.switches} switches rebuilt, B from {intact.lower} to {intact.value}",
        f"{len(samples)} samples drawn again, {len(values)} cuts measured and bounds derived anew, "
        f"{exact} of them exact",
    ]
    return (*told, "the worst failures derived anew") if worst else tuple(told)
