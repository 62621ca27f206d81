"""The exact bisection bandwidth of a network, as a function of α, with a proof.

>>> import alphacut
>>> alphacut.bisection("torus:sides=4x4").value
Fraction(8, 1)

`bisection` answers at one α, `curve` over all of them, and `verify` checks what they return;
`Service` asks a server the same. `throughput` tells how much traffic a network carries, `routes`
whether its routes can deadlock, `simulate` how they behave, `place` and `mapping` where tasks
should lie; `design` finds networks for so many hosts, `synthesise` the global links of a dragonfly,
`resilience` tells what failures leave, and `conjecture` counts components. See docs/python.md.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from alphacut.service.library import Bisection as Bisection
    from alphacut.service.library import Bound as Bound
    from alphacut.service.library import Conjecture as Conjecture
    from alphacut.service.library import Curve as Curve
    from alphacut.service.library import FoundDesigns as FoundDesigns
    from alphacut.service.library import Layout as Layout
    from alphacut.service.library import Placement as Placement
    from alphacut.service.library import Profile as Profile
    from alphacut.service.library import Rate as Rate
    from alphacut.service.library import Report as Report
    from alphacut.service.library import Resilience as Resilience
    from alphacut.service.library import Routes as Routes
    from alphacut.service.library import Run as Run
    from alphacut.service.library import Simulation as Simulation
    from alphacut.service.library import StencilMapping as StencilMapping
    from alphacut.service.library import Synthesis as Synthesis
    from alphacut.service.library import Throughput as Throughput
    from alphacut.service.library import Verified as Verified
    from alphacut.service.library import bisection as bisection
    from alphacut.service.library import bound as bound
    from alphacut.service.library import conjecture as conjecture
    from alphacut.service.library import curve as curve
    from alphacut.service.library import design as design
    from alphacut.service.library import fabric as fabric
    from alphacut.service.library import fabrics as fabrics
    from alphacut.service.library import layout as layout
    from alphacut.service.library import load as load
    from alphacut.service.library import map_networks as map  # noqa: A004
    from alphacut.service.library import mapping as mapping
    from alphacut.service.library import place as place
    from alphacut.service.library import profile as profile
    from alphacut.service.library import report as report
    from alphacut.service.library import resilience as resilience
    from alphacut.service.library import routes as routes
    from alphacut.service.library import simulate as simulate
    from alphacut.service.library import synthesise as synthesise
    from alphacut.service.library import throughput as throughput
    from alphacut.service.library import verify as verify
    from alphacut.service.library.serviced import Asked as Asked
    from alphacut.service.library.serviced import Service as Service
    from alphacut.service.library.serviced import StillOpenError as StillOpenError

__all__ = [
    "Asked",
    "Bisection",
    "Bound",
    "Conjecture",
    "Curve",
    "FoundDesigns",
    "Layout",
    "Placement",
    "Profile",
    "Rate",
    "Report",
    "Resilience",
    "Routes",
    "Run",
    "Service",
    "Simulation",
    "StencilMapping",
    "StillOpenError",
    "Synthesis",
    "Throughput",
    "Verified",
    "__version__",
    "bisection",
    "bound",
    "conjecture",
    "curve",
    "design",
    "fabric",
    "fabrics",
    "layout",
    "load",
    "map",
    "mapping",
    "place",
    "profile",
    "report",
    "resilience",
    "routes",
    "simulate",
    "synthesise",
    "throughput",
    "verify",
]

_SERVICED = ("Asked", "Service", "StillOpenError")  # which need the extra "client"


def __getattr__(name: str) -> Any:
    """Load what is asked for; the packages below are imported without it."""
    if name == "__version__":
        from alphacut.jobs.provenance import version

        return version()
    if name == "map":
        return import_module("alphacut.service.library").map_networks
    if name in _SERVICED:
        return getattr(_serviced(), name)
    if name in __all__:
        return getattr(import_module("alphacut.service.library"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _serviced() -> ModuleType:
    from alphacut.arrangements.missing import naming_extra

    with naming_extra():
        return import_module("alphacut.service.library.serviced")


def __dir__() -> list[str]:
    return list(__all__)
