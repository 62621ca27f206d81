"""Where in a request an error lies, found by walking through the models from its top.

pydantic names a place by the fields and indices that lead there, and by the kind of a
request as well, where it had to choose between models. Users know only the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Self, TypeVar, get_args

from pydantic import BaseModel, TypeAdapter

Read = TypeVar("Read")
KIND = "kind"  # the field that tells which of several models a request is read as


@dataclass(frozen=True, kw_only=True)
class Form(Generic[Read]):
    """What a JSON value is read as."""

    annotation: Any
    models: tuple[type[BaseModel], ...]  # one of them is what is read

    @classmethod
    def of(cls, annotation: Any) -> Self:
        """Make the form of a model, or of a union of models that their kind tells apart."""
        return cls(annotation=annotation, models=models_of(annotation))

    @cached_property
    def reader(self) -> TypeAdapter[Read]:
        """What reads it; made when it is needed first, for it takes long to make."""
        return TypeAdapter(self.annotation)

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of request that there are."""
        return tuple(filter(None, map(kind_of, self.models)))


@dataclass(frozen=True, kw_only=True)
class Place:
    """A place in a request."""

    shown: tuple[str, ...]  # the path to it, as users write it
    fields: tuple[str, ...]  # what there may be beside it, in the same object


def locate(steps: Sequence[int | str], form: Form[Any]) -> Place:
    """Follow pydantic's path of an error through the models of a form."""
    here = form.models
    shown: list[str] = []
    fields: tuple[str, ...] = ()
    for step in steps:
        chosen = tuple(model for model in here if kind_of(model) == step)
        if len(here) > 1 and chosen:
            here = chosen
            continue
        shown.append(str(step))
        if isinstance(step, str):
            fields = tuple(dict.fromkeys(name for each in here for name in each.model_fields))
            here = tuple(model for each in here for model in _below(each, step))
    return Place(shown=tuple(shown), fields=fields)


def models_of(annotation: Any) -> tuple[type[BaseModel], ...]:
    """Return the models that a value with some annotation is read as, one or the other."""
    return tuple(_models(annotation))


def kind_of(model: type[BaseModel]) -> str | None:
    """Return the kind of request that a model is for, if it is for one."""
    field = model.model_fields.get(KIND)
    named = get_args(field.annotation) if field else ()
    return str(named[0]) if named else None


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        return
    for part in get_args(annotation):
        yield from _models(part)


def _below(model: type[BaseModel], name: str) -> tuple[type[BaseModel], ...]:
    field = model.model_fields.get(name)
    return models_of(field.annotation) if field else ()
