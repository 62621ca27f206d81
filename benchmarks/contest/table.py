"""The tables of docs/tools.md, written from the contest's records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.contest.entries import CUT, CUTTERS, OURS, PROOF, PROVERS, entries

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"
SLOW = 1.0  # seconds; who needs less is not compared with
FASTER = 10.0  # times as fast as others ours has to be, where they are slow

Record = Mapping[str, Any]


def filled(text: str, results: Mapping[str, Any]) -> str:
    """Return the page with what stands between its markers replaced."""
    records = results["records"]
    parts = {"proofs": proofs(records), "cuts": cuts(records), "verdict": verdict(records)}
    for name, lines in parts.items():
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        before, found, rest = text.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise ValueError(f"the page has no markers {begin} and {end}")
        text = f"{before}{begin}\n{chr(10).join(lines)}\n{end}{after}"
    return text


def proofs(records: Mapping[str, Record]) -> Iterator[str]:
    """Write a row for each instance: the time to a proof, or the gap that is left."""
    yield _row("network", "B(1)", *PROVERS, "alphacut is × as fast")
    yield "|---|---:|" + "---:|" * len(PROVERS) + "---|"
    for instance in _instances(records, PROOF):
        of = _of(records, instance, PROOF, PROVERS)
        best = min((r["value"] for r in of.values() if r.get("value") is not None), default=None)
        times = [_proof(of.get(tool)) for tool in PROVERS]
        yield _row(instance, _number(best), *times, _speedups(of))


def cuts(records: Mapping[str, Record]) -> Iterator[str]:
    """Write a row for each instance: the best capacity of every tool, and when it was found."""
    yield _row("network", *CUTTERS)
    yield "|---|" + "---:|" * len(CUTTERS)
    for instance in _instances(records, CUT):
        of = _of(records, instance, CUT, CUTTERS)
        best = min((r["value"] for r in of.values() if r.get("value") is not None), default=None)
        yield _row(instance, *(_cut(of.get(tool), best) for tool in CUTTERS))


def _instances(records: Mapping[str, Record], kind: str) -> list[str]:
    """Return the instances that have records of a kind, in the order of the entries."""
    there = {record["instance"] for record in records.values() if record["kind"] == kind}
    return [name for name in dict.fromkeys(entry.instance for entry in entries()) if name in there]


def _of(
    records: Mapping[str, Record], instance: str, kind: str, tools: Sequence[str]
) -> dict[str, Record]:
    names = {tool: f"{instance} {kind} {tool}" for tool in tools}
    return {tool: records[name] for tool, name in names.items() if name in records}


def _proof(record: Record | None) -> str:
    if record is None:
        return "not measured"
    if "missing" in record:
        return str(record["missing"])
    if record["proof"]:
        by = f" ({record['engine']})" if record["tool"] == OURS else ""
        return f"{_time(record):.{1 if _time(record) >= 1 else 2}f} s{by}"
    return f"gap {record['gap']:.0%} ({record['bound']:.4g} to {_number(record['value'])})"


def _speedups(of: Mapping[str, Record]) -> str:
    """Divide the times of those who took more than a second by ours."""
    if OURS not in of or not of[OURS].get("proof"):
        return ""
    return ", ".join(f"{_times(of[tool], of[OURS]):.1f} ({tool})" for tool in _slow(of))


def _slow(of: Mapping[str, Record]) -> list[str]:
    """Return the other tools that came to a proof after more than a second."""
    return [tool for tool, r in of.items() if tool != OURS and r.get("proof") and _time(r) > SLOW]


def _times(other: Record, ours: Record) -> float:
    """Tell how many times as fast ours is."""
    return _time(other) / max(_time(ours), 1e-3)


def _time(record: Record) -> float:
    """Return how long a proof took: on a busy machine, the time on the processor."""
    return float(min(record["seconds"], record["processor_seconds"]))


def _cut(record: Record | None, best: float | None) -> str:
    if record is None:
        return "not measured"
    if "missing" in record:
        return str(record["missing"])
    value = _number(record["value"])
    shown = f"**{value}**" if record["value"] == best else value
    return f"{shown} ({record['seconds']:.2f} s)"


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:g}"


# ---- what was promised -----------------------------------------------------------


def verdict(records: Mapping[str, Record]) -> Iterator[str]:
    """Say where ours is not ten times as fast as the slow ones among others, or cuts worse."""
    slow, compared = [], 0
    for instance in _instances(records, PROOF):
        of = _of(records, instance, PROOF, PROVERS)
        for tool in _slow(of) if OURS in of else ():
            compared += 1
            slow += _slower(instance, tool, of[tool], of[OURS])
    yield (
        f"Proofs: others finished {compared} times after more than 1 s; ours was at least ten "
        f"times as fast in {compared - len(slow)} of these{_except(slow)}."
    )
    worse, contests = [], 0
    for instance in _instances(records, CUT):
        of = _of(records, instance, CUT, CUTTERS)
        values = {tool: r["value"] for tool, r in of.items() if "value" in r}
        if OURS in values and len(values) > 1:
            contests += 1
            best = min(values.values())
            worse += [f"{instance} ({values[OURS]:g}, not {best:g})"] * (values[OURS] > best)
    yield ""
    yield (
        f"Cuts: none of the others was better in {contests - len(worse)} of {contests} "
        f"networks{_except(worse)}."
    )


def _slower(instance: str, tool: str, record: Record, ours: Record) -> list[str]:
    if not ours.get("proof"):
        return [f"{instance} against {tool} (not proven)"]
    times = _times(record, ours)
    return [] if times >= FASTER else [f"{instance} against {tool} (×{times:.1f})"]


def _except(names: list[str]) -> str:
    return f"; not in {', '.join(names)}" if names else ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
