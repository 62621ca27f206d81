"""How many threads numerical libraries may start in each process at work.

Left alone, each process starts one for each core, and several at a time slow each other down.
They read the number when they are loaded, from the environment that children inherit.
"""

from __future__ import annotations

import os

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def share_cores(at_once: int) -> None:
    """Have each of so many processes at work use its share of the cores, unless that is said.

    Parameters
    ----------
    at_once
        How many processes work at the same time, all workers of the machine together.
    """
    here = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if here else os.cpu_count() or 1
    share = str(max(1, cores // max(1, at_once)))
    if any(name in os.environ for name in VARIABLES):
        return
    os.environ.update(dict.fromkeys(VARIABLES, share))
