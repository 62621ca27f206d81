"""Answers about throughput, routes, placements and designs, in words of a network's owner."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from alphacut.arrangements.missing import naming_extra
from alphacut.service.kinds import entries
from alphacut.service.library.results import Answer
from alphacut.solver.common.errors import QuestionError

_WEAKEST_FIRST = ("bounded", "optimal", "exact")


@dataclass(frozen=True, kw_only=True)
class Told(Answer):
    """An answer that tells itself in words, and draws itself."""

    def __str__(self) -> str:
        from alphacut.service.text.documents import document_words

        return "\n".join(document_words(self.document))

    @naming_extra()
    def _repr_svg_(self) -> str:
        """Draw it, for notebooks."""
        written = self.document["format"]
        entry = next(each for each in entries().values() if each.kind.format == written)
        view = next(each for each in entry.views if each.link == "svg")
        assert view.make is not None
        return view.make(self.document).decode()

    @naming_extra()
    def draw(self, path: str | Path) -> None:
        """Write the picture that notebooks show, as SVG.

        Raises
        ------
        QuestionError
            If the file is called otherwise.
        ModuleNotFoundError
            If matplotlib, of the extra "plot", is not installed.
        """
        file = Path(path)
        if file.suffix.lower() != ".svg":
            raise QuestionError("path", f"draws SVG only; name the file {file.with_suffix('.svg')}")
        file.write_text(self._repr_svg_(), encoding="utf-8")


@dataclass(frozen=True, kw_only=True)
class Rate:
    """How much of the traffic is carried under one model, as a share of what a host can send."""

    lower: Fraction  # proven to be carried
    upper: Fraction  # proven not to be surpassed
    status: str  # "exact", "optimal" (known to 1e-6) or "bounded"


@dataclass(frozen=True, kw_only=True)
class Throughput(Told):
    """How much of some traffic a network carries."""

    # models, "0" to "5" and "mcf"; of a document, which does not tell: none
    asked: tuple[str, ...] = field(default=(), repr=False)

    @property
    def rates(self) -> dict[str, Rate]:
        """What is known of each model that was finished, by its name."""
        return {
            str(each["model"]): Rate(
                lower=Fraction(each["rate"]["lower"]),
                upper=Fraction(each["rate"]["upper"]),
                status=each["status"],
            )
            for each in self.document["models"]
        }

    @property
    def rate(self) -> Fraction:
        """The rate that is proven to be carried under the first model that was finished."""
        return next(iter(self.rates.values())).lower

    @property
    def missing(self) -> tuple[str, ...]:
        """Models that were asked about and not finished."""
        return tuple(name for name in self.asked if name not in self.rates)

    @property
    def status(self) -> str:
        """The weakest of all models; "bounded" if any is missing."""
        known = {"bounded"} if self.missing else {each.status for each in self.rates.values()}
        return next(each for each in _WEAKEST_FIRST if each in known)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}: {float(rate.lower):.6f}" for name, rate in self.rates.items())
        return f"<Throughput: {told}, {self.status}>"


@dataclass(frozen=True, kw_only=True)
class Run:
    """What was measured at one load."""

    offered: Fraction  # phits that each sending host generates in a cycle
    accepted: float  # phits that arrive in a cycle for each sending host
    latency: float | None  # mean cycles; None: no packet arrived
    deadlocked: bool  # whether all packets have stopped


@dataclass(frozen=True, kw_only=True)
class Simulation(Told):
    """What a simulation of routers has measured."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """What was measured at each load that was finished."""
        return tuple(
            Run(
                offered=Fraction(each["offered"]),
                accepted=each["accepted"],
                latency=each["latency"],
                deadlocked=each["stopped"] is not None,
            )
            for each in self.document["runs"]
        )

    @property
    def saturation(self) -> Fraction | None:
        """The exact limit of the links; None where it is not told."""
        told = self.document.get("saturation")
        return None if told is None else Fraction(told)

    @property
    def status(self) -> str:
        """ "measured", or "unverified" if its accounts were not accepted."""
        return str(self.document["status"])

    def __repr__(self) -> str:
        told = ", ".join(f"{float(run.offered):g}: {run.accepted:.4f}" for run in self.runs)
        return f"<Simulation: {told}, {self.status}>"


@dataclass(frozen=True, kw_only=True)
class Routes(Told):
    """Whether the routes of a mechanism can deadlock, and what links carry."""

    @property
    def status(self) -> str:
        """ "free" (proven), "possible" (a cycle of channels is shown), or "not shown"."""
        return str(self.document["deadlock"]["verdict"])

    @property
    def free(self) -> bool:
        """Whether the routes are proven free from deadlock."""
        return self.status == "free"

    @property
    def cycle(self) -> list[tuple[Hashable, Hashable, int]] | None:
        """Channels that can wait for each other: from a node to a node, on a virtual channel."""
        steps = self.document["deadlock"].get("cycle")
        if steps is None:
            return None
        return [(self.nodes[step["from"]], self.nodes[step["to"]], step["vc"]) for step in steps]

    @property
    def saturation(self) -> Fraction | None:
        """The largest load that no link has too much of; None if no traffic was asked about."""
        load = self.document.get("load")
        return None if load is None else Fraction(load["saturation"])

    def __repr__(self) -> str:
        return f"<Routes: {self.document['routes']:,} routes, {self.status}>"


@dataclass(frozen=True, kw_only=True)
class Placement(Told):
    """Where the tasks of a job lie on the hosts of a dragonfly, and how long an exchange takes."""

    @property
    def status(self) -> str:
        """ "exact": no placement is faster; "bounded": one might be, not below `bound`."""
        return str(self.document["status"])

    @property
    def choices(self) -> list[Mapping[str, Any]]:
        """All ways to divide the grid among tasks and groups, the fastest first."""
        return list(self.document["choices"])

    @property
    def hosts(self) -> list[str] | None:
        """The host of each task, in the order of ranks; None where nothing could be laid out."""
        placed = self.document["placed"]
        return None if placed is None else list(placed["hosts"])

    @property
    def seconds(self) -> Fraction | None:
        """How long one exchange takes with it."""
        placed = self.document["placed"]
        return None if placed is None else Fraction(placed["seconds"])

    @property
    def bound(self) -> Fraction | None:
        """How long it takes at least, wherever tasks lie."""
        placed = self.document["placed"]
        return None if placed is None else Fraction(placed["bound"])

    def launcher(self, form: str) -> str:
        """Write the file for a launcher: "slurm", "openmpi", "openmpi4", "mpich" or "hosts"."""
        from alphacut.solver.placement.files import launcher_file

        return launcher_file(form, self.document)

    def __repr__(self) -> str:
        time = "nothing laid out" if self.seconds is None else f"{float(self.seconds):.3g} s"
        return f"<Placement: {time}, {self.status}>"


@dataclass(frozen=True, kw_only=True)
class StencilMapping(Told):
    """Where the cells of a stencil lie on the nodes of a network."""

    @property
    def status(self) -> str:
        """ "exact": proven to be the best, or decided; "closed": on a solver's word; "bounded"."""
        return str(self.document["status"])

    @property
    def exists(self) -> bool | None:
        """Whether there is a regular mapping; None if that is open, or was not asked."""
        return {"yes": True, "no": False}.get(self.document.get("answer", ""))

    @property
    def cells(self) -> dict[tuple[int, ...], Hashable] | None:
        """The node of each cell; None where there is no mapping."""
        mapping = self.document.get("mapping")
        if mapping is None:
            return None
        sides = self.document["question"]["stencil"]
        return dict(
            zip(product(*map(range, sides)), (self.nodes[each] for each in mapping), strict=True)
        )

    @property
    def load(self) -> int | None:
        """The most neighbours whose exchange shares one link; None of a regular mapping."""
        return self.document.get("load")

    @property
    def hops(self) -> int | None:
        """Hops between all neighbours; None of a regular mapping."""
        return self.document.get("hops")

    def __repr__(self) -> str:
        sides = "x".join(map(str, self.document["question"]["stencil"]))
        return f"<StencilMapping: {sides}, {self.status}>"


