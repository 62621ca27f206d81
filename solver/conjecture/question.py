"""What is checked of a conjecture: a lane for each h and each rule, along which a grows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from math import isqrt
from typing import Any, Self

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.structure.conjecture.lanes import Lane, Verdict, lanes, method_of
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.listening import told_to_stop

Json = Mapping[str, Any]
FORMAT = "alphacut-conjecture/1"
CLAIM = "a single globally connected component"
MEMBERS = ("h", "a_max", "a_min", "sign", "method")  # of a request, in the document
LARGEST_LINKS = 400_000_000  # switches of a network that is checked link by link: 6 bytes for each
WORKERS = 2  # networks that are looked at together, unless it is told otherwise
SHARE = 0.9  # of the time that is left, for one lane and those after it


@dataclass(frozen=True, kw_only=True)
class Question:
    """A conjecture, and how far it is to be checked."""

    request: Json
    lanes: tuple[Lane, ...]  # as far as they are known, before any work
    workers: int  # threads; the compiled loops run side by side
    seconds: float | None  # for all lanes; None: no limit

    @classmethod
    def read(cls, request: Json) -> Self:
        """Read a complete request.

        The member "workers", which the model of requests does not have, tells how many networks
        are looked at together; "known" has lanes of an earlier document, to go on from.

        Raises
        ------
        QuestionError
            If a network is too large for the method, or the arrangement has no such method.
        """
        low, high = map(int, request["h"].split(":"))
        if request["method"] in ("links", "both") and high * request["a_max"] ** 2 > LARGEST_LINKS:
            most = isqrt(LARGEST_LINKS // high)
            raise QuestionError(
                "a_max",
                f"link by link, at most {most:,} for h = {high}; "
                "try the method intervals (nautilus) or rotation (helix)",
            )
        signs = ("text", "figures") if request["sign"] == "both" else (request["sign"],)
        try:
            wanted = lanes(
                request["arrangement"], range(low, high + 1), method=request["method"],
                signs=signs, first=request["a_min"],
            )  # fmt: skip
        except NetworkError as error:
            raise QuestionError("method", str(error).removeprefix("method: ")) from error
        read = [Lane.from_json(request["arrangement"], each) for each in request.get("known", ())]
        known = {lane.key: lane for lane in read}
        return cls(
            request=request,
            lanes=tuple(known.get(lane.key, lane) for lane in wanted),
            workers=request.get("workers", WORKERS),
            seconds=(request.get("limits") or {}).get("seconds"),
        )

    def work(self, step: int, earlier: Sequence[Json]) -> Json:
        """Check one lane, until it is to stop."""
        began = time.monotonic()
        end = None
        if self.seconds is not None:
            spent = sum(each["seconds"] for each in earlier)
            end = began + SHARE * (self.seconds - spent)

        def late() -> bool:
            return told_to_stop() or (end is not None and time.monotonic() > end)

        lane, to = self.lanes[step], self.request["a_max"]
        for further in grown(lane, to, self.workers):
            lane = further
            if late():
                break
        else:
            lane = lane.up_to(to)
        return {"lane": lane.as_json(), "seconds": round(time.monotonic() - began, 3)}

    def document(self, found: Sequence[Json], about: Json) -> Json | None:
        """Write what was checked; None before anything was."""
        checked = [each["lane"] for each in found]
        asked = {lane.key for lane in self.lanes}
        arrangement = self.request["arrangement"]
        read = [Lane.from_json(arrangement, each) for each in self.request.get("known", ())]
        kept = [lane.as_json() for lane in read if lane.key not in asked]
        kept += [lane.as_json() for lane in self.lanes[len(found) :] if lane.cases]
        if not checked and not kept:
            return None
        whole = [*checked, *kept]
        return {
            "format": FORMAT,
            "arrangement": arrangement,
            "claim": CLAIM,
            "question": {name: self.request[name] for name in MEMBERS},
            "status": _status(self, checked),
            "lanes": sorted(whole, key=lambda each: Lane.from_json(arrangement, each).key),
            "provenance": dict(about),
        }

    def resumed(self, document: Json) -> list[Json]:
        """Return nothing: what is known goes into the request, for lanes to go on from."""
        if document["arrangement"] != self.request["arrangement"]:
            raise QuestionError("resume", f"that run was about {document['arrangement']}")
        return []


def _status(question: Question, checked: Sequence[Json]) -> str:
    """Tell whether all that was asked for was counted."""
    to = question.request["a_max"]
    done = len(checked) == len(question.lanes) and all(each["a"][1] >= to for each in checked)
    return "exact" if done else "bounded"


def grown(lane: Lane, to: int, workers: int) -> Iterator[Lane]:
    """Yield a lane again and again, each time with one more network checked.

    Networks are looked at some at a time, and taken in the order of a.
    """
    count = method_of(lane.arrangement, lane.method).load()
    figures = lane.sign == "figures"

    def look(a: int) -> tuple[int, Verdict, float]:
        began = time.perf_counter()
        verdict = count(a, lane.h, figures)
        return a, verdict, time.perf_counter() - began

    ahead = lane.ahead(to)
    with ThreadPoolExecutor(max_workers=workers) as pool:
        while some := list(islice(ahead, workers)):
            for a, verdict, seconds in pool.map(look, some):
                lane = lane.after(a, verdict, seconds)
                yield lane
