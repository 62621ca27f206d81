"""Asks a server all the time whether it lives, and writes how long each answer took.

Run as `python watch_health.py HOST PORT`: a process of its own, so that nothing which
else goes on in the tests counts as the server's. Each line is when it asked, and seconds.
"""

from __future__ import annotations

import socket
import sys
import time

ASK = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def main() -> None:
    """Ask until the server is gone."""
    with socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=120) as connection:
        while True:
            began = time.time()
            connection.sendall(ASK)
            answer = b""
            while b'"ok"}' not in answer:
                received = connection.recv(4096)
                if not received:
                    return
                answer += received
            sys.stdout.write(f"{began} {time.time() - began}\n")
            sys.stdout.flush()
            time.sleep(0.02)


if __name__ == "__main__":
    main()
