"""The partitioners that exist, by name, loaded only when they are wanted."""

from __future__ import annotations

from importlib import import_module

from benchmarks.partitioners._base import NotInstalled, Partition

MODULES = {"KaHIP": "kahip", "METIS": "metis", "Mt-KaHyPar": "mtkahypar"}
NAMES = tuple(MODULES)


def partitioner(name: str) -> Partition:
    """Return a partitioner.

    Raises
    ------
    NotInstalled
        If its package cannot be loaded here.
    """
    if name not in MODULES:
        raise ValueError(f"no partitioner is called {name!r}")
    try:
        module = import_module(f"benchmarks.partitioners.{MODULES[name]}")
    except ImportError as error:
        raise NotInstalled(str(error)) from error
    found: Partition = module.partition
    return found
