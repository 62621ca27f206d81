"""Curves and points: every field that says something of the network is computed anew."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut_verify.certificates import check_certificate
from alphacut_verify.curves import Piece, largest_gap, lower_curve, value_at
from alphacut_verify.errors import Refused, Unreadable, Unsupported
from alphacut_verify.limits import DEFAULT, Limits
from alphacut_verify.network import Alpha, Balance, Network
from alphacut_verify.proofs.task import Task, read_alpha
from alphacut_verify.reading import (
    Object,
    a_list,
    a_rational,
    a_string,
    an_integer,
    an_object,
    integers,
    only,
    parse,
    read_file,
)  # fmt: skip
from alphacut_verify.sizes import allowed
from alphacut_verify.topology import build

CURVE, POINT = "alphacut-curve/1", "alphacut-point/1"
_COMMON = ("format", "topology", "switches", "links", "balance", "status")
_OPTIONAL = ("levels", "certificates", "multipliers", "provenance", "theorem", "gap", "sizes")
_POINT = ("alpha", "value", "lower", "proof", "certificate")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a document that was not refused has proven."""

    status: str  # "exact", "closed" or "bounded"
    switches: int
    proofs: dict[str, int]  # how many certificates of each kind were accepted
    remarks: tuple[str, ...] = ()  # what was not looked at


