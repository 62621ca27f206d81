"""Forged layouts: what is accepted is true by the code that lays networks out, the rest refused."""

from __future__ import annotations

import copy
import json
import random
import tracemalloc
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import chain
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.design.prices import EXAMPLE as PRICES
from alphacut.solver.design.prices import read_prices
from alphacut.solver.layout.bill import bill, totals
from alphacut.solver.layout.cabling import End, Laid, _Reach
from alphacut.solver.layout.document import MOST_LISTED, LayoutQuestion, document_of
from alphacut.solver.layout.floor import Standing
from alphacut.solver.layout.lengths import metres, read_length
from alphacut.solver.layout.plan import EXAMPLE as RACKS
from alphacut.solver.layout.plan import read_plan
from alphacut.solver.layout.racking import Racked, Slot
from alphacut.solver.layout.verify.cables import UNLISTED
from alphacut.solver.layout.verify.document import verify_layout
from alphacut.solver.layout.verify.room import ASSUMED
from tests.forging import STRANGE, forged, places
from tests.solver.layout.test_layout import CROSSED, FAMILIES, GROUPS, LEAVES, ROOM
from tests.solver.layout.test_layout import PRICES as OWN

Json = dict[str, Any]
NAMED = CROSSED + "".join(
    f'[[place]]\nname = "{name}"\nx = {x}\ny = 0\n' for x, name in enumerate("ABC")
)


@cache
def leaves() -> Json:
    return written(LayoutQuestion(spec=parse(LEAVES), racks=ROOM, prices=OWN, radix=5))


@cache
def groups() -> Json:
    """Racks at places of their own, one of them that of a group; trays cross at one place."""
    racks = NAMED + '[groups]\n2 = ["A"]\n'
    return written(LayoutQuestion(spec=parse(GROUPS), racks=racks, prices=OWN))


@cache
def boxes() -> Json:
    spec = parse({"family": "hammingmesh", "board": [1, 2], "boards": [1, 2]})
    racks = '[host]\nunits = 0\n[switch]\nedge_units = 4\n[cables]\nwithout = ["local"]\n'
    return written(LayoutQuestion(spec=spec, racks=racks, prices=OWN + "[box]\nprice = 9\n"))


def written(question: LayoutQuestion) -> Json:
    found: Json = json.loads(json.dumps(document_of(question, question.answer())))
    return found


def refused(document: Any) -> bool:
    """Whether it is refused; one that is accepted must say nothing that is false."""
    try:
        verify_layout(document)
    except (DocumentError, Refused):
        return True
    assert_true(document)
    return False


def assert_true(document: Json) -> None:
    """Measure and count it by what lays networks out, from where the document puts everything."""
    network, plan = build(parse(document["topology"])), read_plan(document["files"]["racks"])
    prices = read_prices(document["files"]["prices"])
    racks = tuple(
        Standing(name=r["name"], x=read_length("x", r["x"]), y=read_length("y", r["y"]))
        for r in document["racks"]
    )
    _assert_on_the_floor(racks, plan)
    tall = [plan.switch.height(number) for number in network.hosts]
    racked = Racked(
        racks=racks,
        switches=tuple(
            Slot(rack=rack, unit=unit, units=units)
            for (rack, unit), units in zip(document["devices"]["switches"], tall, strict=True)
        ),
        hosts=tuple(
            tuple(Slot(rack=rack, unit=unit, units=plan.host.units) for rack, unit in each)
            for each in document["devices"]["hosts"]
        ),
    )
    slots = [*racked.switches, *chain(*racked.hosts)]
    taken = Counter((s.rack, unit) for s in slots for unit in range(s.unit, s.unit + s.units))
    assert max(taken.values()) == 1
    assert {(0 <= rack < len(racks), 1 <= u <= plan.rack.units) for rack, u in taken} == {
        (True,) * 2
    }
    inside = not plan.host.units
    assert list(map(len, racked.hosts)) == [0 if inside else number for number in network.hosts]
    cables = list(_cables(document["cables"]["list"], racked, plan))
    joined = Counter((c.link_class, *sorted((c.start.switch, c.end.switch))) for c in cables)
    wanted = Counter(
        {
            (link.link_class, *sorted(link[:2])): link.multiplicity
            for link in network.links
            if link.link_class not in plan.cables.without
        }
    )
    for switch, each in enumerate(racked.hosts):
        wanted["host", switch, switch] = len(each)
    assert joined == +wanted
    used = Counter((e.switch, e.host, e.port) for c in cables for e in (c.start, c.end))
    assert max(used.values()) == 1
    assert min(port for *_, port in used) == 1
    for cable, row in zip(cables, document["cables"]["list"], strict=True):
        assert row[3:] == [metres(cable.way), metres(cable.bought), cable.medium]
    found, told = totals(cables), document["cables"]
    assert (told["way"], told["bought"]) == (metres(found.way), metres(found.bought))
    assert (told["number"], told["copper"]) == (found.count(), found.count(medium="copper"))
    ports = document["ports"]["bought"]
    boxed = sum(map(bool, network.hosts)) if inside else 0
    assert max(e.port for c in cables for e in (c.start, c.end) if e.host is None) <= ports
    lines = bill(
        switches=network.switches - boxed, ports=ports, boxes=boxed, racks=len(racks),
        totals=found, prices=prices,
    )  # fmt: skip
    assert [(each.item, each.count, str(each.price)) for each in lines] == [
        (each["item"], each["number"], each["price"]) for each in document["bill"]
    ]
    assert document["price"] == str(sum(each.price for each in lines))
    assert document["watts"] == str(sum(each.watts for each in lines))
    assert document["example"] == {
        "racks": document["files"]["racks"] == RACKS,
        "prices": document["files"]["prices"] == PRICES,
    }


