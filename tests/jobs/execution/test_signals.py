"""Signals that are meant for the parent while a solver process begins."""

from __future__ import annotations

import subprocess
import sys

# Ctrl-C over and over, to the whole group of the parent: children must be in none of it
PARENT = """
import os, signal, threading, time
from alphacut.jobs.execution.process import Child

def ring():
    while not done.is_set():
        os.killpg(os.getpgrp(), signal.SIGINT)
        time.sleep(0.0002)

signal.signal(signal.SIGINT, lambda *_: None)
done = threading.Event()
threading.Thread(target=ring, daemon=True).start()
children = [Child() for _ in range(10)]
done.set()
time.sleep(3)
print([child.alive for child in children])
for child in children:
    child.kill()
"""


def test_ctrl_c_does_not_reach_a_child_that_begins() -> None:
    found = subprocess.run(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, process_group=0, timeout=120
    )
    assert found.stdout.decode().strip() == str([True] * 10)
