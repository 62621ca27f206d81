"""Reading the parts of a document, which must at least be of the right form."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import DocumentError

DIGITS = 200  # of numerator and denominator of a rational: a gap has those of several capacities


def object_in(value: object, name: str) -> Mapping[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, dict):
        raise DocumentError(f"{name} is not a JSON object")
    return value


def only_fields(node: Mapping[str, Any], fields: Collection[str], name: str) -> None:
    """Refuse members that the format does not have: nobody would have checked them.

    Parameters
    ----------
    name
        Of the object, or nothing for the document itself.
    """
    unknown = next((each for each in node if each not in fields), None)
    if unknown is not None:
        raise DocumentError(
            f"{name or 'the document'} has a field {shown(unknown)}, which is not known; "
            f"{known_names(unknown, fields)}"
        )


def document_in(
    written: object, document_format: str, fields: Collection[str]
) -> Mapping[str, Any]:
    """Return a document as an object, if it has this format and no field beside its own."""
    node = object_in(written, "the document")
    if node.get("format") != document_format:
        raise DocumentError(
            f"format is {shown(node.get('format'))}; it should be {document_format}"
        )
    only_fields(node, fields, "")
    return node


def text_in(node: Mapping[str, Any], name: str) -> str:
    """Return a member that is a string."""
    value = node.get(name)
    if not isinstance(value, str):
        raise DocumentError(f"{name} is not a string")
    return value


def integer_in(node: Mapping[str, Any], name: str) -> int:
    """Return a member that is an integer."""
    value = node.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise DocumentError(f"{name} is not an integer")
    return value


def number_in(node: Mapping[str, Any], name: str, place: str) -> float:
    """Return a member that is a finite number.

    Parameters
    ----------
    place
        Of the object in the document.
    """
    value = node.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise DocumentError(f"{place}.{name} is not a number")
    return value


def same(one: object, other: object) -> bool:
    """Tell whether two JSON values are written alike; Python takes 1, 1.0 and True for the same."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return type(one) is type(other) and one == other


def fraction_in(node: Mapping[str, Any], name: str) -> Fraction:
    """Return a member that is a rational written as a string ("5/4")."""
    written = text_in(node, name)
    try:
        if "." in written or written != written.strip():  # a document writes ratios alone
            raise NumberError
        return read_rational(written, digits=DIGITS)
    except NumberError as error:
        raise DocumentError(
            f"{name} is {shown(written)}, which is not a rational such as '5/4'"
        ) from error


def alpha_in(node: Mapping[str, Any], name: str, *, open_end: bool = False) -> Alpha:
    """Return a member that is an α; with an open end, null means infinity."""
    if open_end and node.get(name, "") is None:
        return INFINITY
    if node.get(name) == "inf":
        return INFINITY
    value = fraction_in(node, name)
    if value < 0:
        raise DocumentError(f"{name} is negative")
    return Alpha.of(value)
