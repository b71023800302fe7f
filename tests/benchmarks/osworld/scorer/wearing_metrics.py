"""Metrics that wear out the process that scores, or say what is no answer."""

from __future__ import annotations

import os
from pathlib import Path

from omnigym.benchmarks.osworld.scorer import judging
from omnigym.benchmarks.osworld.scorer.registry import File, metric
from omnigym.foreign import convert_errors


def _take_time(_file: File) -> None:
    while True:
        pass


def _take_memory(_file: File) -> None:
    with convert_errors("file"):
        bytearray(judging._MEMORY)


def _killed(file: File) -> None:
    os.kill(os.getpid(), int(file.content or b"9"))


#: What happens at the sight of a file, by the beginning of its name.
SIGHTS = {"slow": _take_time, "large": _take_memory, "killed": _killed}


@metric("test_wears_out")
def wears_out(result: File, _expected: object) -> float:
    """A right answer, at the sight of which the process may end: of a file "once" at the first sight alone."""
    kind, _, marker = result.name.partition(" ")
    if kind in SIGHTS and not (marker and Path(marker).exists()):
        if marker:
            Path(marker).touch()
        SIGHTS[kind](result)
    return 1.0


@metric("test_prints")
def prints(_result: object, _expected: object) -> float:
    """Says much, as libraries do of a damaged file."""
    print("x" * 100_000)
    os.write(1, b"y" * 100_000)
    return 1.0
