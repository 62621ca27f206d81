"""Why a document is not accepted, with the place in it."""

from __future__ import annotations


class VerifyError(Exception):
    """What ends a check.

    Parameters
    ----------
    place
        Where in the document, such as ``points.2.certificate``.
    reason
        What is wrong there, and what would be right.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


class Refused(VerifyError):
    """Something in the document is false, or does not prove what it is said to prove."""


class Unreadable(Refused):
    """The document is not one of a known format."""


class Unsupported(VerifyError):
    """The document has something that this checker does not know: nothing was found false."""


class TooLarge(VerifyError):
    """The check would go beyond a limit: nothing was found false."""