@dataclass(frozen=True, kw_only=True)
class Conjecture(Answer):
    """What was counted of a conjecture about single components."""

    @property
    def status(self) -> str:
        """ "exact": all that was asked for was counted, twice; "bounded": it was not."""
        return str(self.document["status"])

    @property
    def lanes(self) -> tuple[Mapping[str, Any], ...]:
        """Of each h and each rule: the range of a, how many networks, and which failed."""
        return tuple(self.document["lanes"])

    @property
    def failures(self) -> int:
        """Networks with more than one component."""
        return sum(lane["failures"] for lane in self.lanes)

    def __str__(self) -> str:
        from alphacut.service.text.conjecture import of_conjecture

        return "\n".join(of_conjecture(self.document))

    def __repr__(self) -> str:
        about = self.document["arrangement"]
        return f"<Conjecture: {about}, {self.failures} failures, {self.status}>"


class Synthesis(Answer):
    """An arrangement of global links, with its bisection bandwidth at the first α."""

    @property
    def spec(self) -> str:
        """The network, as every other question takes it."""
        return str(self.document["design"]["spec"])

    @property
    def status(self) -> str:
        """ "exact": the bisection is proven; "bounded": it lies between `lower` and `value`."""
        return str(self.document["status"])

    @property
    def value(self) -> Fraction:
        """The capacity of the least bisection that was found."""
        return Fraction(self.document["bisection"]["value"])

    @property
    def lower(self) -> Fraction:
        """What every bisection of the design is proven to have at least."""
        return Fraction(self.document["bisection"]["lower"])

    @property
    def upper(self) -> Fraction:
        """What the bisection of no arrangement surpasses."""
        return Fraction(self.document["upper"][0]["value"])

    @property
    def moves(self) -> list[tuple[Hashable, Hashable, Hashable, Hashable]] | None:
        """Cables to move, (u, v, w, x): that between u and v to w and x. None: not asked for."""
        told = self.document.get("moves")
        if told is None:
            return None
        return [tuple(self.nodes[each] for each in move) for move in told]

    @property
    def gain(self) -> Fraction | None:
        """By what share the bisection grows at least, proven; None: no cables were moved."""
        start = self.document.get("start")
        return None if start is None else self.lower / Fraction(start["value"]) - 1

    @property
    def best(self) -> str | None:
        """ "all" or "rotation": the design is proven to be the best of these; None: of none."""
        return None if self.document["best"] is None else str(self.document["best"])

    def __str__(self) -> str:
        from alphacut.service.text.synthesis import of_synthesis

        return "\n".join(of_synthesis(self.document))

    def __repr__(self) -> str:
        return f"<Synthesis: {self.spec}, value {self.value}, {self.status}>"
