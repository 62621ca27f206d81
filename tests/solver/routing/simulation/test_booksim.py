"""BookSim 2 (Jiang et al., 2013) as an oracle: its minimal routes on a dragonfly against ours.

Needs the program, built from its own sources; its path is told by ALPHACUT_BOOKSIM.
docs/routing.md says how to build it.
"""

from __future__ import annotations

import os
import re
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.simulation.params import Params
from alphacut.solver.simulation.run import simulate
from alphacut.solver.traffic.reading import read_traffic

SPEC = "dragonfly:a=4,h=2,p=2,arrangement=absolute"  # BookSim's with k = 2
ROUTER = 2.5  # cycles that a packet takes through a router of BookSim; ours take none
ROUTERS = 3.3  # that a packet goes through on average
SETTINGS = """
topology = dragonflynew; k = 2; n = 1; routing_function = min; num_vcs = 2;
traffic = uniform; packet_size = 8; injection_rate_uses_flits = 1;
vc_buf_size = 256; wait_for_tail_credit = 0; credit_delay = 2; routing_delay = 0;
vc_alloc_delay = 1; sw_alloc_delay = 1; st_final_delay = 1;
vc_allocator = separable_input_first; sw_allocator = separable_input_first; alloc_iters = 1;
input_speedup = 1; output_speedup = 1;
warmup_periods = 3; sample_period = 3000; max_samples = 4; sim_count = 1;
latency_thres = 500.0; seed = 1;
"""


@pytest.fixture(scope="module")
def booksim() -> Path:
    given = os.environ.get("ALPHACUT_BOOKSIM")
    if given is None:
        pytest.skip("needs BookSim 2: set ALPHACUT_BOOKSIM to the path of its program")
    return Path(given)


def measured(booksim: Path, folder: Path, load: str, speedup: str) -> tuple[float, float]:
    """Return the accepted load and the mean latency that BookSim tells."""
    settings = folder / "settings"
    rest = f"injection_rate = {load}; internal_speedup = {speedup};\n"
    settings.write_text((SETTINGS + rest).replace("; ", ";\n"))
    words = subprocess.run(
        [booksim, settings], cwd=folder, capture_output=True, text=True, check=False
    ).stdout
    told = [
        float(re.findall(rf"{name} average ?= ([0-9.]+)", words)[-1])
        for name in ("Accepted flit rate", "Packet latency")
    ]
    return told[0], told[1]


@pytest.mark.slow
def test_minimal_routes_of_booksim_agree(booksim: Path, tmp_path: Path, route: Any) -> None:
    """Accepted loads below saturation; latencies between those of its slow and fast crossbars.

    A crossbar of internal speedup 2 lets fewer packets wait at the head of an input than ours
    do; one of speedup 1 with its allocator more.
    """
    routed = route(SPEC, "minimal")
    sent = read_traffic("uniform", routed.network)
    params = Params(local_buffer=32, global_buffer=32, cycles=16_000, warm_up=4_000, seed=1)
    for load in ("0.05", "0.3", "0.5"):
        ours = simulate(routed.built.mechanism, routed.network, sent, Fraction(load), params)
        assert ours.latency is not None
        latency = ours.latency + ROUTER * ROUTERS
        fast, slow = (measured(booksim, tmp_path, load, speedup) for speedup in ("2.0", "1.0"))
        for accepted, _ in (fast, slow):
            assert accepted == pytest.approx(ours.accepted, rel=0.02)
        assert 0.98 * fast[1] < latency < 1.02 * slow[1]
    assert ours.accepted == pytest.approx(0.5, rel=0.02)
