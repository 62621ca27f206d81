"""The bisection bandwidth that a theorem gives a network, beside the bound of its spectrum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import UNLIMITED, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.arrangements.structure.spectrum import Spectrum


def known_bisection(
    topology: Mapping[str, Any], spectrum: Spectrum | None
) -> dict[str, Any] | None:
    """Return what a theorem says of the network of a spec, if one does.

    Returns
    -------
    dict or None
        The "value" in capacities of one local link, the "balances" that it
        holds for, "formula" and "reference", and whether it keeps to the
        bound of the spectrum, null where there is none for these halves.
    """
    known = parse(topology, UNLIMITED).known_bisection()
    if known is None:
        return None
    fits = spectrum.bisection_at_least <= known.value if spectrum else None
    return {
        "value": str(known.value),
        "balances": list(known.balances),
        "formula": known.formula,
        "reference": known.reference,
        "spectrum_agrees": fits if "switches" in known.balances else None,
    }
