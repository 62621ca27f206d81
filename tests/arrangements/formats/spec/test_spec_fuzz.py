"""The parser of specs on anything: a spec within the limits, or what is wrong with it."""

from __future__ import annotations

import copy
import json
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.spec import Limits
from alphacut.arrangements.formats.spec.families import all_models, any_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn, SearchStrategy

    Limited = Callable[..., AbstractContextManager[None]]

SCHEMA: dict[str, Any] = TypeAdapter(any_model()).json_schema()
LIMITS = Limits(switches=200, links=2000)
SAME_EVERY_TIME = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

SMALL = st.integers(1, 4)
WORDS = st.sampled_from(["local", "global", "drawer", "alpha", "3", "1+2alpha", "text", "figures"])
NUMBERS = st.one_of(
    st.integers(-3, 12),
    st.sampled_from([10**9, 10**9 + 1, 2**63, 10**30, -(10**12), 10**4000]),
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.floats(),
    st.text(st.characters(), max_size=8),
    st.sampled_from(["\ud800", "1e-999999999", "٣", "x" * 10_000, "9" * 5000, "\0", "=1+1"]),
)
GARBAGE = st.recursive(
    st.one_of(
        LEAVES,
        LEAVES.map(lambda each: [each] * 300),
        LEAVES.map(lambda each: {f"name{i}": each for i in range(30)}),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(WORDS, st.text(max_size=4)), inner, max_size=4),
    ),
    max_leaves=6,
)


