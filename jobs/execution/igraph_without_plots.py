"""igraph loaded without the libraries that it could draw with.

Loading them takes half a second of every process that solves, and nothing is drawn there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

DRAWING = ("cairo", "cairocffi", "matplotlib", "plotly")


def load_undrawn() -> None:
    """Have igraph, whenever it is loaded, load as if what it draws with were not installed.

    igraph cannot draw in this process any more. No other thread may load any of these
    libraries while it is loaded.
    """
    if not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find igraph as usual, and see to how it is loaded; all else is left to others."""
        if fullname != "igraph":
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None:
            found.loader = _Undrawn(found.loader)
        return found


class _Undrawn(Loader):
    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        with _hidden():
            self._loader.exec_module(module)


@contextmanager
def _hidden() -> Iterator[None]:
    names = [name for name in DRAWING if name not in sys.modules]
    sys.modules.update(dict.fromkeys(names))  # type: ignore[arg-type]  # importing None fails
    try:
        yield
    finally:
        for name in names:
            del sys.modules[name]
