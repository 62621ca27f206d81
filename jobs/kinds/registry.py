"""All kinds of question that there are: those of the table, and those of installed packages.

A package adds kinds under the entry point group "alphacut.kinds"; see docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from alphacut.jobs.errors import JobsError
from alphacut.jobs.kinds.kind import Kind
from alphacut.jobs.kinds.table import TABLE

GROUP = "alphacut.kinds"  # of entry points


class KindError(JobsError):
    """A kind of question that an installed package adds cannot be used."""


@cache
def kinds() -> Mapping[str, Kind]:
    """Return all kinds by their names, those of the table first.

    Raises
    ------
    KindError
        If an installed package adds one that cannot be used.
    """
    found = {kind.name: kind for kind in TABLE}
    for kind in _installed():
        if kind.name in found:
            raise KindError(f"the kind {kind.name!r} is there twice")
        found[kind.name] = kind
    return MappingProxyType(found)


def kind_of(name: str) -> Kind | None:
    """Return the kind of a job; None if a package that had added it is gone."""
    return kinds().get(name)


def _installed() -> Iterator[Kind]:
    for each in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        yield _loaded(each)


def _loaded(point: EntryPoint) -> Kind:
    package = point.dist.name if point.dist else "an installed package"
    try:
        kind = point.load()
    except Exception as error:
        raise KindError(f"{package}: the kind {point.name!r} cannot be loaded: {error}") from error
    if not isinstance(kind, Kind):
        raise KindError(f"{package}: {point.value} is not an alphacut.jobs.kinds.Kind")
    return kind
