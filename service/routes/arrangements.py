"""What can be asked about: arrangements of global links, and families of networks."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends

from alphacut.arrangements.formats.spec import FamilySpec
from alphacut.arrangements.formats.spec.families import all_models
from alphacut.arrangements.links._base import Arrangement
from alphacut.arrangements.links.catalogue import CATALOGUE
from alphacut.arrangements.presets import PRESETS
from alphacut.service.access import caller
from alphacut.service.schemas.arrangement import (
    ArrangementView,
    Catalogue,
    FamilyView,
    OptionView,
    PresetView,
)
from alphacut.service.schemas.problem import problems

router = APIRouter(prefix="/v1/arrangements", tags=["arrangements"], dependencies=[Depends(caller)])


@router.get("", response_model=Catalogue, summary="List what is known", responses=problems())
def list_arrangements() -> Catalogue:
    """List the global link arrangements of dragonflies, and the families of networks."""
    return Catalogue(
        arrangements=[_arrangement(each) for each in CATALOGUE],
        families=[_family(each) for each in all_models()],
        presets=[PresetView.model_validate(each, from_attributes=True) for each in PRESETS],
    )


def _arrangement(arrangement: Arrangement) -> ArrangementView:
    options = [
        OptionView.model_validate(each, from_attributes=True) for each in arrangement.options
    ]
    return ArrangementView(
        name=arrangement.name,
        title=arrangement.title,
        description=arrangement.description,
        requirement=arrangement.requirement,
        reference=arrangement.reference,
        options=options,
    )


def _family(model: type[FamilySpec]) -> FamilyView:
    schema: dict[str, Any] = model.model_json_schema()
    return FamilyView(
        name=model.model_fields["family"].default,
        description=schema.pop("description"),
        json_schema=schema,
    )
