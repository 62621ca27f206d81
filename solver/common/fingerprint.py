"""A name for a JSON value, by which equal ones are known."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def fingerprint(written: Any) -> str:
    """Return the SHA-256 of a JSON value in its canonical form."""
    text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
