"""The documents that users download: the α-curve and the single point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.chords import Chord
from alphacut.solver.bisection.envelope import Envelope, Point, ProvenLemma, Segment
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.sharing import sharing
from alphacut.solver.bisection.sizes import sizes_document
from alphacut.solver.common.alpha import Alpha

CURVE_FORMAT = "alphacut-curve/1"
POINT_FORMAT = "alphacut-point/1"

Document = dict[str, Any]  # a JSON object


def curve_document(
    envelope: Envelope,
    *,
    topology: Mapping[str, Any],
    network: Network,
    balance: Balance,
    provenance: Mapping[str, Any],
) -> Document:
    """Write a curve as `alphacut-curve/1`.

    Parameters
    ----------
    topology
        The complete spec from which the network was built.
    provenance
        Where and how the curve was computed, for people.
    """
    status = envelope.status
    document: Document = {
        "format": CURVE_FORMAT,
        **_about(topology, network, balance),
        "status": status,
        "segments": [_segment(segment, network.switches) for segment in envelope.segments],
        **_proven(envelope, envelope.points),
        "provenance": dict(provenance),
    }
    if status == "bounded":
        document["lower"] = [_chord(chord) for chord in envelope.lower]
        document["gap"] = str(envelope.gap)
    return document


def point_document(
    envelope: Envelope,
    *,
    topology: Mapping[str, Any],
    network: Network,
    balance: Balance,
    provenance: Mapping[str, Any],
) -> Document:
    """Write the only point of an envelope whose range is one α, as `alphacut-point/1`.

    Parameters
    ----------
    topology
        The complete spec.
    provenance
        Who computed it, with what.
    """
    alpha = envelope.low
    cut = envelope.best_at(alpha)
    point = envelope.point_at(alpha) or Point(alpha=alpha, bound=0, proof=None)
    return {
        "format": POINT_FORMAT,
        **_about(topology, network, balance),
        "status": envelope.status,
        **_point_proven(envelope, point),
        "intercept": cut.line.intercept,
        "slope": cut.line.slope,
        "side": _side(cut, network.switches),
        "provenance": dict(provenance),
    }


def _about(topology: Mapping[str, Any], network: Network, balance: Balance) -> Document:
    return {
        "topology": dict(topology),
        "switches": network.switches,
        "links": network.count_by_class(),
        "balance": balance.name,
        **sizes_document(balance),
    }


def _side(cut: Cut, switches: int) -> list[int]:
    """Return a side of a cut, without isolated switches that were added for a range of sizes."""
    return [switch for switch in cut.side if switch < switches]


def _segment(segment: Segment, switches: int) -> Document:
    return {
        "from": str(segment.start),
        "to": _end(segment.end),
        "intercept": segment.cut.line.intercept,
        "slope": segment.cut.line.slope,
        "side": _side(segment.cut, switches),
    }


def _point(envelope: Envelope, point: Point, certificate: Certificate | None) -> Document:
    return {
        "alpha": str(point.alpha),
        "value": str(envelope.upper_at(point.alpha)),
        "lower": str(point.lower),
        "proof": point.proof,
        "engine": point.engine,
        "seconds": round(point.seconds, 3),
        "certificate": None if certificate is None else write(certificate),
    }


def _lemma(lemma: ProvenLemma, certificate: Certificate | None) -> Document:
    return {
        "intercept": lemma.intercept,
        "slope": lemma.slope,
        "engine": lemma.engine,
        "seconds": round(lemma.seconds, 3),
        "certificate": None if certificate is None else write(certificate),
    }


def _proven(envelope: Envelope, points: Sequence[Point]) -> Document:
    """Write points and the lemmas of intercepts that they build on.

    What several proofs hold stands once; what is empty is left out. The trees of open lemmas
    stand as proofs of the slope 0, for a later run to go on with.
    """
    lemmas = [lemma for lemma in envelope.lemmas if lemma.proof == "certificate"]
    proofs = [p.certificate for p in points] + [lemma.certificate for lemma in lemmas]
    certificates, multipliers = sharing(proofs)
    of_points, of_lemmas = certificates[: len(points)], certificates[len(points) :]
    written: Document = {
        "points": [_point(envelope, p, c) for p, c in zip(points, of_points, strict=True)]
    }
    trees = [*envelope.ledger.trees] if envelope.open else []
    if lemmas or trees:
        written["levels"] = [
            *(_lemma(p, c) for p, c in zip(lemmas, of_lemmas, strict=True)),
            *(_lemma(ProvenLemma(intercept=i, slope=0, proof=None), tree) for i, tree in trees),
        ]
    if multipliers:
        written["multipliers"] = {name: write(each) for name, each in multipliers.items()}
    return written


def _point_proven(envelope: Envelope, point: Point) -> Document:
    """Write one point, and the lemmas that it builds on."""
    written = _proven(envelope, [point])
    (alone,) = written.pop("points")
    return {"point": alone, **written}


def _chord(chord: Chord) -> Document:
    return {
        "from": str(chord.start),
        "to": _end(chord.end),
        "intercept": str(chord.intercept),
        "slope": str(chord.slope),
    }


def _end(alpha: Alpha) -> str | None:
    return str(alpha) if alpha.finite else None
