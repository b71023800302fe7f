"""The suite can be made again, in any process."""

from __future__ import annotations

import subprocess
import sys

from omnigym.benchmarks.composed.making import make_suite
from omnigym.tasks.task_file import dumps_line

_COUNT = 12
_PRINT = f"""
import itertools
from omnigym.benchmarks.composed.making import make_suite
from omnigym.tasks.task_file import dumps_line
for task in itertools.islice(make_suite("linux"), {_COUNT}):
    print(dumps_line(task))
"""


def test_it_is_the_same_in_every_process() -> None:
    done = subprocess.run(  # the hashes of this process are others, by chance
        [sys.executable, "-c", _PRINT], env={"PYTHONHASHSEED": "1"}, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines == [dumps_line(t) for _, t in zip(range(_COUNT), make_suite("linux"), strict=False)]
    assert len({line.partition('"instruction"')[2] for line in lines}) == _COUNT
