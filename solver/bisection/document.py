"""The documents that users download: the α-curve and the single point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.chords import Chord
from alphacut.solver.bisection.envelope import Envelope, Point, Segment
from alphacut.solver.bisection.sharing import sharing

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
        "segments": [_segment(segment) for segment in envelope.segments],
        **_proven(envelope),
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
    """Write the only point of an envelope whose range is one α, as `alphacut-point/1`."""
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
        "side": list(cut.side),
        "provenance": dict(provenance),
    }


def _about(topology: Mapping[str, Any], network: Network, balance: Balance) -> Document:
    return {
        "topology": dict(topology),
        "switches": network.switches,
        "links": network.count_by_class(),
        "balance": balance.name,
    }


def _segment(segment: Segment) -> Document:
    return {
        "from": str(segment.start),
        "to": _end(segment.end),
        "intercept": segment.cut.line.intercept,
        "slope": segment.cut.line.slope,
        "side": list(segment.cut.side),
    }


def _point(envelope: Envelope, point: Point) -> Document:
    return {
        "alpha": str(point.alpha),
        "value": str(envelope.upper_at(point.alpha)),
        "lower": str(point.lower),
        "proof": point.proof,
        "engine": point.engine,
        "seconds": round(point.seconds, 3),
        "certificate": point.certificate,
    }


def _proven(envelope: Envelope) -> Document:
    """Write points and the claims about intercepts that they build on."""
    points = [_point(envelope, point) for point in envelope.points]
    return _shared({"points": points, "levels": _levels(envelope)})


def _point_proven(envelope: Envelope, point: Point) -> Document:
    """Write one point, and the claims that it builds on."""
    written = _shared({"points": [_point(envelope, point)], "levels": _levels(envelope)})
    (alone,) = written.pop("points")
    return {"point": alone, **written}


def _shared(proven: dict[str, list[Document]]) -> Document:
    """Let what several proofs hold stand once; leave out what is empty."""
    number = len(proven["points"])
    claims, multipliers = sharing([*proven["points"], *proven["levels"]])
    written: Document = {"points": claims[:number]}
    if proven["levels"]:
        written["levels"] = claims[number:]
    return {**written, "multipliers": multipliers} if multipliers else written


def _levels(envelope: Envelope) -> list[Document]:
    """Write the claims about single intercepts that points build on."""
    return [
        {
            "intercept": level.intercept,
            "slope": level.slope,
            "engine": level.engine,
            "seconds": round(level.seconds, 3),
            "certificate": level.certificate,
        }
        for level in envelope.levels
        if level.proof == "certificate"
    ]


def _chord(chord: Chord) -> Document:
    return {
        "from": str(chord.start),
        "to": _end(chord.end),
        "intercept": str(chord.intercept),
        "slope": str(chord.slope),
    }


def _end(alpha: Alpha) -> str | None:
    return str(alpha) if alpha.finite else None
