"""Ascents over the same states by one solver: the next one begins where the last one stood."""

from __future__ import annotations

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.warm_start import Warm
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.alpha import Alpha
from tests.solver.bisection.bounds.states.conftest import NETWORKS, relaxation


def settled(name: str, warm_starts: WarmStartCache) -> Programs:
    """Settle all compositions of a network, and return its programs."""
    network, relaxed = NETWORKS[name], relaxation(NETWORKS[name], warm_starts=warm_starts)
    covering = relaxed.covering(())
    assert covering is not None
    covering.bound(Alpha(1, 1), Region.of(network, Balance.of(network)), 8, lambda: True)
    return Programs(relaxed.structure)


def first_bound(programs: Programs, warm: Warm | None) -> float:
    """Return the bound after the first 20 steps for some intercept."""
    known = Known.of(programs.structure, int(programs.structure.intercepts.max()))
    run = Run(programs, known, (0, 1), (), warm, by_minority=False)
    return run.advance(1, lambda: False).bound


def test_the_next_run_begins_where_the_last_one_stood() -> None:
    warm_starts = WarmStartCache()
    programs = settled("p41", warm_starts)
    warm = warm_starts.last_run(programs.name)
    assert warm is not None
    assert first_bound(programs, warm) > first_bound(programs, None)


def test_another_network_begins_from_nothing() -> None:
    warm_starts = WarmStartCache()
    others = settled("p22", warm_starts)
    assert warm_starts.last_run(others.name) is not None
    programs = settled("p41", warm_starts)
    assert programs.name != others.name
    assert warm_starts.last_run(others.name) is None
    assert Programs(relaxation(NETWORKS["p41"]).structure).name == programs.name


def test_networks_that_differ_in_their_links_alone_have_other_names() -> None:
    names = {
        Programs(relaxation(NETWORKS[name]).structure).name for name in ("p22", "p22-circulant")
    }
    assert len(names) == 2
