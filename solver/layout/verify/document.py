"""Checking a layout from nothing but its document: the room, the racks, the cables and the bill.

Both texts in TOML are read anew, the network is built anew, and everything is counted from where
the document says that devices and cables are. Which rack a group is put into is a choice, and is
checked to be possible, not to be the one that `alphacut layout` would make.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import document_in, object_in, only_fields, same, text_in
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.layout.verify.cables import COPPER, HOST, OPTICAL, Cabled, cabled
from alphacut.solver.layout.verify.placement import Placed, decimal, placed
from alphacut.solver.layout.verify.room import METRE, Costs, Item, costs_of, is_assumed, room_of

FORMAT = "alphacut-layout/1"
FIELDS = (
    "format", "topology", "files", "radix", "example", "switches", "boxes", "hosts", "ports",
    "racks", "devices", "cables", "currency", "bill", "price", "watts",
)  # fmt: skip
CABLES = (
    "number", "host", "copper", "optical", "way", "bought", "longest", "lots", "list",
)  # fmt: skip


def verify_layout(document: object, load: Load = refuse_files, limits: Limits = USUAL) -> Verdict:  # noqa: ARG001
    """Check a layout.

    Raises
    ------
    DocumentError
        If it is none that can be read, or has members that are not known.
    BeyondLimit
        If its network is larger than allowed.
    Refused
        If something in it is false.
    """
    written = document_in(document, FORMAT, FIELDS)
    files = _object(written, "files", ("racks", "prices"))
    texts = {name: text_in(files, name) for name in ("racks", "prices")}
    room, costs = room_of(texts["racks"]), costs_of(texts["prices"])
    _equal(written, "example", {name: is_assumed(name, text) for name, text in texts.items()})
    with within(limits):
        network = rebuilt(written.get("topology"))
    found = placed(written, network, room)
    told = _object(written, "cables", CABLES)
    listed = told.get("list")
    counted = cabled(listed, found)
    ports = _check_ports(written, found, counted)
    _check_cables(told, counted)
    _equal(written, "switches", network.switches)
    _equal(written, "hosts", sum(network.hosts))
    _equal(written, "boxes", len(found.boxes))
    _equal(written, "currency", costs.currency)
    lines = _lines(found, counted, ports, costs)
    _equal(written, "bill", [_line(*each) for each in lines])
    _equal(written, "price", str(sum((n * piece.price for _, n, piece in lines), Fraction(0))))
    _equal(written, "watts", str(sum((n * piece.watts for _, n, piece in lines), Fraction(0))))
    each = "each link has one, between free ports" if listed is not None else "one for each link"
    return Verdict(
        status="computed",
        checked=(
            f"{network.switches:,} switches and {sum(network.hosts):,} hosts rebuilt, each in one "
            f"of {len(found.racks):,} racks, with room",
            f"{counted.count():,} cables, {each}; every length measured from the floor",
            f"{len(lines)} lines of the bill, counted, priced and added up",
        ),
    )


def _object(node: Mapping[str, Any], name: str, fields: tuple[str, ...]) -> Mapping[str, Any]:
    found = object_in(node.get(name), name)
    only_fields(found, fields, name)
    return found


def _equal(node: Mapping[str, Any], name: str, true: object, place: str = "") -> None:
    if not same(node.get(name), true):
        raise Refused(f"{place}{name} is {shown(node.get(name))}; counted, it is {shown(true)}")


def _check_ports(written: Mapping[str, Any], found: Placed, counted: Cabled) -> int:
    """Check the ports that switches need and have; return how many each is bought with."""
    apart = (n for switch, n in enumerate(counted.ports) if switch not in found.boxes)
    needed = max(apart, default=0)
    radix = written.get("radix")
    if radix is not None and (type(radix) is not int or radix < 1):
        raise DocumentError("radix is neither null nor an integer from 1")
    bought: int = radix or found.room.ports or needed
    if needed > bought:
        raise Refused(f"ports: a switch needs {needed}, and switches have {bought}")
    _equal(written, "ports", {"needed": needed, "bought": bought})
    return bought


def _check_cables(told: Mapping[str, Any], counted: Cabled) -> None:
    bought = sum(length * number for (_, _, length), number in counted.lots.items())
    hosts = sum(number for (kind, _, _), number in counted.lots.items() if kind == HOST)
    true = {
        "number": counted.count(), "host": hosts, "copper": counted.count(medium=COPPER),
        "optical": counted.count(medium=OPTICAL), "way": decimal(counted.way),
        "bought": decimal(bought), "longest": decimal(counted.longest),
    }  # fmt: skip
    for name, value in true.items():
        _equal(told, name, value, "cables.")
    lots = [
        {"class": kind, "medium": medium, "length": decimal(length), "number": number}
        for (kind, medium, length), number in sorted(
            counted.lots.items(), key=lambda each: (each[0][2], each[0][0])
        )
    ]
    _equal(told, "lots", lots, "cables.")


def _lines(found: Placed, counted: Cabled, ports: int, costs: Costs) -> list[tuple[str, int, Item]]:
    """Return what is bought: the name, the number, and what one of it costs and draws."""
    switch, boxes = costs.of("switch"), len(found.boxes)
    lines = [
        (
            f"switch of {ports} ports",
            found.network.switches - boxes,
            _piece(
                switch.price + ports * switch.price_port, switch.watts + ports * switch.watts_port
            ),
        ),
        ("box", boxes, costs.of("box")),
        ("rack", len(found.racks), costs.of("rack")),
    ]
    order = sorted(counted.lots.items(), key=lambda each: (each[0][0] != HOST, *each[0]))
    for (kind, medium, length), number in order:
        base = costs.of(HOST if kind == HOST and medium == COPPER else medium)
        extra = costs.of(kind if kind in ("local", "global") else "")
        lines.append(
            (
                f"{medium} cable of {decimal(length)} m, {kind}",
                number,
                _piece(
                    base.price + extra.price + base.price_metre * Fraction(length, METRE),
                    base.watts + extra.watts,
                ),
            )
        )
    return [each for each in lines if each[1]]


def _piece(price: Fraction, watts: Fraction) -> Item:
    none = Fraction(0)
    return Item(price=price, watts=watts, price_port=none, watts_port=none, price_metre=none)


def _line(item: str, number: int, piece: Item) -> dict[str, Any]:
    return {
        "item": item, "number": number, "price_each": str(piece.price),
        "price": str(number * piece.price), "watts": str(number * piece.watts),
    }  # fmt: skip
