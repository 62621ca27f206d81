"""Checks curves and points of alphacut with Python's standard library alone.

It was written from docs/certificate.md and shares nothing with alphacut.
"""

from alphacut_verify.document import Verdict, verify
from alphacut_verify.errors import Refused, TooLarge, Unreadable, Unsupported, VerifyError
from alphacut_verify.limits import Limits
from alphacut_verify.reading import parse, read_file

__all__ = [
    "Limits", "Refused", "TooLarge", "Unreadable", "Unsupported", "Verdict", "VerifyError",
    "parse", "read_file", "verify",
]  # fmt: skip
