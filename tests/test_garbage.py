"""The garbage collector leaves alone what is there, and still finds cycles."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

from omnigym.garbage import spare_collector

_PROGRAM = """
import gc
from omnigym.garbage import spare_collector
before = gc.get_freeze_count()
spare_collector()
assert gc.get_freeze_count() > before + 1000
assert gc.isenabled() and gc.get_threshold()[0] > 10_000
spare_collector(many=True)
assert gc.isenabled() and gc.get_threshold()[0] < 10_000 < gc.get_threshold()[2]
"""


def test_what_exists_is_frozen() -> None:
    subprocess.run([sys.executable, "-c", _PROGRAM], check=True)  # in a process of its own: it is for good


def test_cycles_that_come_later_are_found() -> None:
    class Ring:
        ring: Ring

    threshold = gc.get_threshold()
    try:
        spare_collector()
        ring = Ring()
        ring.ring = ring
        gone = weakref.ref(ring)
        del ring
        keep = [[] for _ in range(200_000)]
        assert gone() is None
        del keep
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
