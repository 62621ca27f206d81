"""Which connection makes room for another one."""

from __future__ import annotations

import pytest

from alphacut.service.connections import LEAST, SLACK, Connections, Limits, affordable


class Held:
    """A connection of some client, which remembers that it was told to close."""

    def __init__(self, clients: Connections, address: str, *, since: float | None) -> None:
        self.clients, self.address = clients, address
        self.dropped = False
        assert clients.enter(address)
        if since is not None:
            clients.waits(address, self, since)

    def drop(self) -> None:
        self.dropped = True
        self.clients.is_served(self.address, self)

    def close(self) -> None:
        self.clients.is_served(self.address, self)
        self.clients.leave(self.address)


@pytest.fixture
def clients() -> Connections:
    return Connections(Limits(total=4, of_client=3))


def test_the_longest_wait_ends_for_a_new_one(clients: Connections) -> None:
    held = [Held(clients, f"192.0.2.{i}", since=float(-i)) for i in range(4)]
    assert clients.enter("192.0.2.9")
    assert [each.dropped for each in held] == [False, False, False, True]
    held[0].clients.waits(held[0].address, held[0], 5.0)  # it has begun another request
    assert clients.enter("192.0.2.9")
    assert [each.dropped for each in held] == [False, False, True, True]


def test_one_client_makes_room_for_itself(clients: Connections) -> None:
    other = Held(clients, "192.0.2.1", since=0.0)
    held = [Held(clients, "192.0.2.2", since=1.0 + i) for i in range(3)]
    assert clients.enter("192.0.2.2")
    assert not other.dropped
    assert [each.dropped for each in held] == [True, False, False]


def test_who_is_answered_stays_and_a_new_one_goes(clients: Connections) -> None:
    held = [Held(clients, "192.0.2.2", since=None) for _ in range(3)]
    assert not clients.enter("192.0.2.2")
    assert clients.enter("192.0.2.3")
    assert not clients.enter("192.0.2.4")
    held[0].close()
    assert clients.enter("192.0.2.4")


def test_new_ones_wait_until_others_are_closed(clients: Connections) -> None:
    held = [Held(clients, "192.0.2.1", since=0.0) for _ in range(3)]
    while not clients.are_closing:
        held.append(Held(clients, "192.0.2.1", since=0.0))
        assert len(held) <= 4 + SLACK
    gone = [each for each in held if each.dropped]
    assert len(gone) > SLACK
    for each in gone:
        each.close()
    assert not clients.are_closing


def test_an_ipv6_client_has_one_network(clients: Connections) -> None:
    for i in range(3):
        Held(clients, f"2001:db8::{i}", since=None)
    assert not clients.enter("2001:db8::ffff")
    assert clients.enter("2001:db8:0:1::1")


def test_what_is_over_is_forgotten(clients: Connections) -> None:
    for i in range(1000):
        Held(clients, f"192.0.2.{i % 7}", since=float(i)).close()
    assert all(clients.enter("192.0.2.1") for _ in range(3))


def test_descriptors_are_left_for_the_service() -> None:
    assert affordable(1) == 1
    assert LEAST <= affordable(10**9) < 10**9
