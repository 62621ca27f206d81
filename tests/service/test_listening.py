"""The socket on which the service is reached."""

from __future__ import annotations

import socket

import pytest

from alphacut.service.listening import ListenError, listen


def test_answers_are_sent_at_once_on_kept_connections() -> None:
    with (
        listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_said() -> None:
    with listen("127.0.0.1", 0) as listener:
        taken = listener.getsockname()[1]
        with pytest.raises(ListenError, match=f"port {taken}"):
            listen("127.0.0.1", taken)
