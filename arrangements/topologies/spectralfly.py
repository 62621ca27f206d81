"""SpectralFly networks: the Ramanujan graphs of Lubotzky, Phillips and Sarnak."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import isqrt

from alphacut.arrangements.network import LOCAL, Link, Network

Matrix = tuple[int, int, int, int]


def spectralfly(prime: int, q: int, p: int = 1) -> Network:
    """Build LPS(prime, q), a Cayley graph of PSL(2, q) or PGL(2, q): links of the class "local".

    Switches are the matrices that products of the generators reach, up to a factor, in the
    order of their entries; each has prime + 1 links. No eigenvalue but the degree and
    its negative is beyond 2·√prime. No closed formula for the bisection is proven.

    Parameters
    ----------
    prime, q
        Different odd primes, q² > 4·prime.
    p
        The hosts of each switch.

    References
    ----------
    Young, Aksoy, Firoz, Gioiosa, Hagge, Kempton, Escobedo and Raugas, SpectralFly: Ramanujan
    graphs as flexible and efficient interconnection networks, IPDPS 2022. Lubotzky, Phillips
    and Sarnak, Ramanujan graphs, 1988.
    """
    near = generators(prime, q)
    one = (1, 0, 0, 1)
    reached, waiting = {one}, [one]
    for matrix in waiting:
        new = {_product(matrix, each, q) for each in near} - reached
        reached |= new
        waiting += sorted(new)
    place = {matrix: number for number, matrix in enumerate(sorted(reached))}
    ends = sorted(
        (place[matrix], place[other])
        for matrix in place
        for other in (_product(matrix, each, q) for each in near)
        if place[matrix] < place[other]
    )
    return Network(
        switches=len(place),
        links=tuple(Link(*each, LOCAL.name) for each in ends),
        hosts=(p,) * len(place),
    )


def is_square(number: int, q: int) -> bool:
    """Tell whether a number is a square modulo an odd prime (Euler's criterion)."""
    return pow(number, (q - 1) // 2, q) == 1


def generators(prime: int, q: int) -> list[Matrix]:
    """Return the prime + 1 matrices that a switch is multiplied with, closed under inverses."""
    x, y = next((x, y) for x, y in product(range(q), repeat=2) if (x * x + y * y + 1) % q == 0)
    return [
        _scaled((a + b * x + d * y, c + d * x - b * y, d * x - b * y - c, a - b * x - d * y), q)
        for a, b, c, d in _sums_of_squares(prime)
    ]


def _sums_of_squares(prime: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the solutions of a² + b² + c² + d² = prime, one of each two that differ by sign.

    The first number has another parity than the other three, and is not negative; where it is
    0, the first of the others that is not 0 is positive (Jacobi: prime + 1 of them).
    """
    first = 1 if prime % 4 == 1 else 0  # the parity of a
    most = isqrt(prime)
    for a in range(first, most + 1, 2):
        for b, c in product(range(-most, most + 1), repeat=2):
            rest = prime - a * a - b * b - c * c
            d = isqrt(rest) if rest >= 0 else -1
            if d < 0 or d * d != rest or {b % 2, c % 2, d % 2} != {1 - first}:
                continue
            yield from (
                (a, b, c, sign)
                for sign in {d, -d}
                if a or next((each for each in (b, c, sign) if each), 0) > 0
            )


def _product(one: Matrix, other: Matrix, q: int) -> Matrix:
    a, b, c, d = one
    e, f, g, h = other
    return _scaled((a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h), q)


def _scaled(matrix: Matrix, q: int) -> Matrix:
    """Return the multiple whose first entry that is not 0 is 1."""
    first = next(each % q for each in matrix if each % q)
    a, b, c, d = matrix
    inverse = pow(first, -1, q)
    return a * inverse % q, b * inverse % q, c * inverse % q, d * inverse % q
