"""What the halves of all networks of a comparison have equally many of, unless that is said."""

from __future__ import annotations

from collections.abc import Collection

from alphacut.arrangements.formats.spec import FamilySpec


def usual_balance(specs: Collection[FamilySpec]) -> str:
    """Return "hosts" where the switches of some network have unlike numbers of them.

    Halves of equally many switches then need not have equally many hosts: a fat tree is cut
    between its tiers. Where a network has no hosts at all, switches are left.
    """
    unlike = any(spec.balance == "hosts" or len(set(spec.host_numbers())) > 1 for spec in specs)
    return "hosts" if unlike and all(any(spec.host_numbers()) for spec in specs) else "switches"
