"""What a client posts to ask how much traffic a network carries."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from alphacut.arrangements.formats.spec import FamilySpec, estimate
from alphacut.arrangements.words import shown
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.requests import OneNetwork, Ratio, TimeLimit
from alphacut.solver.throughput.models import read_named
from alphacut.solver.throughput.worst_case import WORST
from alphacut.solver.traffic.patterns import EXAMPLES

PAIRS = 4  # of switches that count like one switch or link: tables hold numbers for all pairs


def _traffic(written: object) -> object:
    if isinstance(written, str) and written.strip():
        return written.strip()
    if isinstance(written, dict):
        return written
    raise QuestionError(
        "traffic",
        f"must be a pattern such as {EXAMPLES}, {WORST}, or a matrix, got {shown(written)}",
    )


def _model(written: object) -> str:
    read_named(written)
    return str(written)


def _finite(written: object) -> str:
    alpha = Alpha.parse(written)
    if not alpha.finite:
        raise QuestionError("alpha", "must be finite, such as 5/4")
    return str(alpha)


Traffic = Annotated[
    Any,
    BeforeValidator(_traffic),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "minLength": 1},
                {
                    "type": "object",
                    "properties": {"demands": {"type": "array"}},
                    "required": ["demands"],
                    "additionalProperties": False,
                },
            ],
            "description": f"a pattern such as {EXAMPLES}; {WORST}, for a permutation that is "
            "searched for under the first model; or a matrix of hosts, "
            '{"demands": [[source, destination, demand], …]}',
        }
    ),
]
Named = Annotated[
    str,
    BeforeValidator(_model),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
]


class ThroughputRequest(OneNetwork):
    """Ask how much of some traffic a network carries."""

    kind: Literal["throughput"]
    traffic: Traffic = Field(
        description="a pattern, such as shift:18, or a matrix of hosts",
        examples=["uniform", "shift:18"],
    )
    alpha: Annotated[Ratio, BeforeValidator(_finite)] | None = Field(
        default=None,
        description="the capacity of a global link by that of a local one; not needed where no "
        "capacity depends on it",
        examples=["1"],
    )
    injection: Annotated[Ratio, BeforeValidator(_finite)] = Field(
        default="1", description="the capacity of a host's link, as those of the network count"
    )
    model: Named | None = Field(
        default=None,
        description="0 to 5, mcf for the maximum concurrent flow, several with commas, or all; "
        "left out: 3, or mcf for a network without groups",
    )
    curve: bool = Field(default=False, strict=True, description="trace the rate over all α as well")
    limits: TimeLimit = Field(
        default=TimeLimit(), description="when to give up; models that are done are kept"
    )

    def size(self, spec: FamilySpec) -> int:
        """Count hosts and pairs of switches too: traffic is of hosts, and paths are of pairs."""
        size = estimate(spec)
        return sum(size) + spec.hosts_at_most() + size.switches**2 // PAIRS
