"""Checking the document of a fabric from nothing but itself.

Both bisections are checked as the points that they are. What differs is derived anew: the design
with all differences applied must be the fabric, and no link may be told missing that is there.
What a loss leaves is computed again from below, and from above its cut is measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import integer_in, object_in, only_fields, same, text_in
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.fabric.verify.comparison import check_differences
from alphacut.solver.fabric.verify.forms import Bisection, names_in
from alphacut.solver.fabric.verify.from_design import check_from_design
from alphacut.solver.fabric.verify.losses import check_cut, check_losses

FORMAT = "alphacut-fabric/1"
FIELDS = (
    "format", "files", "united", "status", "hosts", "groups", "match", "differences", "cut",
    "losses", "now", "designed", "from_design", "provenance",
)  # fmt: skip
STATUSES = ("bounded", "formula", "closed", "exact")  # the weakest first


def verify_fabric(document: object, load: Load = refuse_files, limits: Limits = USUAL) -> Verdict:
    """Check the document of a fabric, with the proofs of its bisections.

    Raises
    ------
    DocumentError
        If it is not one that can be read, or has members that are not known.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false, or does not prove what it is labelled with.
    """
    written = object_in(document, "the document")
    if written.get("format") != FORMAT:
        raise DocumentError(f"format is {shown(written.get('format'))}; it should be {FORMAT}")
    only_fields(written, FIELDS, "")
    files = names_in(written.get("files"), "files")
    object_in(written.get("provenance"), "provenance")
    with within(limits):
        now, words = Bisection.of(written.get("now"), "now", load, limits)
        designed: Bisection | None = None
        more: tuple[str, ...] = ()
        if written.get("designed") is not None:
            designed, more = Bisection.of(written["designed"], "designed", load, limits)
        if now.network.free:
            raise Refused("now: a fabric is of one wiring")
        _check_hosts(written, now, designed)
        _check_groups(written, now.network)
        _check_united(written.get("united", []), files, now.network)
        told = [check_differences(written, now, designed)]
        if "from_design" in written:
            same = (written.get("match") or {}).get("same", [])
            told.append(check_from_design(written["from_design"], same, now, designed))
        status = _status(written, now, designed)
        check_cut(written.get("cut"), now)
        check_losses(written.get("losses"), now)
    return Verdict(
        status=status,
        checked=(
            *(f"now: {each}" for each in words),
            *(f"designed: {each}" for each in more),
            *told,
            "the cables of the cut are all that it severs; what losses leave computed anew",
        ),
    )


def _status(written: Mapping[str, Any], now: Bisection, designed: Bisection | None) -> str:
    status = text_in(written, "status")
    found = [now.status] + ([] if designed is None else [designed.status])
    if status not in STATUSES:
        raise DocumentError(f"status is {shown(status)}; it should be one of {', '.join(STATUSES)}")
    weakest = min(found, key=STATUSES.index)
    if STATUSES.index(status) > STATUSES.index(weakest):
        raise Refused(f"status is {status!r}, but a bisection is {weakest!r}")
    if designed is not None and (now.alpha, now.balance.name) != (
        designed.alpha,
        designed.balance.name,
    ):
        raise Refused("now and designed are bisections at unlike α, or with unlike balances")
    return status


def _check_hosts(written: Mapping[str, Any], now: Bisection, designed: Bisection | None) -> None:
    hosts = object_in(written.get("hosts"), "hosts")
    only_fields(hosts, ("now", "designed"), "hosts")
    counted = {
        "now": sum(now.network.hosts),
        "designed": None if designed is None else sum(designed.network.hosts),
    }
    if not same(dict(hosts), counted):
        raise Refused("hosts are not those of the fabric and of the design")


def _check_united(united: object, files: Sequence[str], network: Network) -> None:
    """Check that each file but the first is told to share switches with an earlier one."""
    if not isinstance(united, list):
        raise DocumentError("united is not a list")
    if united and len(united) != len(files) - 1:
        raise Refused(f"united tells of {len(united)} files, but {len(files)} were read")
    for place, entry in enumerate(united, start=1):
        where = f"united.{place - 1}"
        told = object_in(entry, where)
        only_fields(told, ("file", "with", "switches"), where)
        if text_in(told, "file") != files[place] or text_in(told, "with") not in files[:place]:
            raise Refused(f"{where} is not of the file {place + 1} and an earlier one")
        if not 1 <= integer_in(told, "switches") <= network.switches:
            raise Refused(f"{where}.switches is not a number of switches of the fabric")


def _check_groups(written: Mapping[str, Any], network: Network) -> None:
    groups = object_in(written.get("groups"), "groups")
    only_fields(groups, ("by", "names"), "groups")
    if text_in(groups, "by") not in ("names", "pattern", "file", "design", "none"):
        raise DocumentError(f"groups.by is {shown(groups['by'])}, which is not known")
    names = names_in(groups.get("names"), "groups.names")
    if len(names) != len(set(network.groups)):
        raise Refused(f"groups.names are {len(names)}, but the fabric has other groups")
