"""The kinds of question that can be asked."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from alphacut.jobs.kinds import Kind, kinds
from alphacut.service.access import caller
from alphacut.service.schemas.problem import problems

router = APIRouter(prefix="/v1/kinds", tags=["jobs"], dependencies=[Depends(caller)])


class KindView(BaseModel):
    """A kind of question."""

    name: str = Field(description='the "kind" of a request')
    asks: str = Field(description="what is asked")
    request: str = Field(description="the schema of a request, in /openapi.json")
    format: str = Field(description="of the document that answers it")
    document: str = Field(description="the schema of that document, in /openapi.json")
    verified: bool = Field(description="whether `alphacut verify` checks such documents")
    links: list[str] = Field(description="the links that jobs have beside those of all kinds")
    commands: list[str] = Field(
        description="of the command line, which answer it without a service"
    )
    example: dict[str, Any] | None = Field(description="a request")


class KindList(BaseModel):
    """All kinds of question."""

    kinds: list[KindView]


@router.get("", response_model=KindList, summary="List the kinds of question", responses=problems())
def list_kinds() -> KindList:
    """Return the kinds of question that this service answers."""
    return KindList(kinds=[_shown(kind) for kind in kinds().values()])


def _shown(kind: Kind) -> KindView:
    return KindView(
        name=kind.name,
        asks=kind.asks,
        request=kind.part("request").__name__,
        format=kind.format,
        document=kind.part("schema")["title"],
        verified=kind.verify is not None,
        links=[*kind.live, *(view.link for view in kind.views)],
        commands=[command.name for command in kind.commands],
        example=kind.example,
    )
