"""A kind of question that a package of its own adds: links at switches, counted step by step."""

import time
from collections import Counter
from pathlib import Path
from typing import Literal

from pydantic import Field

from alphacut.arrangements.formats.spec import build, parse
from alphacut.service.cli.plain import plain_command
from alphacut.service.kinds import Entry
from alphacut.service.kinds.views import text_view
from alphacut.solver.common.errors import QuestionError, Refused
from alphacut.solver.common.kind import StepKind
from alphacut.solver.common.requests import OneNetwork
from alphacut.solver.common.verdict import Verdict


class TallyRequest(OneNetwork):
    kind: Literal["tally"]
    parts: int = Field(default=1, ge=1, le=9, description="number of steps")
    gate: str | None = Field(default=None, description="a folder; step i waits for file i in it")


class Tally(StepKind):
    name, format, asks = "tally", "tally/1", "how many links each switch has"
    title = "{}, tally"
    example = {"kind": "tally", "topology": {"family": "complete", "switches": 3}}  # noqa: RUF012

    def request(self):
        return TallyRequest

    def read(self, request, sizes):
        network = build(parse(request["topology"], sizes), sizes)
        if request["parts"] > network.switches:
            raise QuestionError("parts", f"must be at most {network.switches}, one for each switch")
        return request, network

    def steps(self, request):
        return request["parts"]

    def work(self, question, step, earlier):  # noqa: ARG002
        request, network = question
        if request["gate"] is not None:
            with Path(request["gate"], "begun").open("a") as log:
                log.write(f"{step}\n")
            while not Path(request["gate"], str(step)).exists():
                time.sleep(0.01)
        ends = Counter(end for link in network.links for end in (link.first, link.second))
        return {str(i): ends[i] for i in range(step, network.switches, request["parts"])}

    def document(self, question, found, about):
        status = "exact" if len(found) == question[0]["parts"] else "bounded"
        links = {switch: count for each in found for switch, count in each.items()}
        head = {"format": self.format, "topology": question[0]["topology"], "status": status}
        return {**head, "links": links, "provenance": about} if found else None

    def verify(self, document, load, limits):  # noqa: ARG002
        network = build(parse(document["topology"]))
        for switch, count in document["links"].items():
            true = sum(int(switch) in (link.first, link.second) for link in network.links)
            if true != count:
                raise Refused(f"switch {switch} has {true} links, not {count}")
        return Verdict(status=document["status"], checked=("every switch counted anew",))


def words(document, units):  # noqa: ARG001
    return [f"switch {switch}: {count} links" for switch, count in document["links"].items()]


TALLY = Entry(
    kind=Tally(),
    words=words,
    views=(text_view("tally.txt", "Read a tally"),),
    commands=(plain_command(Tally()),),
)
