"""Topology specs: one JSON object, or one word on the command line, for each network."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec._base import FamilySpec, Limits, Size
from alphacut.arrangements.formats.spec._problems import spec_error
from alphacut.arrangements.formats.spec._results import refuse_result
from alphacut.arrangements.formats.spec._surrogates import refuse_surrogates
from alphacut.arrangements.formats.spec._text import (
    EXAMPLE,
    PRESET,
    named_object,
    object_of,
    unknown_family,
)
from alphacut.arrangements.formats.spec.families import FAMILIES, model_of
from alphacut.arrangements.presets import expand
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphacut.arrangements.formats.exchange._base import NamedCable
    from alphacut.arrangements.formats.spec.graph import GraphSpec
    from alphacut.arrangements.network import Network

__all__ = [
    "LIMITS",
    "UNLIMITED",
    "FamilySpec",
    "Limits",
    "Size",
    "build",
    "build_any",
    "complete",
    "estimate",
    "parse",
    "parse_named",
    "read",
    "read_cables",
    "to_spec",
]

LIMITS = Limits()
UNLIMITED = Limits(switches=sys.maxsize, links=sys.maxsize)  # where sizes were limited before
KNOWN = (*FAMILIES, PRESET)
LONGEST_TEXT = 10_000  # characters of a short form from anyone


def parse(obj: object, limits: Limits = LIMITS) -> FamilySpec:
    """Check a spec, an object as JSON gives it, and fill in its defaults.

    Parameters
    ----------
    obj
        The object; its "family" decides which fields it has.
    limits
        The largest network that is accepted, told from the parameters alone.

    Raises
    ------
    SpecError
        With all that is wrong with it, and what would be right.
    """
    if not isinstance(obj, dict):
        example = '{"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}'
        raise SpecError("", f"a spec is an object such as {example}, got {shown(obj)}")
    if obj.get("family") == PRESET:
        obj = expand(obj)
    model = _model(obj)
    try:
        spec = model.model_validate(obj)
    except ValidationError as error:
        refuse_surrogates(obj)  # of which the words of no other error could be made
        raise spec_error(model, error) from error
    spec.check_size(limits)
    return spec


def parse_named(text: str, limits: Limits = LIMITS) -> FamilySpec:
    """Read the short form of a spec or a machine's name, and check it as `parse` does.

    No file is read, so that the text may come from anyone.

    Raises
    ------
    SpecError
        If it is neither, or anything is wrong with it.
    """
    obj = named_object(text) if len(text) <= LONGEST_TEXT else None
    if obj is None:
        if unknown := unknown_family(text[:LONGEST_TEXT]):
            raise unknown
        raise SpecError("", f"a spec as text is a short form such as {EXAMPLE}, got {shown(text)}")
    return parse(obj, limits)


def _ignore(_remark: str) -> None:
    """Take no notice of what a file of another format lost."""


def read(
    text: str, limits: Limits = LIMITS, remark: Callable[[str], object] = _ignore
) -> FamilySpec:
    """Read a spec as the command line gives it, and check it as `parse` does.

    Parameters
    ----------
    text
        A short form (`dragonfly:a=4,h=2,arrangement=relative`,
        `torus:sides=8x8`), a JSON object, or the path of a file: a spec in
        JSON, or a network in a format of `arrangements.formats.exchange`;
        `file:path=PATH,format=NAME` names the format, and other options.
    limits
        The largest network that is accepted.
    remark
        Called with each thing of a file that is not kept, or was understood in
        one of several ways.

    Raises
    ------
    SpecError
        If it cannot be read, or anything is wrong with it.
    """
    found = object_of(text, remark, limits)
    return parse(found.object, limits).from_file(found.balance, found.host_names)


def read_cables(
    text: str, limits: Limits = LIMITS, remark: Callable[[str], object] = _ignore
) -> tuple[FamilySpec, tuple[NamedCable, ...]]:
    """Read a spec as `read` does, and beside it what its file calls each cable.

    Cables are those of the whole network, of which nothing has failed.
    """
    found = object_of(text, remark, limits)
    spec = parse(found.object, limits).from_file(found.balance, found.host_names)
    return spec, found.cables if spec.failed is None else ()


def build(spec: FamilySpec, limits: Limits = LIMITS) -> Network:
    """Build the network of a spec.

    Raises
    ------
    SpecError
        If it would be larger than the limits; nothing is built then.
    """
    spec.check_size(limits)
    return spec.build()


def build_any(spec: FamilySpec, limits: Limits = LIMITS) -> Network:
    """Build the network of a spec, or what is known of it where any wiring is meant.

    Curves and points take both; all else takes `build`, which refuses what names no wiring.
    """
    spec.check_size(limits)
    return spec.build_any()


def complete(spec: FamilySpec) -> dict[str, Any]:
    """Write a spec as a JSON object with all defaults filled in; `parse` gives it back equal."""
    return spec.complete()


def estimate(spec: FamilySpec) -> Size:
    """Compute the size of a spec's network from its parameters, without building it.

    Exact, but for links of a graph that name the same switches and class twice.
    """
    return spec.size()


def to_spec(network: Network) -> GraphSpec:
    """Write any network as a spec of the family "graph".

    Raises
    ------
    SpecError
        If its wiring is not known.
    """
    if isinstance(network, AnyWiring):
        raise SpecError("wiring", "any stands for every wiring, and cannot be listed link by link")
    from alphacut.arrangements.formats.spec.graph import GraphSpec

    try:
        return GraphSpec.of(network)
    except ValidationError as error:
        raise spec_error(GraphSpec, error) from error


def _model(obj: dict[str, Any]) -> type[FamilySpec]:
    if "family" not in obj:
        refuse_result(obj)
        known = known_names("", KNOWN)
        raise SpecError("family", f"is missing; {known}; a spec is written as in {EXAMPLE}")
    family = obj["family"]
    if not isinstance(family, str) or family not in FAMILIES:
        raise SpecError("family", f"unknown family {shown(family)}; {known_names(family, KNOWN)}")
    return model_of(family)
