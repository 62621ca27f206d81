"""What Belka et al. state in section 3 and exact curves do not give, with the proven value.

`says` is the statement as a fact that would be true of our curves if it held;
`proven` is what holds instead. Both are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.dragonfly import Dragonfly

if TYPE_CHECKING:
    from tests.golden.conftest import Proven


@dataclass(frozen=True, kw_only=True)
class Discrepancy:
    """A sentence, and one sign rule of nautilus under which it does not hold."""

    place: str
    rule: str
    network: str
    says: Callable[[Proven], bool]
    proven: Callable[[Proven], bool]
    words: str  # the proven value, for people


TEXT, FIGURES = "nautilus", "nautilus figures"

DISCREPANCIES = (
    Discrepancy(
        place="figure 7, sentence 5: relative and nautilus tie again from α = 2",
        rule=TEXT,
        network="p33",
        says=lambda c: c[TEXT].signs(c["relative"], 2) == {0},
        proven=lambda c: (
            c[TEXT].signs(c["relative"], "2/3") == {-1}
            and c["relative"].at(7) - c[TEXT].at(7) == 2
            and c[TEXT].final_slope == c["relative"].final_slope == 5
        ),
        words="nautilus stays below relative beyond 2/3: 16 + 5α against 18 + 5α from α = 2",
    ),
    *(
        Discrepancy(
            place="figure 8, sentence 5: all three lines tie until α = 0.5",
            rule=rule,
            network="p34",
            says=lambda c, rule=rule: c[rule].signs(c.best_prior, 0, "1/2") == {0},  # type: ignore[misc]
            proven=lambda c, rule=rule: (  # type: ignore[misc]
                c[rule].signs(c.best_prior, 0, "3/7") == {0}
                and c[rule].signs(c.best_prior, "3/7", "1/2") == {-1}
            ),
            words="nautilus leaves the tie at 3/7",
        )
        for rule in (TEXT, FIGURES)
    ),
    *(
        Discrepancy(
            place="figure 8, sentence 6: nautilus falls into third place at α = 0.5",
            rule=rule,
            network="p34",
            says=lambda c, rule=rule: c[rule].signs(c["helix"], 0, "1/2") == {0},  # type: ignore[misc]
            proven=lambda c, rule=rule: (  # type: ignore[misc]
                c[rule].signs(c.best_of("circulant", "helix"), "3/7", "1/2") == {-1}
            ),
            words="nautilus is third from 3/7 on",
        )
        for rule in (TEXT, FIGURES)
    ),
    Discrepancy(
        place="figure 8, sentence 6: nautilus passes the best of at α = 1.5",
        rule=TEXT,
        network="p34",
        says=lambda c: c[TEXT].signs(c.best_prior, "3/2") == {1},
        proven=lambda c: (
            c[TEXT].signs(c.best_prior, "3/7", 2) == {-1} and c[TEXT].signs(c.best_prior, 2) == {1}
        ),
        words="it passes at α = 2",
    ),
    Discrepancy(
        place="figure 8, sentence 6: nautilus is the highest for α ≥ 4",
        rule=TEXT,
        network="p34",
        says=lambda c: c[TEXT].signs(c["helix"], 4) <= {0, 1},
        proven=lambda c: (
            c[TEXT].signs(c["helix"], 1, 5) == {-1} and c[TEXT].signs(c["helix"], 5) == {1}
        ),
        words="it is the highest for α ≥ 5",
    ),
    Discrepancy(
        place="summary, paragraph 2: nautilus is higher than the best prior at high α",
        rule=TEXT,
        network="p33",
        says=lambda c: c[TEXT].signs(c.best_prior, 100) == {1},
        proven=lambda c: c[TEXT].signs(c.best_prior, 100) == {-1},
        words="on (p,3,3) it is lower by 2",
    ),
    Discrepancy(
        place="summary, paragraph 2: nautilus is higher than the best prior at high α",
        rule=FIGURES,
        network="p33",
        says=lambda c: c[FIGURES].signs(c.best_prior, 100) == {1},
        proven=lambda c: c[FIGURES].signs(c.best_prior, 100) == {0},
        words="on (p,3,3) it ties, as the paragraph on figure 7 says",
    ),
    Discrepancy(
        place="summary, paragraph 2: nautilus is higher than the best prior at high α",
        rule=TEXT,
        network="p28",
        says=lambda c: c[TEXT].signs(c.best_prior, 100) == {1},
        proven=lambda c: c[TEXT].signs(c.best_prior, 100) == {0},
        words="on (p,2,8) it ties, as the paragraph on figure 9 says",
    ),
)


@pytest.fixture
def networks(p42: Proven, p33: Proven, p34: Proven, p28: Proven) -> dict[str, Proven]:
    return {"p42": p42, "p33": p33, "p34": p34, "p28": p28}


@pytest.mark.parametrize("entry", DISCREPANCIES, ids=lambda d: f"{d.place} ({d.rule})")
def test_statement_does_not_hold_and_the_proven_value_does(
    entry: Discrepancy, networks: dict[str, Proven]
) -> None:
    curves = networks[entry.network]
    assert not entry.says(curves)
    assert entry.proven(curves), entry.words


def test_figure_9_graphs_of_helix_and_relative_are_not_different() -> None:
    """Sentence 2 says that all three graphs differ: doubling all group numbers joins these two."""
    helix, relative = (
        Dragonfly(a=2, h=8, arrangement=name).network() for name in ("helix", "relative")
    )
    place = [2 * (switch // 2) % 17 * 2 + switch % 2 for switch in range(34)]
    renamed = [
        link._replace(first=place[link.first], second=place[link.second]) for link in helix.links
    ]
    assert replace(helix, links=tuple(renamed)) == relative
