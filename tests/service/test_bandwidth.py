"""Bisection bandwidths in bytes a second, from bounds in links."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alphacut.arrangements.formats.spec import build, read
from alphacut.service.text.bandwidth import bandwidth, read_rate


@pytest.mark.parametrize(
    ("written", "bytes_a_second"),
    [
        ("25GB/s", 25 * 10**9), ("200Gb/s", 25 * 10**9), ("200 Gbps", 25 * 10**9),
        ("12.5 GB/s", 125 * 10**8), ("1/3MB/s", Fraction(10**6, 3)), ("1Tbit/s", 10**12 // 8),
    ],
)  # fmt: skip
def test_rates_are_read_exactly(written: str, bytes_a_second: Fraction) -> None:
    assert read_rate(written).bytes == bytes_a_second


@pytest.mark.parametrize("written", ["25", "GB/s", "-1GB/s", "0GB/s", "25 furlongs", "1/0GB/s", ""])
def test_what_is_no_rate_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(ValueError, match="such as 25GB/s or 200Gb/s"):
        read_rate(written)


def test_both_ways_are_twice_one_and_shares_are_of_half_of_the_hosts() -> None:
    network = build(read("torus:sides=4x4,p=2"))
    rate = read_rate("100GB/s")
    assert list(bandwidth(Fraction(8), Fraction(8), network, rate)) == [
        "800 GB/s one way, 1.6 TB/s both ways",
        "50.0 % of full bisection, 50 GB/s for each host of a half",
    ]


def test_bounds_that_do_not_meet_are_rounded_apart() -> None:
    network = build(read("torus:sides=3x3"))
    told = list(bandwidth(Fraction(10, 3), Fraction(20, 3), network, read_rate("1000GB/s")))
    assert told == [
        "3.333 to 6.667 TB/s one way, 6.666 to 13.34 TB/s both ways",
        "74.1 % to 148.1 % of full bisection, 0.74 to 1.482 TB/s for each host of a half",
    ]
