"""Adaptive routes in a document: what packets may do at every switch, and the escape subset."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from alphacut.solver.common.errors import Refused
from alphacut.solver.routing.verify.explicit import Listing

Next = dict[int, set[int]]  # channels that packets may take at a switch


class Adaptive:
    """Routes between which packets choose at every switch."""

    def __init__(self, listing: Listing) -> None:
        self.listing, self.fabric = listing, listing.fabric
        self.next: dict[int, Next] = {}
        self.begin: dict[int, set[int]] = {}
        for (source, target), routes in listing.by_pair.items():
            self.begin.setdefault(target, set()).add(source)
            for hops, _ in routes:
                for hop in hops:
                    self.next.setdefault(target, {}).setdefault(self._tail(hop), set()).add(hop)
        self.reached = {target: self._reach(target) for target in self.next}

    def _tail(self, hop: int) -> int:
        return self.fabric.tails[self.fabric.link_of[hop]]

    def _head(self, hop: int) -> int:
        return self.fabric.heads[self.fabric.link_of[hop]]

    def after(self, hop: int, target: int) -> set[int]:
        """Return the channels that a packet may take right after one."""
        at = self._head(hop)
        return set() if at == target else self.next[target].get(at, set())

    def _reach(self, target: int) -> set[int]:
        found: set[int] = set()
        todo = [hop for s in self.begin[target] for hop in self.next[target].get(s, ())]
        while todo:
            hop = todo.pop()
            if hop not in found:
                found.add(hop)
                todo.extend(self.after(hop, target))
        return found

    def dependencies(self) -> Iterator[tuple[int, int]]:
        """Yield the direct dependencies, some of them more than once."""
        for target, hops in self.reached.items():
            for hop in hops:
                yield from ((hop, after) for after in self.after(hop, target))

    def escape_dependencies(self, escape: set[int]) -> Iterator[tuple[int, int]]:
        """Yield the extended dependencies of an escape subset.

        Raises
        ------
        Refused
            If somewhere it does not lead to the target.
        """
        for target, hops in self.reached.items():
            places = self.begin[target] | {self._head(hop) for hop in hops}
            for place in places - {target}:
                self._check_leads(place, target, escape)
            for hop in hops & escape:
                yield from ((hop, after) for after in self._through(hop, target, escape))

    def _check_leads(self, place: int, target: int, escape: set[int]) -> None:
        been = set()
        while place != target:
            ways = self.next[target].get(place, set()) & escape
            if not ways or place in been:
                raise Refused(
                    f"the escape subset does not lead from switch {place} to switch {target}"
                )
            been.add(place)
            place = self._head(min(ways))

    def _through(self, hop: int, target: int, escape: set[int]) -> set[int]:
        found: set[int] = set()
        passed: set[int] = set()
        todo = set(self.after(hop, target))
        while todo:
            each = todo.pop()
            if each in escape:
                found.add(each)
            elif each not in passed:
                passed.add(each)
                todo |= self.after(each, target)
        return found

    def allows(self, source: int, target: int, hops: tuple[int, ...]) -> bool:
        """Whether a packet may go this way."""
        if source not in self.begin.get(target, ()) or hops[0] not in self.next[target].get(
            source, ()
        ):
            return False
        ahead = pairwise(hops)
        return self._head(hops[-1]) == target and all(
            other in self.after(one, target) for one, other in ahead
        )
