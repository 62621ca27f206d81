"""The command `alphacut-verify FILE`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from alphacut_verify.document import Verdict, verify
from alphacut_verify.errors import Refused, TooLarge, Unreadable, Unsupported
from alphacut_verify.limits import DEFAULT, Limits
from alphacut_verify.reading import parse, read_file

EXITS = {"exact": 0, "closed": 4, "bounded": 3}
REFUSED, NOT_CHECKED = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Check one document; exit 0 exact, 4 closed, 3 bounded, 1 refused, 2 not checked."""
    parser = argparse.ArgumentParser(
        prog="alphacut-verify",
        description="Check a curve or point of alphacut, and all of its proofs.",
        epilog="Exit codes: 0 exact, 4 closed, 3 bounded, 1 refused, 2 unreadable or not checked.",
    )
    parser.add_argument("file", type=Path, help="the document (JSON)")
    for each in fields(Limits):
        parser.add_argument(
            f"--{each.name}", type=int, default=getattr(DEFAULT, each.name), metavar="N",
            help=f"a limit of the check (default {getattr(DEFAULT, each.name)})",
        )  # fmt: skip
    given = parser.parse_args(arguments)
    limits = Limits(**{each.name: getattr(given, each.name) for each in fields(Limits)})
    try:
        document = parse(read_file(given.file, limits), limits)
        found = verify(document, given.file.resolve().parent, limits)
    except Unreadable as error:
        return _told(f"unreadable: {error}", NOT_CHECKED)
    except Refused as error:
        return _told(f"REFUSED: {error}", REFUSED)
    except (Unsupported, TooLarge) as error:
        return _told(f"not checked: {error}; nothing was found false", NOT_CHECKED)
    sys.stdout.write(_words(found))
    return EXITS[found.status]


def _words(found: Verdict) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found.proofs.items())) or "none"
    lines = [
        f"accepted: {found.status}",
        f"switches: {found.switches}",
        f"certificates that prove it: {kinds}",
        *found.remarks,
    ]
    return "".join(f"{line}\n" for line in lines)


def _told(message: str, code: int) -> int:
    sys.stderr.write(f"{message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