def _assert_on_the_floor(racks: tuple[Standing, ...], plan: Any) -> None:
    assert len({rack.name for rack in racks}) == len(racks)
    told = {(place.name, place.x, place.y) for place in plan.places}
    pitch = plan.rack.depth + plan.floor.aisle
    for rack in racks:
        row, column = rack.y // pitch, rack.x // plan.rack.width
        own = (f"R{row + 1:02d}-{column + 1:02d}", column * plan.rack.width, row * pitch)
        assert (rack.name, rack.x, rack.y) in (told or {own})


def _cables(rows: Any, racked: Racked, plan: Any) -> Any:
    reach = _Reach(racked, plan)
    for number, (kind, (switch, port), other, *_) in enumerate(rows, start=1):
        start = End(slot=racked.switches[switch], switch=switch, host=None, port=port)
        if kind == "host":
            end = End(slot=racked.hosts[switch][other], switch=switch, host=other, port=1)
        else:
            end = End(slot=racked.switches[other[0]], switch=other[0], host=None, port=other[1])
        laid: Laid = reach.cable(number, start, end, kind)
        yield laid


MADE = [leaves, groups, boxes]


@pytest.mark.parametrize("made", MADE)
def test_truth(made: Any) -> None:
    assert verify_layout(made()).status == "computed"
    assert_true(made())


@pytest.mark.parametrize("spec", FAMILIES, ids=lambda each: each["family"])
def test_layouts_of_families_are_accepted(spec: dict[str, object]) -> None:
    document = written(LayoutQuestion(spec=parse(spec)))
    verdict = verify_layout(document)
    assert f"{document['cables']['number']:,} cables, each link has one" in verdict.checked[1]
    assert_true(document)


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


@pytest.mark.parametrize("made", MADE)
def test_every_field_in_turn(made: Any) -> None:
    """At every depth, each value is left out, and replaced by strange ones and its neighbours."""
    rng, outcomes = random.Random(1), []
    for path in places(made()):
        value = at(made(), path)
        near: list[Any] = [value + step for step in (1, -1)] if type(value) is int else []
        near += [value + "0", value[1:]] if isinstance(value, str) else []
        for new in [*near, *rng.sample(STRANGE, 2)]:
            changed = copy.deepcopy(made())
            at(changed, path[:-1])[path[-1]] = new
            outcomes.append(refused(changed))
        changed = copy.deepcopy(made())
        del at(changed, path[:-1])[path[-1]]
        outcomes.append(refused(changed))
    assert sum(outcomes) > 0.95 * len(outcomes)


@pytest.mark.parametrize("made", MADE)
def test_changed_at_random(made: Any) -> None:
    rng = random.Random(2)
    outcomes = [refused(forged(made(), rng)) for _ in range(200)]
    assert sum(outcomes) > 100


