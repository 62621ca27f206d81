"""The document in words, and its check."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import Refused
from alphacut.solver.common.verdict import Verdict

SCHEMA = {"title": "TallyDocument", "type": "object", "required": ["format", "links"]}


def words(document: Mapping[str, Any], units: object) -> list[str]:  # noqa: ARG001
    return [f"switch {switch}: {count} links" for switch, count in document["links"].items()]


def verify(document: Mapping[str, Any], load: object, limits: object) -> Verdict:  # noqa: ARG001
    network = build(parse(document["topology"]))
    true = Counter(str(end) for link in network.links for end in (link.first, link.second))
    for switch, count in document["links"].items():
        if true[switch] != count:
            raise Refused(f"switch {switch} has {true[switch]} links, not {count}")
    return Verdict(status=document["status"], checked=("every switch counted anew",))
