"""The front: nothing on it is beaten, nothing that is folded away is better; prices by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.document import designs, document_of, whole
from alphacut.solver.design.families.catalogue import FAMILIES
from alphacut.solver.design.front import ALIKE, front, priced
from alphacut.solver.design.names import NAMES, ORDERS
from alphacut.solver.design.prices import EXAMPLE, example_prices, read_prices
from alphacut.solver.design.question import read_question
from alphacut.solver.design.schema import DESIGN
from alphacut.solver.design.verify.document import verify_design


@pytest.mark.parametrize(("hosts", "radix"), [(100, 12), (1000, 24)])
def test_no_row_beats_another_and_each_family_is_beaten_by_some_row(hosts: int, radix: int) -> None:
    question = read_question(hosts=hosts, radix=radix)
    found = front(question)
    assert found.rows
    for row in found.rows:
        others = [each for each in found.rows if each is not row]
        assert not any(row.beaten_by(each, row.certain) for each in others)
    for name, family in FAMILIES.items():
        for machine in family(question).machines if name in question.families else ():
            row = priced(question, machine)
            if machine.formula and row.certain >= question.per_host:
                equal = [each.costs == row.costs for each in found.rows]
                beaten = any(row.beaten_by(each, row.certain) for each in found.rows)
                # what beat it may have been beaten by a little less, each within the tolerance
                near = any(row.beaten_by(each, row.certain * (1 - ALIKE)) for each in found.rows)
                assert beaten or near or any(equal), machine


def test_prices_by_hand() -> None:
    """Nine switches of eight ports: 3 x 3, four links each, three hosts; all within a block."""
    text = """
    currency = "EUR"
    copper_block = 3
    [switch]
    price = 100
    price_port = 10
    watts = 5.5
    [copper]
    price = 2
    [optical]
    price = 7
    watts = 3
    [host]
    price = "1/2"
    """
    question = read_question(
        hosts=27, radix=8, families="hamming", within=0, per_host=0, prices=text
    )
    (row,) = [row for row in front(question).rows if row.machine.topology["sides"] == [3, 3]]
    assert row.price == 9 * (100 + 80) + 9 * 2 + 9 * 7 + Fraction(27, 2)
    assert row.watts == 9 * Fraction(11, 2) + 9 * 3
    assert (row.machine.copper, row.machine.optical) == (9, 9)


def test_every_name_is_a_family() -> None:
    assert set(NAMES) == set(FAMILIES)


def test_the_example_is_what_is_taken() -> None:
    assert replace(read_prices(EXAMPLE), example=True) == example_prices()
    assert read_question(hosts=100, radix=12).prices == example_prices()


@pytest.mark.parametrize("order", ORDERS)
def test_rows_are_sorted(order: str) -> None:
    found = designs(read_question(hosts=200, radix=16, sort=order))
    document = document_of(found)
    keys: dict[str, Callable[[dict[str, Any]], Fraction | int]] = {
        "price": lambda row: Fraction(row["price_per_host"]),
        "watts": lambda row: Fraction(row["watts_per_host"]),
        "bisection": lambda row: -min(Fraction(1, 2), Fraction(row["bisection_per_host_lower"])),
        "switches": lambda row: row["switches"],
        "hosts": lambda row: -row["hosts"],
        "diameter": lambda row: row["diameter"],
        "mean": lambda row: Fraction(row["mean_distance"]),
    }
    values = [keys[order](row) for row in document["designs"]]
    assert len(values) > 2
    assert values == sorted(values)


def test_certain_bandwidth_and_spare_ports_are_kept_to() -> None:
    some = document_of(designs(read_question(hosts=300, radix=20, per_host="50%", spare_ports=3)))
    assert some["designs"]
    for row in some["designs"]:
        assert Fraction(row["bisection_per_host_lower"]) >= Fraction(1, 2)
        assert row["ports"] <= 17
        assert row["grows_to"] >= row["hosts"] + 3 * min(row["switches"], row["hosts"] // 17)


def test_what_is_called_exact_has_a_certificate() -> None:
    document = document_of(designs(read_question(hosts=256, radix=24)))
    exact = [row for row in document["designs"] if row["status"] == "exact"]
    assert exact
    for row in exact:
        assert row["lower"] == row["bisection"]
        assert row["proof"] in {"spreading", "majority", "group_kinds", "uneven", "tree"}


def test_documents_keep_to_their_schema() -> None:
    asked: tuple[dict[str, Any], ...] = (
        {},
        {"families": "jellyfish,xpander,slim_fly"},
        {"alpha": "3/2", "families": "dragonfly,slingshot"},
        {"cost": {"switch": 1}},
    )
    for each in asked:
        found = document_of(designs(read_question(hosts=72, radix=10, **each)))
        document = whole(found, [], {})
        jsonschema.validate(document, DESIGN)
        assert verify_design(json.loads(json.dumps(document))).status == document["status"]


def test_more_shapes_than_are_compared_are_refused() -> None:
    question = read_question(
        hosts=1_000_000, radix=256, within="50%", per_host=0, families="dragonfly_plus"
    )
    with pytest.raises(QuestionError, match="more than 3,000,000 shapes of one family") as caught:
        front(question)
    assert caught.value.field == "within"