@pytest.mark.slow
def test_three_thousand_more() -> None:
    rng = random.Random(7)
    outcomes = [refused(forged(rng.choice(MADE)(), rng)) for _ in range(3000)]
    assert sum(outcomes) > 2500


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("topology", "p"), 1, "devices.hosts.0"),
        (("topology", "leaves"), 3, "devices.switches"),
        (("files", "racks"), ROOM.replace("slack = 0.5", "slack = 0.6"), "it needs"),
        (("files", "racks"), ROOM.replace("tray = 2", "tray = 3"), "none that is sold"),
        (("files", "racks"), ROOM.replace("units = 10", "units = 9"), "not inside of its rack"),
        (("files", "racks"), ROOM.replace("width = 1", "width = 2"), "is at 2 and 0 m"),
        (("files", "racks"), ROOM.replace("margin = 0", "margin = 1"), "it needs"),
        (("files", "racks"), ROOM + '[groups]\n0 = ["R01-01"]', r"against \[groups\]"),
        (("files", "racks"), ROOM + '[groups]\n9 = ["R01-01"]', "does not have"),
        (("files", "racks"), ROOM + "[host]\nunits = 2", "another device"),
        (("files", "racks"), ROOM + "[rows]", "not known"),
        (("files", "racks"), ROOM + "lenghts = [1]", "is no table of"),
        (("files", "prices"), OWN.replace("price = 700", "price = 70"), "bill"),
        (("files", "prices"), OWN.replace("EUR", "USD"), "currency"),
        (("files", "prices"), OWN.replace("price = 700", "price = -700"), "cannot have"),
        (("example", "racks"), True, "example"),
        (("radix",), 4, "ports"),
        (("radix",), 2, "a switch needs 3"),
        (("radix",), None, "ports"),
        (("ports", "needed"), 2, "ports"),
        (("devices", "switches", 0), [0, 10], "another device"),
        (("devices", "switches", 0), [1, 4], "it needs"),
        (("devices", "switches", 0), [2, 1], "not there"),
        (("devices", "switches", 0), [0, 11], "not inside"),
        (("devices", "hosts", 0, 0), [1, 8], "another device"),
        (("devices", "hosts", 0), [[0, 9]], "1 devices are told"),
        (("racks", 0, "name"), "R01-07", "R01-07 is at"),
        (("racks", 0, "name"), "R1-1", "no place"),
        (("racks", 0, "x"), "5", "R01-01 is at 0 and 0 m"),
        (("racks", 0, "units"), 7, "racks.0.units"),
        (("racks", 0, "groups"), [0], "racks.0.groups"),
        (("cables", "list", 4, 1), [0, 1], "has a cable already"),
        (("cables", "list", 4, 1), [0, 4], "no port 4"),
        (("cables", "list", 4), ["local", [1, 3], [2, 1], "5.2888", "7", "optical"], "has a cable"),
        (("cables", "list", 4, 3), "1", "it needs"),
        (("cables", "list", 4, 4), "5", "it needs"),
        (("cables", "list", 4, 5), "copper", "it needs"),
        (("cables", "list", 1, 2), 0, "has its cable already"),
        (("cables", "list", 0, 2), 2, "no such link"),
        (("cables", "list", 4, 0), "global", "no such link"),
        (("cables", "list"), [], "has no cable"),
        (("cables", "list"), None, "is missing"),
        (("cables", "longest"), "5", "cables.longest"),
        (("cables", "lots", 0, "number"), 5, "cables.lots"),
        (("bill", 0, "number"), 2, "bill"),
        (("bill", 2, "price_each"), "1", "bill"),
        (("price",), "1", "price"),
        (("watts",), "154.0", "watts"),
        (("switches",), 4, "switches"),
        (("boxes",), False, "boxes"),
    ],
)
def test_false_claims_are_refused(path: tuple[Any, ...], value: Any, told: str) -> None:
    changed = copy.deepcopy(leaves())
    assert at(changed, path) != value or isinstance(value, bool)
    at(changed, path[:-1])[path[-1]] = value
    with pytest.raises((DocumentError, Refused), match=told):
        verify_layout(changed)


def test_a_doubled_rack_is_refused() -> None:
    changed = copy.deepcopy(leaves())
    changed["racks"].append(changed["racks"][0])
    with pytest.raises(Refused, match="another rack stands"):
        verify_layout(changed)


def test_an_empty_rack_is_not_bought() -> None:
    changed = copy.deepcopy(leaves())
    more = {"name": "R01-03", "x": "2", "y": "0", "groups": [], "switches": 0, "hosts": 0}
    changed["racks"].append({**more, "units": 0})
    with pytest.raises(Refused, match="nothing is in it"):
        verify_layout(changed)


def test_other_places_that_are_possible_are_true() -> None:
    """Two racks change places, in the list alone: what is claimed is the same."""
    changed = copy.deepcopy(leaves())
    changed["racks"].reverse()
    devices = changed["devices"]
    for spot in chain(devices["switches"], *devices["hosts"]):
        spot[0] = 1 - spot[0]
    assert not refused(changed)


def test_without_a_list_each_link_is_laid_once(monkeypatch: pytest.MonkeyPatch) -> None:
    document = copy.deepcopy(leaves())
    document["cables"]["list"] = None
    monkeypatch.setattr("alphacut.solver.layout.verify.cables.UNLISTED", 5)
    assert "one for each link" in verify_layout(document).checked[1]
    document["cables"]["way"] = "1"
    with pytest.raises(Refused, match=r"cables\.way"):
        verify_layout(document)
    assert MOST_LISTED == UNLISTED
    monkeypatch.setattr("alphacut.solver.layout.document.MOST_LISTED", 5)
    question = LayoutQuestion(spec=parse(LEAVES), racks=ROOM, prices=OWN, radix=5)
    assert written(question)["cables"]["list"] is None


def test_the_texts_that_are_assumed_are_known_to_both() -> None:
    """A text that was alphacut's own stays known when another takes its place."""
    assert sha256(RACKS.encode()).hexdigest() in ASSUMED["racks"]
    assert sha256(PRICES.encode()).hexdigest() in ASSUMED["prices"]


def test_units_of_any_number_take_no_memory() -> None:
    """Whoever lays out refuses so many; whoever forges writes what they like."""
    document = copy.deepcopy(leaves())
    tall = ROOM.replace("units = 10\n", f"units = {10**14}\n")
    document["files"]["racks"] = f"{tall}[host]\nunits = {10**12}\n"
    document["devices"]["switches"][0], document["devices"]["hosts"][0][0] = [0, 1], [0, 2]
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match="another device"):
            verify_layout(document)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()
