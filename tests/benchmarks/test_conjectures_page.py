"""The table of what was checked: from the results, all of which found what is conjectured."""

from __future__ import annotations

from typing import Any

from benchmarks.conjectures_page import PAGE, documents, filled, rows


def lane(h: int, last: int, **more: Any) -> dict[str, Any]:
    return {
        "h": h, "sign": "text", "method": "intervals", "a": [h + 1, last], "cases": last - h,
        "work": {"groups": 1000}, "seconds": 1.25, **more,
    }  # fmt: skip


def test_the_page_is_what_the_results_say() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page, documents()) == page, "run: python -m benchmarks.conjectures_page"


def test_neighbours_stand_together() -> None:
    lanes = [lane(3, 20), lane(5, 30), lane(4, 20), lane(6, 20)]
    _, _, row = rows([{"arrangement": "nautilus", "lanes": lanes}])
    assert row == (
        "| nautilus, rule of the text | intervals | h = 3 to 4: a ≤ 20; h = 5: a ≤ 30; "
        "h = 6: a ≤ 20 | 72 | 4,000 groups | 5 |"
    )


def test_each_lane_holds_what_it_claims() -> None:
    for document in documents():
        for each in document["lanes"]:
            assert each["lemmas_failed"] == []
            assert each.get("methods_agree", True)
            proves = each["method"] != "both"  # h = 1 and 2 have several, counted twice
            assert each["failures"] == 0 or not proves


def test_the_published_ranges_and_more_are_covered() -> None:
    """Belka et al.: 3 <= h <= 9 and a <= 500 for nautilus, a <= 200 for helix with h = 2, 3."""
    far = {
        (document["arrangement"], each["method"], each["sign"], each["h"]): each["a"][1]
        for document in documents()
        for each in document["lanes"]
    }
    assert all(far["nautilus", "links", sign, h] >= 1000
               for sign in ("text", "figures") for h in range(3, 10))  # fmt: skip
    assert all(far["helix", "links", "", h] >= 2000 for h in (2, 3))
    assert all(far["nautilus", "intervals", sign, h] >= 1000
               for sign in ("text", "figures") for h in range(3, 10))  # fmt: skip
