"""Checking lanes, several at a time, with everything known at every moment."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from alphacut.arrangements.structure.conjecture.lanes import method_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from alphacut.arrangements.structure.conjecture.lanes import Lane

POLL = 0.5  # seconds between two reports


def check(
    lanes: Sequence[Lane],
    to: int,
    *,
    workers: int,
    report: Callable[[Sequence[Lane]], bool],
) -> list[Lane]:
    """Check all lanes up to a = `to`, each in order of a.

    Parameters
    ----------
    workers
        How many threads; the compiled loops run side by side.
    report
        Is told, every half second, how far each lane is; False ends the work
        after the networks that are being looked at.
    """
    state = list(lanes)
    going = True

    def walk(index: int) -> None:
        lane = state[index]
        count = method_of(lane.arrangement, lane.method).load()
        for a in lane.ahead(to):
            if not going:
                return
            began = time.perf_counter()
            verdict = count(a, lane.h, lane.sign == "figures")
            lane = lane.after(a, verdict, time.perf_counter() - began)
            state[index] = lane
        state[index] = lane.up_to(to)

    with ThreadPoolExecutor(max_workers=workers) as pool:
        longest_first = sorted(range(len(state)), key=lambda index: -state[index].h)
        waiting = {pool.submit(walk, index) for index in longest_first}
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=POLL, return_when=FIRST_COMPLETED)
                for finished in done:
                    finished.result()
                going = going and report(tuple(state))
        finally:
            going = False
    return state
