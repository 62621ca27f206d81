"""Users' traffic matrices: CSV with a row for each demand, or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np

from alphacut.arrangements.bounded_files import read_up_to
from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._json import no_name_twice
from alphacut.arrangements.formats.exchange._text import lines_of, text_of
from alphacut.arrangements.numbers import NumberError, read_integer, read_rational
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.traffic import HEAVIEST, Pairs, Traffic

FIELD = "traffic"
LARGEST_FILE = 64 * 2**20  # bytes
MOST_DEMANDS = 2_000_000
HEADER = ("source", "destination", "demand")
DIGITS = 15  # of each part of a demand
Called = Mapping[str, int]  # hosts by their names
NOBODY: Called = {}
Entry = tuple[str, Any, Any, Any]  # its place, source, destination, demand


def matrix_file(path: Path, hosts: int, called: Called = NOBODY) -> Traffic:
    """Read a matrix from a file: JSON if it begins with an object, else CSV.

    Parameters
    ----------
    called
        The numbers of hosts that have names; a text that is one of these names is that host.

    Raises
    ------
    QuestionError
        If it cannot be read or does not fit, with the line or the place.
    """
    try:
        with path.open("rb") as file:
            content = read_up_to(file, LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "this is not the name of a file"
        raise QuestionError(FIELD, f"{shown(str(path))} cannot be read: {why}") from error
    if len(content) > LARGEST_FILE:
        raise QuestionError(FIELD, f"{path}: larger than {LARGEST_FILE:,} bytes")
    try:
        if content.lstrip()[:1] in (b"{", b"["):
            return matrix_object(_json(content), hosts, called)
        return _traffic(_rows(content), hosts, called)
    except SpecError as error:
        raise QuestionError(FIELD, f"{path}: {error}") from error
    except QuestionError as error:
        raise QuestionError(FIELD, f"{path}: {error.problem}") from error


def matrix_object(written: object, hosts: int, called: Called = NOBODY) -> Traffic:
    """Read a matrix given as JSON: {"demands": [[source, destination, demand], …]}.

    Raises
    ------
    QuestionError
        If it is not one, or does not fit the hosts.
    """
    example = '{"demands": [[0, 5, 1], [5, 0, "1/2"]]}'
    if not isinstance(written, dict) or set(written) != {"demands"}:
        raise QuestionError(FIELD, f"must be as in {example}, got {shown(written)}")
    listed = written["demands"]
    if not isinstance(listed, list):
        raise QuestionError(FIELD, f"demands must be a list, as in {example}")
    return _traffic(_entries(listed), hosts, called)


def _json(content: bytes) -> object:
    try:
        return json.loads(text_of(content), object_pairs_hook=no_name_twice)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise QuestionError(FIELD, f"not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise QuestionError(FIELD, "not a matrix: nested too deeply") from error
    except SpecError:
        raise
    except ValueError as error:  # an integer of thousands of digits
        raise QuestionError(FIELD, f"not a matrix: {error}") from error


def _entries(listed: list[Any]) -> Iterator[Entry]:
    for number, entry in enumerate(listed):
        place = f"demands.{number}"
        if not isinstance(entry, list) or len(entry) != 3:
            raise QuestionError(
                FIELD, f"{place} must be [source, destination, demand], got {shown(entry)}"
            )
        yield place, entry[0], entry[1], entry[2]


def _rows(content: bytes) -> Iterator[Entry]:
    headed = False
    for number, line in lines_of(content):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([line]))]
        if not headed:
            if tuple(cell.lower() for cell in cells) != HEADER:
                raise QuestionError(
                    FIELD, f"line {number} must be {','.join(HEADER)}, got {shown(line)}"
                )
            headed = True
            continue
        if len(cells) != 3 or not all(cells):
            raise QuestionError(
                FIELD, f"line {number} must have a source, a destination and a demand, "
                f"got {shown(line)}"
            )  # fmt: skip
        yield f"line {number}", cells[0], cells[1], cells[2]


def _traffic(entries: Iterable[Entry], hosts: int, called: Called) -> Traffic:
    """Check demands and add up those of the same pair."""
    summed: dict[tuple[int, int], Fraction] = {}
    for number, entry in enumerate(entries):
        if number >= MOST_DEMANDS:
            raise QuestionError(FIELD, f"more than {MOST_DEMANDS:,} demands")
        pair, demand = _read(entry, hosts, called)
        if demand:
            summed[pair] = summed.get(pair, Fraction(0)) + demand
    if not summed:
        raise QuestionError(FIELD, "is empty: no host sends anything to another host")
    whole = 1
    for demand in summed.values():
        whole = lcm(whole, demand.denominator)
        if whole > HEAVIEST:
            raise QuestionError(FIELD, "the demands have too many different denominators")
    ordered = sorted(summed)
    weights = [int(summed[pair] * whole) for pair in ordered]
    if sum(weights) > HEAVIEST:
        raise QuestionError(
            FIELD, f"the demands must add up to at most {HEAVIEST:,} times their common part"
        )
    pairs = Pairs(
        sources=np.array([source for source, _ in ordered], dtype=np.int64),
        destinations=np.array([destination for _, destination in ordered], dtype=np.int64),
        weights=np.array(weights, dtype=np.int64),
    )
    spec = {"demands": [[*pair, str(summed[pair])] for pair in ordered]}
    return Traffic(spec=spec, hosts=hosts, unit=Fraction(1, whole), pairs=pairs)


def _host(place: str, end: object, called: Called) -> object:
    """Return the number of a host that is given by its name, and what is given otherwise.

    Where names are numbers, no number that is a text stands for another host.
    """
    if not isinstance(end, str) or not called:
        return end
    if end not in called:
        if end.isdigit() and not next(iter(called)).isdigit():
            return end
        raise QuestionError(
            FIELD, f"{place}: there is no host {shown(end)}; {known_names(end, called)}"
        )
    return called[end]


def _read(entry: Entry, hosts: int, called: Called) -> tuple[tuple[int, int], Fraction]:
    place, *ends, demand = entry
    ends = [_host(place, end, called) for end in ends]
    try:
        source, destination = (read_integer(end, least=0) for end in ends)
        amount = read_rational(demand, digits=DIGITS)
    except NumberError as error:
        raise QuestionError(FIELD, f"{place}: each of its numbers {error}") from error
    for end in (source, destination):
        if end >= hosts:
            raise QuestionError(
                FIELD, f"{place}: host {end} does not exist; hosts are numbered 0 to {hosts - 1}"
            )
    if source == destination:
        raise QuestionError(FIELD, f"{place}: host {source} sends to itself")
    if amount < 0:
        raise QuestionError(FIELD, f"{place}: a demand must not be negative, got {shown(demand)}")
    return (source, destination), amount
