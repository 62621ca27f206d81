"""Sides of bisections, as the verifier reads them."""

from __future__ import annotations

from alphacut.solver.common.errors import DocumentError, Refused


def half(written: object, switches: int) -> set[int]:
    """Return one half of the switches, as equal to the other as can be.

    Raises
    ------
    DocumentError, Refused
        If it is no list of switches, or no half of them.
    """
    if not isinstance(written, list) or not all(type(each) is int for each in written):
        raise DocumentError("a side is not a list of switches")
    found = set(written)
    if len(found) < len(written) or not all(0 <= each < switches for each in written):
        raise Refused("a side has a switch twice, or one that there is not")
    if 2 * len(written) not in (switches - switches % 2, switches + switches % 2):
        raise Refused(f"a side has {len(written)} of {switches} switches, which is no half")
    return found
