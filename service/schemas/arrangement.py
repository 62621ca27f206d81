"""The catalogue of what can be asked about, as clients see it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from alphacut.arrangements.preset import Standing


class OptionView(BaseModel):
    """A choice between variants of an arrangement."""

    name: str
    choices: tuple[str, ...]
    default: str
    description: str


class ArrangementView(BaseModel):
    """A way to wire the global links of a dragonfly."""

    name: str = Field(description='what "arrangement" in a spec may say')
    title: str
    description: str = Field(description="the rule, in words")
    requirement: str = Field(description="for which a and h it exists")
    reference: str = Field(description="where it is defined")
    options: list[OptionView]


class FamilyView(BaseModel):
    """A family of networks."""

    name: str = Field(description='what "family" in a spec may say')
    description: str
    json_schema: dict[str, Any] = Field(description="JSON schema of its specs")


class FactView(BaseModel):
    """Why a parameter of a machine has its value."""

    field: str = Field(description="of the spec, or several")
    standing: Standing
    why: str


class PresetView(BaseModel):
    """A machine that people know."""

    name: str = Field(description='what {"family": "preset", "name": …} may say')
    title: str
    source: str = Field(description="where its parameters are published")
    assumed: str = Field(description="what is not published, and what stands in its place")
    spec: dict[str, Any]
    facts: list[FactView] = Field(description="of machines that were built: each parameter")
    unit: str = Field(description="the capacity of a local link, one way; may be unknown")


class Catalogue(BaseModel):
    """All that is known."""

    arrangements: list[ArrangementView]
    families: list[FamilyView]
    presets: list[PresetView]
