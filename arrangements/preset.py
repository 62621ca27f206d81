"""What a machine is known by: a spec, and for each of its parameters where that comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Standing = Literal["published", "inferred", "assumed"]


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Why a parameter of a machine has its value."""

    field: str  # of the spec, or several
    standing: Standing
    why: str  # where it is published, what it follows from, or what is taken for want of a source


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A machine, or the largest one of its kind."""

    name: str  # what a spec calls it
    title: str  # what it is, in one line
    source: str  # where the parameters are published
    assumed: str  # what is not published, and what stands in its place; may be empty
    spec: dict[str, Any]  # complete but for defaults
    facts: tuple[Fact, ...] = ()  # one for each parameter of a machine that was built
    unit: str = ""  # the capacity of a local link, one way, such as 25GB/s; may be unknown


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A machine of which too much would have to be assumed."""

    name: str  # what its preset would be called
    title: str
    why: str  # what is published, and what is not


def published(field: str, why: str) -> Fact:
    """Return a fact that a source states."""
    return Fact(field=field, standing="published", why=why)


def inferred(field: str, why: str) -> Fact:
    """Return a fact that follows from what sources state."""
    return Fact(field=field, standing="inferred", why=why)


def assumed(field: str, why: str) -> Fact:
    """Return what is taken where no source states anything."""
    return Fact(field=field, standing="assumed", why=why)
