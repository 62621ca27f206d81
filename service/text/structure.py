"""A structure document in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.nouns import Nouns, nouns
from alphacut.service.text.counting import count, listed
from alphacut.service.text.names import group_noun, network_name
from alphacut.service.text.results import percent

Json = Mapping[str, Any]
NEARLY = 0.05  # of the wanted ratio, by which a machine may miss balance and still be called so

_LONG_ORDER = 30  # digits of the number of automorphisms from which on it is rounded


def structure_words(document: Json) -> list[str]:
    """Describe a structure document, of this release or an earlier one, in lines."""
    return [
        network_name(document["topology"]),
        *_sizes(document),
        *_distances(document),
        *_balance(document),
        *_symmetry(document),
        *_girth(document),
        *_spectrum(document),
        *_theorem(document),
        *_components(document),
        *(f"  left out: {name.replace('_', ' ')}: {why}" for name, why in _left_out(document)),
    ]


def _left_out(document: Json) -> Iterator[tuple[str, str]]:
    yield from document.get("left_out", {}).items()


def _nouns(document: Json) -> Nouns:
    return nouns(document["topology"]["family"])


def _sizes(document: Json) -> Iterator[str]:
    groups = document["groups"]
    where = ""
    if groups["count"] > 1:
        noun = group_noun(document["topology"]["family"])
        where = f" in {groups['count']:,} {noun}s of {_span(groups['switches'])}"
    words = _nouns(document)
    switches = words.count_nodes(document["switches"])
    yield f"  size       {switches}{where}, {count(document['hosts'], 'host')}"
    each = [
        f"{number:,} {name} ({_span(document['degree'][name])} at each {words.node})"
        for name, number in document["links"].items()
        if number
    ]
    yield f"  {words.edges:<10} {listed(each) or 'none'}"
    hosts = _span(document["hosts_per_switch"])
    radix = document["radix"]
    ports = "port" if radix["max"] == 1 else "ports"
    yield f"  radix      {_span(radix)} {ports} at each {words.node}, {hosts} of them for hosts"


def _distances(document: Json) -> Iterator[str]:
    found = document["distances"]
    if found is None:
        return
    if not found["average"]:
        yield f"  distances  no two {_nouns(document).nodes} are connected"
        return
    if not found["connected"]:
        yield f"  distances  not connected; between {_nouns(document).nodes} that are:"
    shares = [f"{mean:.3f} {name}" for name, mean in found["average_by_class"].items() if mean]
    yield (
        f"  distances  diameter {_diameter(found)}, average {found['average']:.3f} hops "
        f"({listed(shares)})"
    )


def _diameter(found: Json) -> str:
    """Write the diameter, or from what was measured of it, between what it lies."""
    least, most = found["diameter"], found.get("diameter_at_most", found["diameter"])
    if found.get("sampled") is None or least == most:
        return f"{least}"
    return f"at least {least}" if most is None else f"between {least} and {most}"


def _balance(document: Json) -> Iterator[str]:
    routes, sizes = document["balance"]["routes"], document["balance"]["dimensions"]
    if routes is not None:
        yield (
            f"  routes     with one hop between groups: avg1 = {_number(routes['avg1'])} local, "
            f"avg2 = {_number(routes['avg2'])} global hops"
        )
    if routes is not None and routes["local_load"] is not None:
        yield from _load(document, routes)
    if sizes is not None:
        yield from _dimensions(sizes)
    if document["balance"]["levels"] is not None:
        yield from _levels(document["balance"]["levels"])
        if routes is None:
            yield from _hosts(document, document["balance"]["levels"]["hosts_per_switch_at_most"])


def _levels(found: Json) -> Iterator[str]:
    sizes = ", ".join(f"{name} = {found[name]}" for name in ("a", "b", "c", "t2", "t3"))
    yield f"  levels     {listed(found['classes'])}: {sizes}"
    corner = found["corner"]
    if corner:
        wanted = listed([f"{ratio:.2g}" for ratio in corner["use_ratios"]])
        yield (
            f"             a corner of Table IV, the {corner['name']}: routes {corner['route']}, "
            f"ratios near {wanted} in large networks"
        )
    if found["averages"] is None:
        return
    hops = [
        f"{_number(mean)} {name}"
        for mean, name in zip(found["averages"], found["classes"], strict=True)
    ]
    yield f"             hierarchical routes: {listed(hops)} hops"
    if found["use_ratios"] is None:
        return
    for place in (0, 1):
        links, uses = found["link_ratios"][place], found["use_ratios"][place]
        upper, lower = found["classes"][place + 1], found["classes"][place]
        what = "bc"[place]
        at = _number(found["balanced_b_and_c"][place])
        yield (
            f"             {upper} links for each {lower} one: {_number(links)}, used "
            f"{_number(uses)}; balanced at {what} = {at}, it has {found[what]}: "
            f"{_fills(Fraction(links), Fraction(uses), upper, lower)}"
        )


def _fills(links: Fraction, uses: Fraction, upper: str, lower: str) -> str:
    if abs(links / uses - 1) < NEARLY:
        return "balanced"
    return f"{lower if links > uses else upper} links fill first"


def _load(document: Json, routes: Json) -> Iterator[str]:
    local, crossing = Fraction(routes["local_load"]), Fraction(routes["global_load"])
    if local == crossing:
        verdict = "local and global links carry the same"
    else:
        more, ratio = (
            ("global", crossing / local) if crossing > local else ("local", local / crossing)
        )
        verdict = f"a {more} link carries {float(ratio):.2f} times the load of the other kind"
    yield f"             under uniform traffic {verdict}"
    yield from _hosts(document, routes["hosts_per_switch_at_most"])


def _hosts(document: Json, at_most: str | None) -> Iterator[str]:
    if at_most is None:
        return
    most = Fraction(at_most)
    has = document["hosts_per_switch"]["max"]
    fits = "no more than" if has <= most else "MORE THAN"
    yield (
        f"             {count(has, 'host')} at each switch, {fits} the {float(most):.2f} that can "
        "send at full rate over links as fast as theirs"
    )


def _dimensions(sizes: Json) -> Iterator[str]:
    use, links = Fraction(sizes["use_ratio"]), Fraction(sizes["link_ratio"])
    wanted = Fraction(sizes["balanced_groups"])
    least, most = sizes["groups_between"]
    off = float(abs(links / use - 1))
    if off < NEARLY:
        side = "is balanced" + (f" within {100 * off:.1f} %" if off else "")
    elif links > use:
        side = "has more groups than balance it, and local links fill first"
    else:
        side = "has fewer groups than balance it, and global links fill first"
    groups = count(sizes["groups"], "group")
    yield f"  balance    a = {sizes['a']}, t = {sizes['trunking']}, {groups}"
    yield (
        f"             balanced at {float(wanted):.2f} groups, or at "
        f"{_number(sizes['balanced_h'])} global links of each switch; "
        f"Table I allows {_number(least)} to {_number(most)} groups"
    )
    yield (
        f"             global links for each local one: {_number(sizes['link_ratio'])}, "
        f"wanted {_number(sizes['use_ratio'])}; it {side}"
    )


def _symmetry(document: Json) -> Iterator[str]:
    found, plain = document["symmetry"], document["plain_graph"]
    if found is None or plain is None:
        return
    order, words = _order(found), _nouns(document)
    parts = [
        count(found["switch_orbits"]["count"], "orbit") + f" of {words.nodes}",
        count(found["link_orbits"]["count"], "orbit") + f" of {words.edges}",
    ]
    yield f"  symmetry   {order}; {listed(parts)}{_transitive(found)}"
    if _order(plain) != order or plain["edge_transitive"] != found["edge_transitive"]:
        order = _order(plain)
        yield f"             with link classes left aside: {order}{_transitive(plain)}"
    for claim in found["claims"]:
        agrees = "agrees" if claim["agrees"] else "DOES NOT AGREE"
        yield f"             {claim['statement']}: {agrees} ({claim['reference']})"


def _transitive(found: Json) -> str:
    kinds = [kind for kind in ("vertex", "edge") if found[f"{kind}_transitive"]]
    return (
        f"; {listed([f'{kind}-' for kind in kinds])}transitive"
        if kinds
        else "; neither vertex- nor edge-transitive"
    )


def _order(found: Json) -> str:
    """Write how many automorphisms there are, in full where that can be read."""
    digits = found.get("order_log10", len(str(found["order"])) - 1)  # early ones do not tell
    if digits >= _LONG_ORDER:
        return f"about 10^{digits:.1f} automorphisms"
    return count(int(found["order"]), "automorphism")


def _girth(document: Json) -> Iterator[str]:
    length = document["girth"]["length"]
    found = document["distances"]
    if length is None:
        yield "  girth      no cycles"
        return
    text = f"  girth      {length}"
    known = found and found["connected"] and found.get("sampled") is None
    diameter = found["diameter"] if known else None
    bound = document["girth"]["moore_bound"].get(str(diameter))
    if bound:
        nodes = _nouns(document).nodes
        text += (
            f"; of the {bound:,} {nodes} that its degree and diameter allow at most "
            f"(Moore bound) it has {percent(Fraction(document['switches'], bound))}"
        )
    yield text


def _spectrum(document: Json) -> Iterator[str]:
    found = document["spectrum"]
    if found is None:
        return
    yield (
        f"  spectrum   gap of the Laplacian {found['gap']:.4f}: every bisection severs at least "
        f"{_nouns(document).count_edges(found['bisection_at_least'])}"
    )
    if found["diameter_at_most"] is not None:
        yield (
            f"             expansion between {found['expansion_at_least']:.3f} and "
            f"{found['expansion_at_most']:.3f}, diameter at most {found['diameter_at_most']}"
        )


def _theorem(document: Json) -> Iterator[str]:
    known = document["known_bisection"]
    if known is None:
        return
    halves = "" if "switches" in known["balances"] else f", halves of equal {known['balances'][0]}"
    against = {True: "", None: "", False: "; THE SPECTRUM DOES NOT ALLOW IT"}
    agrees = against[known["spectrum_agrees"]]
    yield f"  theorem    B = {known['value']} = {known['formula']}{halves}{agrees}"
    yield f"             ({known['reference']})"


def _components(document: Json) -> Iterator[str]:
    found = document["components"].get("global")
    if found is None or not document["links"].get("global"):
        return
    sizes = [f"{many:,} of {size}" for size, many in found["sizes"].items()]
    yield f"  GCCs       {found['count']:,}: {listed(sizes)} switches"
    if found["count"] > 1:
        does = "stays bounded" if found["even_split"] else "keeps growing"
        yield f"             the bisection bandwidth {does} as α grows"
    for known in found.get("known", ()):
        agrees = "agrees" if known["agrees"] else "DOES NOT AGREE"
        yield f"             {known['statement']}: {agrees} ({known['reference']})"
    claim = found.get("large_alpha")
    if claim:
        value = "" if claim["value"] is None else f", {claim['value']:,}"
        agrees = "the GCCs agree" if claim["agrees"] else "THE GCCs DO NOT AGREE"
        yield f"             large α: {claim['statement']}{value}; {agrees} ({claim['reference']})"


def _span(found: Json) -> str:
    low, high = found["min"], found["max"]
    return f"{low}" if low == high else f"{low} to {high}"


def _number(written: str) -> str:
    """Write a fraction with three decimals where it is none that people read at a glance."""
    value = Fraction(written)
    return str(value) if value.denominator <= 10 else f"{float(value):.3f}"
