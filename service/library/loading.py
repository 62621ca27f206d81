"""Results that were saved, read again."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import build_any, parse
from alphacut.arrangements.words import shown
from alphacut.service.cli.documents import read_document
from alphacut.service.library.answers import (
    Conjecture,
    Placement,
    Routes,
    Simulation,
    StencilMapping,
    Synthesis,
    Throughput,
)
from alphacut.service.library.designing import FoundDesigns
from alphacut.service.library.failures import Resilience
from alphacut.service.library.laying_out import Layout, laid_again
from alphacut.service.library.profiles import Profile
from alphacut.service.library.results import Answer, Bisection, Bound, Curve
from alphacut.solver.common.errors import DocumentError

FABRIC, LAYOUT = "alphacut-fabric/1", "alphacut-layout/1"  # which are of no network asked about
OF_FORMAT: Mapping[str, type[Answer]] = {
    "alphacut-curve/1": Curve,
    "alphacut-point/1": Bisection,
    "alphacut-profile/1": Profile,
    "alphacut-throughput/1": Throughput,
    "alphacut-placement/1": Placement,
    "alphacut-routing/1": Routes,
    "alphacut-simulation/1": Simulation,
    "alphacut-resilience/1": Resilience,
    "alphacut-synthesis/1": Synthesis,
    "alphacut-design/2": FoundDesigns,
    "alphacut-conjecture/1": Conjecture,
}

WITHOUT_NETWORK = (FoundDesigns, Conjecture)


def load(path: str | Path) -> Any:
    """Read a result that `save` or a command has written; nothing in it is checked yet.

    Nodes are the names in the document, as text, or numbers where there are none. What
    `alphacut fabric` has written comes back as `fabric` gives it: a document.

    Raises
    ------
    DocumentError
        If it cannot be read, or is of no kind that is read here.

    See Also
    --------
    verify : Checks a result and its proofs.
    """
    if not isinstance(path, str | Path):
        raise DocumentError(f"must be the path of a file, got {shown(type(path).__name__)}")
    document = read_document(Path(path))
    if not isinstance(document, dict):
        raise DocumentError(f"{path} is not a JSON object")
    if document.get("format") == FABRIC:
        return document
    if document.get("format") == LAYOUT:
        return _layout(document)
    made_of = _made_of(document)
    if made_of is None:
        known = ", ".join((*OF_FORMAT, FABRIC, LAYOUT))
        raise DocumentError(
            f"format is {shown(document.get('format'))}; it should be one of {known}"
        )
    if "topology" not in document and made_of in WITHOUT_NETWORK:
        return made_of(document=document, nodes=())
    network = build_any(parse(_topology(document)))
    nodes: tuple[Hashable, ...] = network.names or tuple(range(network.switches))
    return made_of(document=document, nodes=nodes)


def _layout(document: dict[str, Any]) -> Layout:
    """Lay a network out as its document did, for lists of cables are not all in it."""
    try:
        return laid_again(document)
    except (KeyError, TypeError, AttributeError) as error:
        raise DocumentError(f"lacks what a layout has been asked: {error}") from error


def _topology(document: Mapping[str, Any]) -> Any:
    """Return the network of a document, or the first of several."""
    several = document.get("networks")
    if isinstance(several, list) and several and isinstance(several[0], dict):
        return several[0].get("topology")
    return document.get("topology")


def _made_of(document: Mapping[str, Any]) -> type[Answer] | None:
    found = document.get("format")
    if found == "alphacut-point/1" and "partition" in document:
        return Bound
    if found == "alphacut-placement/1" and _of_a_stencil(document):
        return StencilMapping
    return OF_FORMAT.get(found) if isinstance(found, str) else None


def _of_a_stencil(document: Mapping[str, Any]) -> bool:
    question = document.get("question")
    return isinstance(question, Mapping) and question.get("stencil") is not None
