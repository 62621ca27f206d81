"""The plain models and our engine agree where the answer can be counted by hand or by both."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from benchmarks.plain_models._base import EdgeModel
from benchmarks.plain_models.catalogue import NAMES, plain_model

TINY = [
    Dragonfly(a=2, h=1, arrangement="relative"),
    Dragonfly(a=2, h=2, arrangement="nautilus"),
    Dragonfly(a=3, h=2, arrangement="absolute"),  # 21 switches: an odd number
]


def ours(network: Network, alpha: Alpha) -> Fraction:
    """The least capacity, proven by certificate."""
    balance = Balance.of(network)
    found = answer(
        PointProblem(network=network, balance=balance, alpha=alpha, engine="branch_and_bound")
    )
    assert found.proof == "certificate"
    assert found.lower_bound == min(alpha.scaled(cut.line) for cut in found.cuts)
    return alpha.value(found.lower_bound)


@pytest.mark.parametrize("dragonfly", TINY, ids=lambda d: f"p{d.a}{d.h}-{d.arrangement}")
@pytest.mark.parametrize("alpha", [Alpha(1, 1), Alpha(3, 2)], ids=str)
def test_plain_models_agree_with_our_engine(dragonfly: Dragonfly, alpha: Alpha) -> None:
    network = dragonfly.network()
    model = EdgeModel.of(network, alpha)
    least = ours(network, alpha)
    for name in NAMES:
        result = plain_model(name)(model, 60.0)
        assert result.proven, name
        assert result.value == pytest.approx(float(least), abs=1e-6), name
        assert result.bound == pytest.approx(float(least), abs=1e-6), name


def test_edge_model_adds_up_links_and_scales_them() -> None:
    network = Dragonfly(a=2, h=1, arrangement="relative").network()
    model = EdgeModel.of(network, Alpha(5, 4))
    assert (model.switches, model.sizes, model.unit) == (6, (3, 3), 4)
    assert sorted(capacity for _, _, capacity in model.edges) == [4, 4, 4, 5, 5, 5]


def test_an_unknown_solver_is_refused() -> None:
    with pytest.raises(ValueError, match="CPLEX"):
        plain_model("CPLEX")
