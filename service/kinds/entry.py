"""How people meet a kind of question: in words, in pictures, and by commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from alphacut.service.render.formats import MOST_LINKS
from alphacut.solver.common.kind import Kind

if TYPE_CHECKING:
    import click

    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.service.render.units import Units

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of the command line."""

    name: str
    does: str  # in the list of commands
    # Called when it is to run; None: it has its name in the module of its name in service/cli.
    make: Callable[[], click.Command] | None = None

    def load(self) -> click.Command:
        """Return the command."""
        if self.make is not None:
            return self.make()
        found: click.Command = resolve_name(f"alphacut.service.cli.{self.name}:{self.name}")
        return found


@dataclass(frozen=True, kw_only=True)
class View:
    """What is made of the document of a job, under an address of its own."""

    link: str  # its name among the links of a job
    path: str  # below the address of the job, such as "curve.svg"
    media_type: str
    summary: str  # what is done there, in a line
    # Takes a document, found by pickle; None: the document itself.
    make: Callable[..., bytes] | None = None
    drawn: bool = False  # whether it shows a cut at one α in a layout, which `make` takes as well
    headers: tuple[tuple[str, str], ...] = ()  # of its answer, beside the usual ones
    live: bool = False  # whether a job has it while it works, from what is known of the "bounds"
    draws_links: bool = False  # each of the network, so that it shows no every wiring or large one

    @property
    def called(self) -> str:
        """What it shows, in a word."""
        return self.path.partition(".")[0]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A kind of question, and how it is shown."""

    kind: Kind
    words: Callable[[Json, Units | None], list[str]]  # of a document, as lines for people
    live: tuple[str, ...] = (
        "network",
    )  # links of jobs to "network" and "bounds", where there are these
    views: tuple[View, ...] = ()
    commands: tuple[Command, ...] = ()

    def lacking(self, networks: Sequence[FamilySpec]) -> tuple[str, ...]:
        """Name the links that a job about these networks will never have, told without a build."""
        unnamed = any(spec.any_wiring for spec in networks)
        undrawn = unnamed or any(spec.size().links > MOST_LINKS for spec in networks)
        listed = ["network"] if unnamed and "network" in self.live else []
        drawn = [view.link for view in self.views if undrawn and view.draws_links]
        return (*listed, *drawn)

    def view(self, path: str) -> View | None:
        """Return the view under an address, if there is one."""
        return next((each for each in self.views if each.path == path), None)
