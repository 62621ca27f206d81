"""Dragonfly+, Slim Fly and PolarFly networks, and random regular ones."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from alphacut.solver.design.verify.facts import Conditions, Facts, Spec, pairs_apart, raised, share


def dragonfly_plus(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a Dragonfly+, whose global links are at spines alone."""
    groups, leaves, spines = spec["groups"], spec["leaves"], spec["spines"]
    p, t, alpha = spec["p"], spec["links"], conditions.alpha
    edge, ends = groups * leaves, t * (groups - 1)  # leaves; ends of global links at a group
    hosts, most = edge * p, -(-ends // spines)  # global links of a spine, at most
    inner = leaves * spines * groups
    # what the fullest links carry, if each leaf sends 1 to each other one, over their capacity
    between = Fraction(leaves * leaves, t) / alpha
    within = Fraction(leaves * (groups - 1) * most, ends) + Fraction(leaves - 1, spines)
    half = groups // 2
    whole = alpha * t * half * (groups - half) + (groups % 2) * (leaves // 2) * spines
    upper = min(whole, Fraction(edge // 2 * spines))
    sent = Fraction(hosts - 1, p * p)
    return Facts(
        name=f"{groups} of {leaves}+{spines} p={p} x{t}",
        hosts=hosts,
        switches=groups * (leaves + spines),
        edge=edge,
        ports=max(p + spines, leaves + most),
        edge_ports=p + spines,
        local=inner,
        global_=t * (groups * (groups - 1) // 2),
        copper=inner if leaves + spines <= conditions.block else 0,
        lower=min(upper, raised(pairs_apart(edge) / max(between, within), alpha)),
        upper=upper,
        diameter=3,
        mean=Fraction(3 * hosts - leaves * p - 2 * p, hosts - 1),
        rate=(
            share(sent / between, sent / within),
            share(sent / between, sent * spines / (edge - 1)),
        ),
    )


def slim_fly(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a Slim Fly of two kinds of q groups of q switches."""
    q, p = spec["q"], spec["p"]
    rest = (q + 1) % 4 - 1  # q = 4w + rest, with rest from -1 to 1
    degree, switches = (3 * q - rest) // 2, 2 * q * q
    further = switches - 1 - degree
    inside = switches * (degree - q) // 2  # all else goes to groups of the other kind
    return Facts(
        name=f"q={q} p={p}",
        hosts=switches * p,
        switches=switches,
        edge=switches,
        ports=p + degree,
        edge_ports=p + degree,
        local=switches * degree // 2,
        global_=0,
        copper=inside if q <= conditions.block else 0,
        lower=Fraction(-(-(q**3) // 2)),
        upper=Fraction(q * -(-(q * q) // 2)),
        diameter=2,
        mean=Fraction(p * (degree + 2 * further), switches * p - 1),
        rate=None,
    )


def polarfly(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a PolarFly: q + 1 of its switches are orthogonal to themselves."""
    q, p = spec["q"], spec["p"]
    switches = q * q + q + 1
    links = (switches * (q + 1) - (q + 1)) // 2
    apart = pairs_apart(switches)
    root = isqrt(apart * apart * q - 1) + 1  # apart·√q, rounded up
    pairs = switches * (switches - 1) // 2
    return Facts(
        name=f"q={q} p={p}",
        hosts=switches * p,
        switches=switches,
        edge=switches,
        ports=p + q + 1,
        edge_ports=p + q + 1,
        local=links,
        global_=0,
        copper=links if switches <= conditions.block else 0,
        lower=Fraction(-((root - apart * (q + 1)) // switches)),
        upper=Fraction(links * apart // pairs),
        diameter=2,
        mean=Fraction(2 * p * (2 * pairs - links), switches * (switches * p - 1)),
        rate=None,
    )


def random_regular(spec: Spec, conditions: Conditions) -> Facts:
    """Return the facts of a Jellyfish or an Xpander, of which only its network can tell more."""
    degree, p = spec["degree"], spec["p"]
    jellyfish = spec["family"] == "jellyfish"
    switches = spec["switches"] if jellyfish else spec["lift"] * (degree + 1)
    links = switches * degree // 2
    return Facts(
        name=f"{switches} d={degree} p={p}",
        hosts=switches * p,
        switches=switches,
        edge=switches,
        ports=p + degree,
        edge_ports=p + degree,
        local=links,
        global_=0,
        copper=links if switches <= conditions.block else 0,
        lower=Fraction(0),
        upper=Fraction(links),
        diameter=None,
        mean=None,
        rate=None,
    )
