"""Asks a server all the time whether it lives, and writes how long each answer took.

Run as `python watch_health.py HOST PORT PID`: a process of its own, so that nothing which
else goes on in the tests counts as the server's. Each line is when it asked, seconds, and
seconds of processor time that the server, PID, has used meanwhile.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

ASK = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def main() -> None:
    """Ask until the server is gone; a connection that it has closed for another is made anew."""
    while True:
        try:
            with socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=120) as opened:
                ask(opened)
        except ConnectionRefusedError:
            return
        except ConnectionError:
            continue


def ask(connection: socket.socket) -> None:
    """Ask again and again on one connection, until it is closed."""
    while True:
        began, used = time.time(), processor(sys.argv[3])
        connection.sendall(ASK)
        answer = b""
        while b'"ok"}' not in answer:
            received = connection.recv(4096)
            if not received:
                return
            answer += received
        sys.stdout.write(f"{began} {time.time() - began} {processor(sys.argv[3]) - used}\n")
        sys.stdout.flush()
        time.sleep(0.02)


def processor(pid: str) -> float:
    """Return the seconds of processor time that a process has used, its children left out."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
