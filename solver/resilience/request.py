"""What a client posts to ask what failures cost."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import BALANCES
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import Gap, Ratio, SeveralNetworks, TimeLimit
from alphacut.solver.resilience.failing import EXAMPLE, Failing
from alphacut.solver.throughput.worst_case import WORST

MOST_SAMPLES, MOST_NETWORKS, MOST_TRAFFIC, MOST_DOMAINS = 1_000, 8, 4, 100
NAME = 100  # characters of the name of a domain


def _fail(written: object) -> str:
    Failing.parse(written)
    return str(written).strip()


def _alpha(written: object) -> str:
    alpha = Alpha.parse(written)
    if not alpha.finite or not alpha.numerator:
        raise QuestionError("alpha", "must be above 0 and finite, such as 5/4")
    return str(alpha)


def _injection(written: object) -> str:
    ratio = Alpha.parse(written, "injection")
    if not ratio.finite or not ratio.numerator:
        raise QuestionError("injection", "must be above 0 and finite, such as 1")
    return str(ratio)


def _traffic(written: object) -> list[Any]:
    listed = [written] if isinstance(written, str | dict) else written
    if not isinstance(listed, list | tuple) or len(listed) > MOST_TRAFFIC:
        raise QuestionError("traffic", f"must be a list of at most {MOST_TRAFFIC} kinds of traffic")
    for each in listed:
        if each == WORST:
            raise QuestionError(
                "traffic", f"{WORST} is searched for, and would be another traffic in each sample"
            )
        if not isinstance(each, dict) and not (isinstance(each, str) and each.strip()):
            raise QuestionError("traffic", f"must be a pattern or a matrix, got {shown(each)}")
    return [each.strip() if isinstance(each, str) else each for each in listed]


def _domains(written: object) -> dict[str, list[Any]]:
    if not isinstance(written, dict) or len(written) > MOST_DOMAINS:
        raise QuestionError(
            "domains",
            f'must be at most {MOST_DOMAINS} lists of switches by name: {{"rack 1": [0]}}',
        )
    for name, each in written.items():
        if not (isinstance(name, str) and 0 < len(name) <= NAME and name.isprintable()):
            raise QuestionError("domains", f"a name has 1 to {NAME} characters, got {shown(name)}")
        numbers = isinstance(each, list) and all(
            isinstance(x, str) or (type(x) is int and x >= 0) for x in each
        )
        if not numbers or not each:
            raise QuestionError(
                "domains",
                f"{shown(name)} must be a list of switches by number or name, got {shown(each)}",
            )
    return dict(written)


class ResilienceLimits(TimeLimit):
    """When a job ends although not everything is proven; its result is then bounded."""

    gap: Gap | None = Field(
        default=None,
        description="how near a proof has to come to the best cut of a sample, as a share of it; "
        "left out: all the way up to 64 switches, and 5% for larger networks",
    )


class ResilienceRequest(SeveralNetworks):
    """Ask what is left of networks after links or switches have failed."""

    kind: Literal["resilience"]
    fail: Annotated[
        str, BeforeValidator(_fail), WithJsonSchema({"type": "string", "minLength": 1})
    ] = Field(description=f"what fails, and how much of it: {EXAMPLE}", examples=["links=0:5%"])
    samples: Annotated[int, Field(strict=True, ge=0, le=MOST_SAMPLES)] = Field(
        default=50, description="random failures for each amount"
    )
    seed: Annotated[int, Field(strict=True, ge=0, le=10**9)] = Field(
        default=0, description="of the first sample; the others have those that follow"
    )
    alpha: Annotated[
        str, BeforeValidator(_alpha), WithJsonSchema({"type": ["integer", "string"]})
    ] = Field(default="1", description="capacity of a global link by that of a local one")
    balance: str | None = Field(
        default=None,
        description="what halves share equally; left out: hosts where the switches of some network "
        "have unlike numbers of them, else switches",
        json_schema_extra={"enum": [*BALANCES, None]},
    )
    traffic: Annotated[
        list[Any],
        BeforeValidator(_traffic),
        WithJsonSchema({"type": "array", "items": {"type": ["string", "object"]}}),
    ] = Field(
        default_factory=list,
        description="patterns or matrices; for each the largest rate that any routing could carry "
        "is computed for each sample as well",
        examples=[["uniform"]],
    )
    injection: Annotated[Ratio, BeforeValidator(_injection)] = Field(
        default="1", description="capacity of a host's link, as links are counted"
    )
    domains: Annotated[
        dict[str, list[Any]],
        BeforeValidator(_domains),
        WithJsonSchema({"type": "object", "additionalProperties": {"type": "array"}}),
    ] = Field(
        default_factory=dict,
        description="switches that fail together, by a name: a plane, a rail, a power domain",
        examples=[{"power A": [0, 1, 2, 3]}],
    )
    limits: ResilienceLimits = Field(
        default=ResilienceLimits(), description="when to stop early, all networks together"
    )

    @model_validator(mode="after")
    def _hosts_send(self) -> Self:
        if self.injection != "1" and not self.traffic:
            raise QuestionError("injection", "has no effect without traffic; give traffic as well")
        return self