@dataclass(frozen=True, kw_only=True)
class _Point:
    """One point of a document."""

    alpha: Alpha
    value: Fraction
    lower: Fraction
    proof: str | None
    certificate: Any
    place: str

    @property
    def number(self) -> Fraction | None:
        """Its α; None is infinity."""
        return Fraction(self.alpha.p, self.alpha.q) if self.alpha.q else None

    @property
    def target(self) -> int:
        """The least scaled capacity that is not below `lower`."""
        scaled = self.lower * (self.alpha.q or 1)
        return -(-scaled.numerator // scaled.denominator)

    @property
    def closed(self) -> bool:
        """Whether both bounds meet."""
        return self.lower == self.value


def verify(document: Any, folder: Path | None = None, limits: Limits = DEFAULT) -> Verdict:
    """Check a curve or a point.

    Parameters
    ----------
    document
        What `reading.parse` makes of the file.
    folder
        Where certificates in files beside the document are looked for; None if there are none.
    limits
        What the check may cost.

    Raises
    ------
    Refused, Unreadable
        If something in it is false, is not proven, or cannot be told.
    Unsupported, TooLarge
        If it cannot be checked here; nothing was found false.
    """
    return _Check(an_object(document, ""), folder, limits).verdict()


@dataclass
class _Check:
    document: Object
    folder: Path | None
    limits: Limits
    proofs: dict[str, int] = field(default_factory=dict)

    def verdict(self) -> Verdict:
        kind = self.document.get("format")
        if kind not in (CURVE, POINT):
            raise Unreadable(
                "format", f"must be {CURVE} or {POINT}; `alphacut verify` checks others"
            )
        own = ("segments", "points") if kind == CURVE else ("point", "intercept", "slope", "side")
        only(
            self.document,
            "",
            (*_COMMON, *own),
            (*_OPTIONAL, "lower" if kind == CURVE else "partition"),
        )
        self._read_network()
        self._upper = self._segments() if kind == CURVE else []
        raw = self.document["points"] if kind == CURVE else [self.document["point"]]
        self._points = self._read_points(raw, kind)
        self._check_values(kind)
        self._prove()
        self._check_status(kind)
        if kind == CURVE:
            self._check_lower()
        else:
            self._check_point_gap()
        remarks = ["what it says of a theorem was not looked at"] * ("theorem" in self.document)
        return Verdict(
            status=self.document["status"],
            switches=self._network.switches,
            proofs=self.proofs,
            remarks=tuple(remarks),
        )

    # ---- the network -------------------------------------------------------------------------

    def _read_network(self) -> None:
        self._network = build(self.document["topology"], "topology", self.limits)
        if an_integer(self.document["switches"], "switches") != self._network.switches:
            raise Refused("switches", f"the network has {self._network.switches}")
        counts = an_object(self.document["links"], "links")
        for name, count in counts.items():
            an_integer(count, f"links.{name}")
        if counts != self._network.counts():
            raise Refused("links", f"the network has {self._network.counts()}")
        halves = balance_of(self._network, self.document["balance"])
        self._cuts = allowed(self._network, halves, self.document.get("sizes"))

    # ---- the upper curve -----------------------------------------------------------------------

    def _segments(self) -> list[Piece]:
        pieces: list[Piece] = []
        entries = a_list(self.document["segments"], "segments")
        if not entries:
            raise Unreadable("segments", "must have at least one")
        for i, entry in enumerate(entries):
            place = f"segments.{i}"
            only(an_object(entry, place), place, ("from", "to", "intercept", "slope", "side"), ())
            self._check_cut(entry, place)
            start = a_rational(entry["from"], f"{place}.from")
            last = i == len(entries) - 1
            end = None if last and entry["to"] is None else a_rational(entry["to"], f"{place}.to")
            if end is not None and end <= start:
                raise Refused(f"{place}.to", "must be above `from`")
            piece = Piece(
                start=start, end=end,
                intercept=Fraction(entry["intercept"]), slope=Fraction(entry["slope"]),
            )  # fmt: skip
            if pieces:
                self._check_meeting(pieces[-1], piece, place)
            pieces.append(piece)
        return pieces

    def _check_cut(self, entry: Object, place: str) -> None:
        side = integers(entry["side"], f"{place}.side".strip("."), 0, self._network.switches - 1)
        if list(side) != sorted(set(side)):
            raise Refused(f"{place}.side".strip("."), "must be sorted, each switch once")
        if not self._cuts.holds(side):
            raise Refused(
                f"{place}.side".strip("."),
                "does not divide the weight as equally as can be, or as `sizes` say",
            )
        told = tuple(
            an_integer(entry[name], f"{place}.{name}".strip(".")) for name in ("intercept", "slope")
        )
        found = self._network.severed(side)
        if told != found:
            raise Refused(place, f"the side severs {found[0]} + {found[1]}·α")

    @staticmethod
    def _check_meeting(before: Piece, piece: Piece, place: str) -> None:
        if before.end != piece.start:
            raise Refused(f"{place}.from", "there is a gap to the segment before")
        if before.at(piece.start) != piece.at(piece.start):
            raise Refused(f"{place}.from", "the two segments do not meet there")
        if not (before.intercept < piece.intercept and before.slope > piece.slope):
            raise Refused(place, "intercepts must increase and slopes decrease")

    # ---- points --------------------------------------------------------------------------------

    def _read_points(self, raw: Any, kind: str) -> list[_Point]:
        found: list[_Point] = []
        for i, entry in enumerate(a_list(raw, "points")):
            place = f"points.{i}" if kind == CURVE else "point"
            only(an_object(entry, place), place, _POINT, ("engine", "seconds"))
            proof = entry["proof"]
            if proof not in ("certificate", "solver", None):
                raise Unreadable(f"{place}.proof", "must be certificate, solver or null")
            point = _Point(
                alpha=read_alpha(entry["alpha"], f"{place}.alpha"),
                value=a_rational(entry["value"], f"{place}.value"),
                lower=a_rational(entry["lower"], f"{place}.lower"),
                proof=proof,
                certificate=entry["certificate"],
                place=place,
            )
            self._check_point(point)
            if found and not _before(found[-1].number, point.number):
                raise Refused(f"{place}.alpha", "points must be in order of α, each once")
            found.append(point)
        return found

    @staticmethod
    def _check_point(point: _Point) -> None:
        if point.lower > point.value:
            raise Refused(f"{point.place}.lower", "is above the value")
        if point.lower and point.proof is None:
            raise Refused(f"{point.place}.proof", "a bound above 0 needs a proof")
        if (point.certificate is None) == (point.proof == "certificate"):
            raise Refused(
                f"{point.place}.certificate", "must be there where `proof` says so, and only there"
            )

    def _check_values(self, kind: str) -> None:
        if kind == POINT:
            self._check_cut(self.document, "")
        for point in self._points:
            if kind == POINT:
                scaled = point.alpha.scaled((self.document["intercept"], self.document["slope"]))
                value = Fraction(scaled, point.alpha.q or 1)
            else:
                value = self._on_the_curve(point)
            if value != point.value:
                raise Refused(f"{point.place}.value", f"the cut has {value} there")
        if "partition" in self.document:
            self._check_partition(self._points[0])

    def _check_partition(self, point: _Point) -> None:
        """Check the partition that the least cut is compared with."""
        told = an_object(self.document["partition"], "partition")
        only(told, "partition", ("intercept", "slope", "side"), ())
        self._check_cut(told, "partition")
        if point.alpha.scaled((told["intercept"], told["slope"])) < point.alpha.scaled(
            (self.document["intercept"], self.document["slope"])
        ):
            raise Refused("partition", "severs less than the cut that is said to be the best")

    def _on_the_curve(self, point: _Point) -> Fraction:
        start, end = self._upper[0].start, self._upper[-1].end
        if point.number is None:
            if end is not None:
                raise Refused(f"{point.place}.alpha", "is beyond the segments")
            return self._upper[-1].slope
        if point.number < start or (end is not None and point.number > end):
            raise Refused(f"{point.place}.alpha", "is beyond the segments")
        return value_at(self._upper, point.number)

    # ---- proofs --------------------------------------------------------------------------------

    def _prove(self) -> None:
        self._proven: dict[int, bool] = {}  # by number of a point; False while it is checked
        self._claims = self._read_claims()
        for claim in self._claims:
            self._check(
                claim["certificate"], claim["place"], Alpha(p=1, q=0), claim["slope"],
                claim["intercept"],
            )  # fmt: skip
        for i, point in enumerate(self._points):
            if point.proof == "certificate":
                self._prove_point(i, point.place)

    def _prove_point(self, i: int, place: str) -> None:
        if i in self._proven:
            if not self._proven[i]:
                raise Refused(place, "proofs run in a circle")
            return
        self._proven[i] = False
        point = self._points[i]
        self._check(point.certificate, point.place, point.alpha, point.target, None)
        self._proven[i] = True

    def _read_claims(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for i, entry in enumerate(a_list(self.document.get("levels", []), "levels")):
            place = f"levels.{i}"
            only(
                an_object(entry, place), place,
                ("intercept", "slope", "certificate"), ("engine", "seconds"),
            )  # fmt: skip
            intercept = an_integer(entry["intercept"], f"{place}.intercept", 0)
            slope = an_integer(entry["slope"], f"{place}.slope", 0)
            claim = {"intercept": intercept, "slope": slope, "place": place}
            found.append({**claim, "certificate": entry["certificate"]})
        return found

    def _check(
        self, written: Any, place: str, alpha: Alpha, target: int, intercept: int | None
    ) -> None:
        certificate, where = self._certificate(written, f"{place}.certificate")
        check_certificate(
            Task(
                network=self._cuts.network, balance=self._cuts.balance, alpha=alpha, target=target,
                certificate=certificate, place=where, point=self._point_bound,
                level=self._claimed, intercept=intercept, limits=self.limits,
                multipliers=an_object(self.document.get("multipliers", {}), "multipliers"),
            )
        )  # fmt: skip
        kind = certificate["kind"]
        self.proofs[kind] = self.proofs.get(kind, 0) + 1

    def _point_bound(self, alpha: Alpha, place: str) -> int:
        for i, point in enumerate(self._points):
            if point.alpha == alpha:
                if point.proof != "certificate":
                    raise Refused(place, "this point has no certificate")
                self._prove_point(i, place)
                return point.target
        raise Refused(place, "there is no such point in the document")

    def _claimed(self, intercept: int, place: str) -> int:
        slopes: list[int] = [
            claim["slope"] for claim in self._claims if claim["intercept"] == intercept
        ]
        if not slopes:
            raise Refused(place, "the document has no claim about this intercept")
        return max(slopes)

    def _certificate(self, written: Any, place: str) -> tuple[Object, str]:
        if isinstance(written, str):
            place = f"certificates.{written}"
            named = an_object(self.document.get("certificates", {}), "certificates")
            if written not in named:
                raise Refused(place, "is not there")
            written = named[written]
        found = an_object(written, place)
        if "file" not in found or "format" in found:
            return found, place
        return self._from_file(found, place), place

    def _from_file(self, named: Object, place: str) -> Object:
        only(named, place, ("file", "sha256"), ())
        name = a_string(named["file"], f"{place}.file")
        if self.folder is None or name in ("", ".", "..") or {"/", "\\", "\0"} & set(name):
            raise Refused(f"{place}.file", "must be the plain name of a file beside the document")
        path = (self.folder / name).resolve()
        if path.parent != self.folder.resolve():
            raise Refused(f"{place}.file", "leads out of the folder")
        content = read_file(path, self.limits)
        if hashlib.sha256(content).hexdigest() != named["sha256"]:
            raise Refused(f"{place}.sha256", "is not that of the file")
        return an_object(parse(content, self.limits), f"{place}.file")

    # ---- what is claimed of all ------------------------------------------------------------------

    def _check_status(self, kind: str) -> None:
        status = self.document["status"]
        if status == "formula":
            raise Unsupported("status", "theorems are not checked here")
        if status not in ("exact", "closed", "bounded"):
            raise Unreadable("status", "must be exact, closed or bounded")
        if status == "bounded":
            return
        needed: list[Fraction | None]
        if kind == POINT:
            needed = [self._points[0].number]
        else:
            needed = [self._upper[0].start, *(piece.end for piece in self._upper)]
        at = {point.number: point for point in self._points}
        for number in needed:
            told = "inf" if number is None else str(number)
            point = at.get(number)
            if point is None or not point.closed:
                raise Refused("status", f"the bounds at α = {told} do not meet, so it is bounded")
            if status == "exact" and point.proof != "certificate":
                raise Refused("status", f"no certificate proves α = {told}, so it is not exact")

    def _check_lower(self) -> None:
        start, end = self._upper[0].start, self._upper[-1].end
        bounds = {point.number: point.lower for point in self._points}
        slope = bounds.pop(None, Fraction(0))
        bounds.setdefault(Fraction(0), Fraction(0))
        finite = sorted((alpha, bound) for alpha, bound in bounds.items() if alpha is not None)
        curve = lower_curve(finite, slope, start, end)
        bounded = self.document["status"] == "bounded"
        if "lower" in self.document:
            told = _pieces(self.document["lower"])
            if told != curve:
                raise Refused("lower", "is not the curve that the points and concavity give")
        elif bounded:
            raise Unreadable("lower", "is missing")
        self._check_gap(largest_gap(self._upper, curve))

    def _check_point_gap(self) -> None:
        (point,) = self._points
        gap = (point.value - point.lower) / point.value if point.value else Fraction(0)
        self._check_gap(gap)

    def _check_gap(self, gap: Fraction) -> None:
        if "gap" in self.document:
            if a_rational(self.document["gap"], "gap") != gap:
                raise Refused("gap", f"is {gap}")
        elif self.document["status"] == "bounded" and self.document["format"] == CURVE:
            raise Unreadable("gap", "is missing")


def balance_of(network: Network, name: Any) -> Balance:
    """Return what halves of a network are, by switches or by hosts."""
    if name == "switches":
        return Balance.of((1,) * network.switches)
    if name != "hosts":
        raise Unreadable("balance", "must be switches or hosts")
    if not sum(network.hosts):
        raise Refused("balance", "the network has no hosts")
    return Balance.of(network.hosts)


def _before(one: Fraction | None, other: Fraction | None) -> bool:
    return one is not None and (other is None or one < other)


def _pieces(value: Any) -> list[Piece]:
    found = []
    entries: Sequence[Any] = a_list(value, "lower")
    for i, entry in enumerate(entries):
        place = f"lower.{i}"
        only(an_object(entry, place), place, ("from", "to", "intercept", "slope"), ())
        last = i == len(entries) - 1 and entry["to"] is None
        found.append(
            Piece(
                start=a_rational(entry["from"], f"{place}.from"),
                end=None if last else a_rational(entry["to"], f"{place}.to"),
                intercept=a_rational(entry["intercept"], f"{place}.intercept"),
                slope=a_rational(entry["slope"], f"{place}.slope"),
            )
        )
    return found
