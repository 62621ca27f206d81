"""igraph loaded without the libraries that it could draw with.

Loading them takes half a second of every process that solves, and nothing is drawn there.
"""

from __future__ import annotations

import importlib
import sys

DRAWING = ("cairo", "cairocffi", "matplotlib", "plotly")


def load_igraph() -> None:
    """Load igraph as if what it draws with were not installed.

    igraph cannot draw in this process any more. No other thread may load any of these
    libraries meanwhile.
    """
    hidden = [name for name in DRAWING if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # importing None fails
    try:
        importlib.import_module("igraph")
    finally:
        for name in hidden:
            del sys.modules[name]
