"""Small requests that went wrong, with what is right; and the fields that messages name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from alphacut.service.problems import DETAIL, FIELD, REPORTED, WORDS, FieldProblem, Problem, invalid
from alphacut.service.schemas.batch import BATCH, Size, Sweep
from alphacut.service.schemas.places import Form, locate
from alphacut.service.schemas.request import JOB
from alphacut.solver.common.requests import Limits
from tests.service.test_bad_requests import CURVE, POINT, said

TORUS = {"family": "torus", "sides": [4, 4]}
PAIR = {"family": "graph", "switches": 2, "links": [[0, 1, "local", 1_000_000_000]]}
COMPARE = {"kind": "compare", "topologies": [TORUS]}
STRUCTURE = {"kind": "structure", "topology": TORUS}
THROUGHPUT = {"kind": "throughput", "topology": TORUS, "traffic": "shift:5", "alpha": 1}
DRAGONFLY = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
PLACEMENT = {"kind": "placement", "topology": DRAGONFLY, "grid": [8, 8]}
SYNTHESIS = {"kind": "synthesis", "topology": DRAGONFLY, "alpha": 3}
RESILIENCE = {"kind": "resilience", "topologies": [DRAGONFLY], "fail": "links=1"}
CONJECTURE = {"kind": "conjecture", "arrangement": "helix", "h": 2, "a_max": 9}
DESIGN = {"kind": "design", "hosts": 16, "radix": 6, "families": "hyperx"}
ROUTING = {"kind": "routing", "topology": DRAGONFLY, "mechanism": "minimal"}
SIMULATION = {**ROUTING, "kind": "simulation"}

# What is sent, the statuses that are right, and the field that a refusal names.
REQUESTS: dict[str, tuple[Any, set[int], str]] = {
    "a gap with a huge exponent": (
        {**CURVE, "topology": TORUS, "limits": {"gap": "1e-999999999"}}, {422}, "limits.gap"),
    "a thousand million switches": (
        {**CURVE, "topology": {"family": "graph", "switches": 999_999_999, "links": []}},
        {422}, "topology.switches"),
    "a failure of a thousand million parallel links": (
        {**CURVE, "topology": {**PAIR, "failed": {"random_links": 1}}}, {202, 422}, ""),
    "a job that is larger than the machine": (
        {**PLACEMENT, "tasks": [8, 8]}, {422}, "tasks"),
    "a grid with a side of nothing": ({**PLACEMENT, "grid": [0, 8]}, {422}, "grid"),
    "a grid with half a side": ({**PLACEMENT, "grid": [1.5, 8]}, {422}, "grid"),
    "a placement without one link between groups": (
        {**PLACEMENT, "topology": TORUS}, {422}, "topology"),
    "a host that is not there": ({**PLACEMENT, "nodes": ["x"]}, {422}, "nodes"),
    "an allocation that is too small": (
        {**PLACEMENT, "count": 8, "nodes": ["n0", "n1"]}, {422}, "nodes"),
    "an allocation of no host": ({**PLACEMENT, "nodes": []}, {422}, "nodes"),
    "neither a grid nor a stencil": ({**PLACEMENT, "grid": None}, {422}, "grid"),
    "an order that the mechanism does not follow": (
        {**ROUTING, "mechanism": "minimal", "order": "0,1,2,3,4"}, {422}, "order"),
    "a load above all that a host can send": (
        {**SIMULATION, "loads": ["1/2", "3/2"]}, {422}, "loads"),
    "a choice among routes that have none": (
        {**SIMULATION, "mechanism": "valiant", "choice": "ugal-l"}, {422}, "choice"),
    "more warm-up than cycles": (
        {**SIMULATION, "cycles": 10, "warm_up": 10}, {422}, "cycles"),
    "buffers of nothing": ({**SIMULATION, "buffers": "0/4"}, {422}, "buffers"),
    "more failures than links": ({**RESILIENCE, "fail": "links=99"}, {422}, "fail"),
    "failures of what there is not": ({**RESILIENCE, "fail": "cables=1%"}, {422}, "fail"),
    "a domain of a switch that is not there": (
        {**RESILIENCE, "domains": {"a": [99]}}, {422}, "domains.a"),
    "random failures beside those of the samples": (
        {**RESILIENCE, "topologies": [{**DRAGONFLY, "failed": {"random_links": 1}}]},
        {422}, "topologies.0.failed.random_links"),
    "routes that are not given": ({**ROUTING, "mechanism": "routes"}, {422}, "routes"),
    "components of no range": ({**CONJECTURE, "h": "3:2"}, {422}, "h"),
    "components of too many links": ({**CONJECTURE, "h": 64, "a_max": 10_000}, {422}, "a_max"),
    "components by what is not": ({**CONJECTURE, "method": "intervals"}, {422}, "method"),
    "designs of no ports": ({**DESIGN, "radix": 0}, {422}, "radix"),
    "designs of a family that is none": ({**DESIGN, "families": "ring"}, {422}, "families"),
    "a price that is none": ({**DESIGN, "cost": {"switch": "x"}}, {422}, "cost.switch"),
    "proofs in no time": ({**DESIGN, "prove": 0}, {422}, "prove"),
    "an unknown limit of a comparison": ({**COMPARE, "limits": {"x": 1}}, {422}, "limits.x"),
}  # fmt: skip


@pytest.mark.parametrize(("sent", "right", "field"), REQUESTS.values(), ids=REQUESTS)
def test_a_request_is_answered_as_is_right(
    client: httpx.Client, sent: Any, right: set[int], field: str
) -> None:
    answer = client.post("/v1/jobs", json=sent, timeout=60)
    assert answer.status_code in right, answer.text
    if field:
        told = said(answer, 422, "invalid-request")["errors"]
        assert [each["field"] for each in told] == [field]


KINDS = {model.model_fields["kind"].annotation.__args__[0]: model for model in JOB.models}  # type: ignore[union-attr]
ASKED: dict[str, dict[str, Any]] = {
    "bisection-curve": CURVE, "bisection-point": POINT, "compare": COMPARE, "structure": STRUCTURE,
    "throughput": THROUGHPUT,
    "placement": PLACEMENT, "routing": ROUTING, "simulation": SIMULATION, "synthesis": SYNTHESIS,
    "resilience": RESILIENCE,
    "design": DESIGN, "conjecture": CONJECTURE,
    "profile": {"kind": "profile", "topology": TORUS},
}  # fmt: skip


def _unknown_fields() -> Iterator[Any]:
    """Every object that a request can hold, with a field that none has."""
    for kind, model in KINDS.items():
        yield pytest.param(kind, (), tuple(model.model_fields), id=kind)
        for name in sorted({"limits", "alpha"} & model.model_fields.keys()):
            below = model.model_fields[name].annotation
            if isinstance(below, type) and issubclass(below, BaseModel):
                yield pytest.param(kind, (name,), tuple(below.model_fields), id=f"{kind}-{name}")


@pytest.mark.parametrize(("kind", "place", "fields"), [*_unknown_fields()])
@pytest.mark.parametrize("unknown", ["zzz", "compare", "bisection-curve", "kind ", ""])
def test_an_unknown_field_brings_the_fields_of_its_kind(
    client: httpx.Client, kind: str, place: tuple[str, ...], fields: tuple[str, ...], unknown: str
) -> None:
    inner: dict[str, Any] = {unknown: 1}
    sent = {**ASKED[kind], **inner} if not place else {**ASKED[kind], place[0]: inner}
    for path, request, above in (
        ("/v1/jobs", sent, ()),
        ("/v1/batches", {"jobs": [sent]}, ("jobs", "0")),
    ):
        problem = said(client.post(path, json=request), 422, "invalid-request")
        told = {each["field"]: each["problem"] for each in problem["errors"]}
        words = told[".".join((*above, *place, unknown))]
        assert words.lower().endswith(f"known are {', '.join(sorted(fields))}")


def test_every_kind_is_asked_for_here() -> None:
    assert ASKED.keys() == KINDS.keys() == set(JOB.kinds())


@pytest.mark.parametrize(
    ("form", "steps", "shown", "fields"),
    [
        (BATCH, ("sweep", "sizes", 3, "zz"), "sweep.sizes.3.zz", Size.model_fields),
        (BATCH, ("sweep", "zz"), "sweep.zz", Sweep.model_fields),
        (BATCH, ("jobs", 1, "compare", "limits", "zz"), "jobs.1.limits.zz", Limits.model_fields),
        (JOB, ("compare", "compare"), "compare", KINDS["compare"].model_fields),
        (JOB, (), "", ()),
    ],
)
def test_a_place_is_found_in_the_models(
    form: Form[Any], steps: tuple[Any, ...], shown: str, fields: Any
) -> None:
    place = locate(steps, form)
    assert ".".join(place.shown) == shown
    assert place.fields == tuple(fields)


class TestLongAnswers:
    def test_many_problems_are_counted_and_few_told(self, client: httpx.Client) -> None:
        unknown = {f"k{i}": 0 for i in range(1000)}
        problem = said(client.post("/v1/jobs", json={**CURVE, **unknown}), 422, "invalid-request")
        assert len(problem["errors"]) == REPORTED
        assert problem["detail"].endswith("and 980 more problems")

    def test_what_is_long_is_cut(self, client: httpx.Client) -> None:
        answer = client.post("/v1/jobs", json={**CURVE, "k" * 15_000: 0})
        problem = said(answer, 422, "invalid-request")
        assert len(problem["errors"][0]["field"]) == FIELD
        assert len(answer.content) < 4_000

    def test_no_answer_is_longer_than_its_parts_may_be(self) -> None:
        wrong = [FieldProblem(field="f" * 10**6, problem="p" * 10**6)] * 1000
        written = invalid(wrong).as_json()
        assert len(str(written)) < DETAIL + REPORTED * (FIELD + WORDS + 50) + 200

    def test_what_is_short_is_told_in_full(self) -> None:
        problem = Problem(status=400, name="n", title="t", detail="d" * DETAIL)
        assert problem.as_json()["detail"] == "d" * DETAIL


class TestSizes:
    """`settings` allows 200 switches and 2,000 links of a network."""

    def test_networks_of_a_request_are_counted_together(self, client: httpx.Client) -> None:
        limit = client.get("/v1/limits").json()["total_size"]
        one = {"family": "hypercube", "dimension": 7}  # 128 switches, 448 links
        most = limit // 576
        assert most < 200
        fits = client.post("/v1/jobs", json={**COMPARE, "topologies": [one] * most})
        assert fits.status_code == 202, fits.text
        for path, sent, field in (
            ("/v1/jobs", {**COMPARE, "topologies": [one] * (most + 1)}, f"topologies.{most}"),
            (
                "/v1/batches",
                {"jobs": [{**STRUCTURE, "topology": one}] * (most + 1)},
                f"jobs.{most}.topology",
            ),
        ):
            problem = said(client.post(path, json=sent), 422, "invalid-request")
            assert [each["field"] for each in problem["errors"]] == [field]
            assert f"at most {limit:,}" in problem["errors"][0]["problem"]

    def test_a_sweep_is_not_written_out_beyond_the_size_of_a_batch(
        self, client: httpx.Client
    ) -> None:
        sweep = {"sizes": [{"a": 2, "h": 1}] * 1000, "arrangements": ["relative", "absolute"]}
        problem = said(client.post("/v1/batches", json={"sweep": sweep}), 422, "invalid-request")
        assert "more than 500 jobs" in problem["errors"][0]["problem"]
