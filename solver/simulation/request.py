"""What a client posts to have routes simulated."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from alphacut.arrangements.numbers import NumberError, read_amount
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import TimeLimit
from alphacut.solver.routing.options import read_vcs
from alphacut.solver.routing.request import VALIANT, OfMechanism
from alphacut.solver.simulation.params import MOST_CYCLES, Params

LOADS = ("1/10", "3/10", "1/2", "7/10", "9/10", "1")
MOST_LOADS = 100
MOST_SEED = 2**32 - 1
NONMINIMAL = {"4-colour": "4-colour-nonminimal", "minimal": VALIANT}  # what packets choose beside


def _loads(written: object) -> object:
    """Read loads above 0 and at most 1, exactly."""
    given = written.split(",") if isinstance(written, str) else written
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= MOST_LOADS:
        raise QuestionError("loads", f"must be 1 to {MOST_LOADS} numbers, got {shown(written)}")
    try:
        loads = [read_amount(each) for each in given]
    except NumberError as error:
        raise QuestionError("loads", f"each load {error}") from error
    if not all(0 < load <= 1 for load in loads):
        raise QuestionError("loads", "must be above 0 and at most 1, such as 1/10, 1/2")
    return [str(load) for load in loads]


def _buffers(written: object) -> object:
    if not isinstance(written, str):
        raise QuestionError("buffers", f"must be text such as 4/32, got {shown(written)}")
    try:
        read_vcs(written)
    except QuestionError as error:
        raise QuestionError(
            "buffers", f"must be two integers from 1, such as 4/32, got {shown(written)}"
        ) from error
    return written


_NUMBER = {"anyOf": [{"type": "integer", "enum": [1]}, {"type": "string"}]}
Loads = Annotated[
    list[str],
    BeforeValidator(_loads),
    WithJsonSchema({"type": "array", "items": _NUMBER, "minItems": 1, "maxItems": MOST_LOADS}),
]


class SimulationRequest(OfMechanism):
    """Ask what latency and accepted load a simulation of routers measures."""

    kind: Literal["simulation"]
    any_vc: Annotated[int, Field(strict=True, ge=1, le=16)] | None = Field(
        default=None, description="virtual channels of each link among which routers choose"
    )
    choice: Literal["ugal-l", "piggyback"] | None = Field(
        default=None, description="how packets choose between minimal and non-minimal routes"
    )
    traffic: str | dict[str, Any] = Field(
        default="uniform", description="a pattern such as uniform or adversarial:1, or a matrix"
    )
    loads: Loads = Field(
        default=list(LOADS), description="phits that each host generates in a cycle; a run for each"
    )
    cycles: Annotated[int, Field(strict=True, ge=2, le=MOST_CYCLES)] = Field(
        default=Params().cycles, description="of each run"
    )
    warm_up: Annotated[int, Field(strict=True, ge=0, le=MOST_CYCLES)] = Field(
        default=Params().warm_up, description="cycles before measuring begins"
    )
    buffers: Annotated[str, BeforeValidator(_buffers)] = Field(
        default="4/32", description="packets of a buffer after a local and after a global link"
    )
    seed: Annotated[int, Field(strict=True, ge=0, le=MOST_SEED)] = Field(
        default=0, description="of the first run; the next one has the next"
    )
    limits: TimeLimit = Field(
        default=TimeLimit(), description="when to give up; runs that are done are kept"
    )

    @model_validator(mode="after")
    def _choices(self) -> Self:
        if self.choice is not None and self.mechanism not in NONMINIMAL:
            names = ", ".join(NONMINIMAL)
            raise QuestionError("choice", f"needs one of the mechanisms {names}")
        beside = None if self.choice is None else NONMINIMAL[self.mechanism]
        self.check_valiant(VALIANT in (self.mechanism, beside))
        if self.seed + len(self.loads) - 1 > MOST_SEED:
            raise QuestionError("seed", f"must be at most {MOST_SEED + 1 - len(self.loads)}")
        return self
