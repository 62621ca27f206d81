"""All kinds of question that there are: those of the table, and those of installed packages.

A package adds kinds under the entry point group "alphacut.kinds"; see docs/architecture.md. Ours
come in by one as well: the table imports the commands, and these ask here for what there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from alphacut.jobs.errors import JobsError
from alphacut.service.kinds.entry import Entry
from alphacut.solver.common.kind import Kind, StepKind

GROUP = "alphacut.kinds"  # of entry points
OURS = EntryPoint(name="alphacut", value="alphacut.service.kinds.table:TABLE", group=GROUP)

# what shows a document asks here for what kinds there are
REPORT = EntryPoint(name="report", value="alphacut.service.kinds.views:report_view", group=GROUP)


class KindError(JobsError):
    """A kind of question that an installed package adds cannot be used."""


def own_entries() -> tuple[Entry, ...]:
    """Return the kinds of the table alone; no installed package is looked for."""
    ours: tuple[Entry, ...] = OURS.load()
    return ours


@cache
def entries() -> Mapping[str, Entry]:
    """Return all kinds with how they are shown, by their names, those of the table first.

    Raises
    ------
    KindError
        If an installed package adds one that cannot be used.
    """
    found = {entry.kind.name: entry for entry in own_entries()}
    for entry in _installed():
        if entry.kind.name in found:
            raise KindError(f"the kind {entry.kind.name!r} is there twice")
        found[entry.kind.name] = entry
    return MappingProxyType({name: _with_report(entry) for name, entry in found.items()})


def _with_report(entry: Entry) -> Entry:
    """Add the view that documents of every kind have."""
    return replace(entry, views=(*entry.views, REPORT.load()()))


@cache
def kinds() -> Mapping[str, Kind]:
    """Return all kinds by their names, as those know them who answer questions."""
    return MappingProxyType({name: entry.kind for name, entry in entries().items()})


def entry_of(name: str) -> Entry | None:
    """Return the kind of a job; None if a package that had added it is gone."""
    return entries().get(name)


def _installed() -> Iterator[Entry]:
    for each in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        yield _loaded(each)


def _loaded(point: EntryPoint) -> Entry:
    package = point.dist.name if point.dist else "an installed package"
    try:
        entry = point.load()
    except Exception as error:
        raise KindError(f"{package}: the kind {point.name!r} cannot be loaded: {error}") from error
    if not isinstance(entry, Entry):
        raise KindError(f"{package}: {point.value} is not an alphacut.service.kinds.Entry")
    if not isinstance(entry.kind, StepKind):
        raise KindError(f"{package}: the kind of {point.value} has no steps")
    return entry
