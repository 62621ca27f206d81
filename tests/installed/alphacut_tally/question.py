"""How the question is answered."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, parse
from alphacut.solver.common.errors import QuestionError

Json = Mapping[str, Any]


def check(request: Json, sizes: Limits) -> str | None:
    network = build(parse(request["topology"], sizes), sizes)
    if request["parts"] > network.switches:
        raise QuestionError("parts", f"must be at most {network.switches}, the number of switches")
    return None


def steps(request: Json) -> int:
    return int(request["parts"])


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:
    assert len(earlier) == step
    if request["gate"] is not None:
        folder = Path(request["gate"])
        with (folder / "begun").open("a") as log:
            log.write(f"{step}\n")
        while not (folder / str(step)).exists():
            time.sleep(0.01)
    network = build(parse(request["topology"], UNLIMITED), UNLIMITED)
    ends = [end for link in network.links for end in (link.first, link.second)]
    mine = range(step, network.switches, request["parts"])
    return {"links": {str(switch): ends.count(switch) for switch in mine}}


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:
    if not found:
        return None
    counted = {switch: count for each in found for switch, count in each["links"].items()}
    whole = len(found) == request["parts"]
    return {
        "format": "tally/1",
        "topology": request["topology"],
        "status": "exact" if whole else "bounded",
        "links": dict(sorted(counted.items(), key=lambda each: int(each[0]))),
        "provenance": dict(about),
    }