def instances(schema: dict[str, Any]) -> SearchStrategy[Any]:
    """Make small values that a JSON schema allows."""
    if "$ref" in schema:
        return instances(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of([instances(each) for each in schema["anyOf"]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    make: dict[str, Callable[[dict[str, Any]], SearchStrategy[Any]]] = {
        "object": _objects,
        "array": _arrays,
        "integer": lambda each: SMALL.map(lambda value: max(value, each.get("minimum", 0))),
        "boolean": lambda _: st.booleans(),
        "string": lambda _: WORDS,
        "null": lambda _: st.none(),
    }
    return make[schema["type"]](schema)


def _arrays(schema: dict[str, Any]) -> SearchStrategy[Any]:
    if "prefixItems" in schema:
        parts = [instances(each) for each in schema["prefixItems"]]
        least = schema.get("minItems", len(parts))
        return st.integers(least, len(parts)).flatmap(lambda n: st.tuples(*parts[:n]).map(list))
    inner = instances(schema["items"]) if "items" in schema else st.integers(0, 5)
    return st.lists(inner, min_size=schema.get("minItems", 0), max_size=5)


def _objects(schema: dict[str, Any]) -> SearchStrategy[Any]:
    fields = schema.get("properties", {})
    if not fields:
        return st.dictionaries(WORDS, instances(schema["additionalProperties"]), max_size=2)
    needed = {*schema.get("required", ()), *(["family"] if "family" in fields else [])}
    return st.fixed_dictionaries(
        {name: instances(each) for name, each in fields.items() if name in needed},
        optional={name: instances(each) for name, each in fields.items() if name not in needed},
    )


SPECS = st.one_of([instances(each) for each in SCHEMA["oneOf"]])

FAMILY = st.sampled_from(sorted(spec.KNOWN))
FIELDS = sorted({name for each in all_models() for name in each.model_fields} - {"family"})
SHORT_FIELDS = [
    *FIELDS, "failed.links", "failed.switches", "failed.random_links", "failed.seed",
    "capacities.local", "options.sign", "local.sides", "name",
]  # fmt: skip
VALUES = st.one_of(
    st.text(max_size=6),
    st.from_regex(r"[+-]?[0-9]{1,3}([x-][0-9]{1,3}){0,3}", fullmatch=True),
    st.sampled_from(["9" * 600, "٣", "1" * 10 + "x2", "relative", "1e9", "true"]),
)
MERGED = (
    "graph", "link_list", "port_map", "cascade", "percs", "dragonfly", "dragonfly3",
    "dragonfly_plus", "slingshot",
)  # fmt: skip


@st.composite
def mutated(draw: DrawFn) -> Any:
    """Change a spec in a few places: another value, one more, one less."""
    whole = [copy.deepcopy(draw(SPECS))]
    for _ in range(draw(st.integers(1, 3))):
        holder, at = draw(st.sampled_from(_places(whole)))
        change = draw(st.sampled_from(["replace", "number", "add", "remove", "repeat"]))
        if change == "replace":
            holder[at] = draw(GARBAGE)
        elif change == "number":
            holder[at] = draw(NUMBERS)
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.one_of(WORDS, st.text(max_size=5)))] = draw(GARBAGE)
        elif change == "repeat" and isinstance(holder, list) and holder is not whole:
            holder += [holder[at]] * 30
        elif change == "remove" and holder is not whole:
            del holder[at]
    return whole[0]


def _places(whole: list[Any]) -> list[tuple[Any, Any]]:
    """List what can be changed: a list or an object, and an index or a name in it."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [whole]
    while waiting:
        value = waiting.pop()
        keys = range(len(value)) if isinstance(value, list) else list(value)
        found += [(value, key) for key in keys]
        waiting += [value[key] for key in keys if isinstance(value[key], list | dict)]
    return found


def _told(error: SpecError) -> None:
    """Check that an error can be written, is short, and speaks of the spec alone."""
    text = str(error)
    assert text.encode()
    assert len(text) < 20_000
    assert len(error.problems) <= 21
    assert "Error" not in text


def _tried(obj: Any) -> spec.FamilySpec | None:
    """Parse, complete and build; whatever is wrong must be a SpecError."""
    try:
        parsed = spec.parse(obj, LIMITS)
        written = json.dumps(spec.complete(parsed))
        network = spec.build(parsed, LIMITS)
    except SpecError as error:
        _told(error)
        return None
    assert spec.parse(json.loads(written), LIMITS) == parsed
    size = spec.estimate(parsed)
    assert network.switches <= size.switches <= LIMITS.switches
    assert len(network.links) <= size.links <= LIMITS.links
    return parsed


@SAME_EVERY_TIME
@given(obj=SPECS)
def test_small_specs_are_as_large_as_estimated(limited: Limited, obj: Any) -> None:
    with limited(megabytes=256, seconds=10):
        parsed = _tried(obj)
    if parsed is not None and parsed.failed is None and obj["family"] not in MERGED:
        network = spec.build(parsed)
        assert spec.estimate(parsed) == (network.switches, len(network.links))


@SAME_EVERY_TIME
@given(obj=mutated())
def test_specs_that_were_changed(limited: Limited, obj: Any) -> None:
    with limited(megabytes=256, seconds=10):
        _tried(obj)


@SAME_EVERY_TIME
@given(obj=GARBAGE)
def test_anything_at_all(limited: Limited, obj: Any) -> None:
    with limited(megabytes=256, seconds=10):
        _tried(obj)


@SAME_EVERY_TIME
@given(fields=st.dictionaries(st.sampled_from(FIELDS), GARBAGE, max_size=6), name=FAMILY)
def test_a_family_with_anything_in_its_fields(limited: Limited, fields: Any, name: str) -> None:
    with limited(megabytes=256, seconds=10):
        _tried({"family": name, **fields})


@SAME_EVERY_TIME
@given(name=FAMILY, fields=st.lists(st.tuples(st.sampled_from(SHORT_FIELDS), VALUES), max_size=6))
def test_the_short_form(limited: Limited, name: str, fields: list[tuple[str, str]]) -> None:
    text = f"{name}:" + ",".join(f"{field}={value}" for field, value in fields)
    with limited(megabytes=256, seconds=10):
        try:
            spec.build(spec.read(text, LIMITS), LIMITS)
        except SpecError as error:
            _told(error)
