"""One conjecture, one h, one rule, one method: a lane along which a grows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.structure.conjecture import rotation
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Verdict = tuple[int, int, int]  # GCCs, steps of work, lemmas that fail (as bits)
LEMMAS = range(1, 6)
DISAGREE = 1 << 5  # in place of a lemma: two methods count different numbers of GCCs


@dataclass(frozen=True, kw_only=True)
class Method:
    """A way to count the GCCs of one network of an arrangement."""

    name: str
    arrangement: str
    work: str  # what its steps of work are
    load: Callable[[], Callable[[int, int, bool], Verdict]]  # compiles it


def _nautilus_links() -> Callable[[int, int, bool], Verdict]:
    from alphacut.arrangements.structure.conjecture.nautilus_links import connect

    return connect


def _nautilus_intervals() -> Callable[[int, int, bool], Verdict]:
    from alphacut.arrangements.structure.conjecture.nautilus_intervals import connect

    return connect


def _helix_links() -> Callable[[int, int, bool], Verdict]:
    from alphacut.arrangements.structure.conjecture.helix_links import connect

    return lambda a, h, _: connect(a, h)


def _helix_rotation() -> Callable[[int, int, bool], Verdict]:
    def count(a: int, h: int, _: bool) -> Verdict:
        arcs = rotation.helix_arcs(a, h)
        return rotation.components(a, a * h + 1, arcs).total(), len(arcs), 0

    return count


def _both(
    links: Callable[[], Callable[[int, int, bool], Verdict]],
    other: Callable[[], Callable[[int, int, bool], Verdict]],
) -> Callable[[], Callable[[int, int, bool], Verdict]]:
    """Count by links and in another way, and tell where they differ."""

    def load() -> Callable[[int, int, bool], Verdict]:
        one, another = links(), other()

        def count(a: int, h: int, figures: bool) -> Verdict:
            components, work, flaws = one(a, h, figures)
            found, _, more = another(a, h, figures)
            return components, work, flaws | more | (DISAGREE if found != components else 0)

        return count

    return load


METHODS: tuple[Method, ...] = (
    Method(name="links", arrangement="nautilus", work="links", load=_nautilus_links),
    Method(name="intervals", arrangement="nautilus", work="groups", load=_nautilus_intervals),
    Method(
        name="both",
        arrangement="nautilus",
        work="links",
        load=_both(_nautilus_links, _nautilus_intervals),
    ),
    Method(name="links", arrangement="helix", work="links", load=_helix_links),
    Method(name="rotation", arrangement="helix", work="arcs", load=_helix_rotation),
    Method(
        name="both",
        arrangement="helix",
        work="links",
        load=_both(_helix_links, _helix_rotation),
    ),
)
ARRANGEMENTS = ("nautilus", "helix")


def method_of(arrangement: str, name: str) -> Method:
    """Return a method by its name.

    Raises
    ------
    NetworkError
        If the arrangement has none of this name.
    """
    found = {each.name: each for each in METHODS if each.arrangement == arrangement}
    if name not in found:
        raise NetworkError(f"method: unknown {shown(name)}; {known_names(name, found)}")
    return found[name]


@dataclass(frozen=True, kw_only=True)
class Lane:
    """What was checked so far: every a from the first to the last, and what came of it."""

    arrangement: str
    h: int
    sign: str  # the rule of nautilus, "text" or "figures"; "" for helix
    method: str
    first: int  # the least a
    last: int  # the largest a that was checked; first - 1 before any was
    cases: int = 0  # networks that were looked at
    work: int = 0  # steps of the method, all networks together
    failures: int = 0  # networks with more than one GCC
    failure: tuple[int, int] | None = None  # the first of them: a, and its number of GCCs
    flaws: int = 0  # bit k - 1: Lemma k failed somewhere; or DISAGREE
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, int, str, str, int]:
        """What makes it this lane and no other."""
        return self.arrangement, self.h, self.method, self.sign, self.first

    def after(self, a: int, verdict: Verdict, seconds: float) -> Lane:
        """Return the lane with one more network checked."""
        components, work, flaws = verdict
        single = components == 1
        return replace(
            self,
            last=a,
            cases=self.cases + 1,
            work=self.work + work,
            failures=self.failures + (not single),
            failure=self.failure if self.failure or single else (a, components),
            flaws=self.flaws | flaws,
            seconds=self.seconds + seconds,
        )

    def ahead(self, to: int) -> Iterator[int]:
        """Yield the a that are still to be checked.

        The two rules of nautilus make the same network for even a, so that
        "figures" needs the odd ones alone.
        """
        for a in range(self.last + 1, to + 1):
            if self.sign != "figures" or a % 2:
                yield a

    def up_to(self, to: int) -> Lane:
        """Return the lane once all a that it needs up to some a are checked."""
        return replace(self, last=max(self.last, to))

    def as_json(self) -> dict[str, Any]:
        """Write it down."""
        failure = self.failure and {"a": self.failure[0], "components": self.failure[1]}
        return {
            "h": self.h, "sign": self.sign, "method": self.method,
            "a": [self.first, self.last], "cases": self.cases,
            "work": {method_of(self.arrangement, self.method).work: self.work},
            "failures": self.failures,
            "first_failure": failure,
            "lemmas_failed": [k for k in LEMMAS if self.flaws >> (k - 1) & 1],
            **({"methods_agree": not self.flaws & DISAGREE} if self.method == "both" else {}),
            "seconds": round(self.seconds, 2),
        }  # fmt: skip

    @classmethod
    def from_json(cls, arrangement: str, written: Mapping[str, Any]) -> Lane:
        """Read what `as_json` wrote."""
        failed = written["first_failure"]
        return cls(
            arrangement=arrangement, h=written["h"], sign=written["sign"],
            method=written["method"], first=written["a"][0], last=written["a"][1],
            cases=written["cases"], work=sum(written["work"].values()),
            failures=written["failures"], failure=failed and (failed["a"], failed["components"]),
            flaws=sum(1 << (k - 1) for k in written["lemmas_failed"])
            | (0 if written.get("methods_agree", True) else DISAGREE),
            seconds=written["seconds"],
        )  # fmt: skip


def lanes(
    arrangement: str, heights: range, *, method: str, signs: tuple[str, ...], first: int | None
) -> list[Lane]:
    """Return the lanes of a question, nothing checked yet.

    Parameters
    ----------
    first
        The least a; by default the least that the conjecture speaks of, h + 1
        for nautilus and 1 for helix.
    """
    method_of(arrangement, method)
    rules = signs if arrangement == "nautilus" else ("",)
    found = []
    for h in heights:
        least = first or (h + 1 if arrangement == "nautilus" else 1)
        found += [
            Lane(
                arrangement=arrangement, h=h, sign=sign, method=method, first=least, last=least - 1
            )
            for sign in rules
        ]
    return found
