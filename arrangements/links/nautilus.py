"""The nautilus arrangement: switches link one after the other, ahead or back."""

from __future__ import annotations

from collections import deque

from alphacut.arrangements.links._base import Arrangement, GlobalLink, Option

SIGN = Option(
    name="sign",
    choices=("text", "figures"),
    default="text",
    description=(
        "Which switches (i, j) link ahead: those with j even (text, the rule that the paper "
        "states in words), or those whose number i·a + j is even (figures, the rule that the "
        "paper's curves for a = 3 agree with). For even a they are the same."
    ),
)


def wire(a: int, h: int, sign: str) -> list[GlobalLink]:
    """Wire the nautilus arrangement.

    Groups are visited in order. A visited group has links to all groups before
    it, so the groups that it still misses are those after it: a switch that
    links ahead takes the nearest of them, one that links back (and so around
    the end) the farthest.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.1.
    Its curves for (p,3,3) follow the sign rule "figures" and not its text;
    those for (p,3,4) nearly do.
    """
    groups = a * h + 1
    links: list[GlobalLink] = []
    for group in range(groups):
        missing = deque(range(group + 1, groups))
        for position in range(a):
            ahead = (position if sign == "text" else group * a + position) % 2 == 0
            for _ in range(h - incoming(a, group, position)):
                other = missing.popleft() if ahead else missing.pop()
                links.append(((group, position), (other, group % a)))
    return links


def incoming(a: int, group: int, position: int) -> int:
    """Count the links that a switch has when it is visited: groups i < group, i ≡ position."""
    return (group - position + a - 1) // a


NAUTILUS = Arrangement(
    name="nautilus",
    title="Nautilus: switches link in turn to the groups still missing, ahead or back",
    description=(
        "The switches are visited in order. Each makes the links it still lacks to the next "
        "groups, ahead if it is a plus switch and back if not, that its group has no link to; "
        "the links that group i makes end at switch i mod a of the other group."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Belka et al., New link arrangements for Dragonfly networks, section 2.1",
    wire=wire,
    options=(SIGN,),
)
