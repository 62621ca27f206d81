"""Names of places in a Slingshot machine: switches, their ports, and adapters of hosts.

References
----------
HPE Cray System Management, "Component Names (xnames)".
"""

from __future__ import annotations

import re

SWITCH = re.compile(r"x\d{1,6}c\d{1,3}r\d{1,3}")
JACK = re.compile(r"(x\d{1,6}c\d{1,3}r\d{1,3})(?:b\d{1,2})?j\d{1,4}(?:p\d{1,2})?")
ADAPTER = re.compile(r"x\d{1,6}c\d{1,3}s\d{1,3}b\d{1,3}n\d{1,3}h\d{1,3}")
NOTHING = ("", "none", "n/a")  # of an end that a cable does not have


def switch_of(port: str) -> str | None:
    """Return the switch of a port, such as x1000c0r7 of x1000c0r7j12p1; None if it is none."""
    found = JACK.fullmatch(port)
    return found[1] if found else None
