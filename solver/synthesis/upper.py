"""What no arrangement of a shape surpasses at an α, as documents tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.links._base import Shape
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.bounds import least_bound
from alphacut.solver.synthesis.pool import Signs

if TYPE_CHECKING:
    from alphacut.solver.synthesis.every import Ceiling

EVERY = "a cut of every arrangement"
Json = Mapping[str, Any]


def side_json(side: Signs) -> list[int]:
    """Write a side as the switches that it holds, the half with switch 0."""
    signs = side.ravel()
    return [switch for switch, sign in enumerate(signs.tolist()) if sign == signs[0]]


def by_listing(
    shape: Shape | None, alphas: Sequence[Alpha], found: int, seed: int, stop: Callable[[], bool]
) -> list[dict[str, Any] | None]:
    """Bound all arrangements of a shape by cuts of each, at each α.

    Parameters
    ----------
    shape
        None: that of no dragonfly.
    found
        Where there is one α: the least cut of the design that is known, times its denominator.

    Returns
    -------
    list of dict or None
        A value with cuts; None: arrangements are many, or a formula meets what was found.
    """
    from alphacut.solver.synthesis.every import ceiling

    bounds: list[dict[str, Any] | None] = []
    for alpha in alphas:
        reached = Fraction(found, alpha.denominator) if len(alphas) == 1 else None
        few = shape is not None and least_bound(shape, alpha)[0] != reached
        bound = ceiling(shape, alpha, seed, stop) if shape is not None and few else None
        bounds.append(None if bound is None else _listed(bound, alpha))
    return bounds


def _listed(bound: Ceiling, alpha: Alpha) -> dict[str, Any]:
    value = Fraction(bound.value, alpha.denominator)
    return {"value": str(value), "cuts": [side_json(side) for side in bound.sides]}


def upper_json(shape: Shape, alpha: Alpha, listed: Json | None = None) -> dict[str, Any]:
    """Write the least bound that is known for all arrangements of a shape.

    Parameters
    ----------
    listed
        What `by_listing` has returned.
    """
    value, bound = least_bound(shape, alpha)
    if listed is not None and Fraction(listed["value"]) < value:
        return {
            "alpha": str(alpha), "reason": EVERY, "intercept": None, "slope": None,
            "segments": None, **listed,
        }  # fmt: skip
    return {
        "alpha": str(alpha), "value": str(value), "reason": bound.reason,
        "intercept": str(bound.intercept), "slope": str(bound.slope), "segments": bound.segments,
    }  # fmt: skip
