"""The kinds of question that can be asked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from alphacut.arrangements.words import shown
from alphacut.service.access import caller
from alphacut.service.kinds import Entry, entries, kinds
from alphacut.service.schemas.documents import published
from alphacut.service.schemas.problem import problems
from alphacut.solver.common.kind import Verifiable

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
    return KindList(kinds=[_shown(entry) for entry in entries().values()])


@router.get(
    "/{kind}/schema",
    summary="Download the JSON Schema of a kind's documents",
    response_class=JSONResponse,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}},
               **problems(404)},
)  # fmt: skip
def get_schema(kind: Annotated[str, Path(description="the name of the kind")]) -> dict[str, Any]:
    """Return the schema, in the 2020-12 dialect, by which a program can check documents."""
    found = kinds().get(kind)
    if found is None:
        raise HTTPException(404, f"there is no kind of question {shown(kind)}; /v1/kinds has all")
    return published(found)


def _shown(entry: Entry) -> KindView:
    kind = entry.kind
    return KindView(
        name=kind.name,
        asks=kind.asks,
        request=kind.request().__name__,
        format=kind.format,
        document=kind.schema()["title"],
        verified=isinstance(kind, Verifiable),
        links=[*entry.live, *(view.link for view in entry.views)],
        commands=[command.name for command in entry.commands],
        example=dict(kind.example),
    )
