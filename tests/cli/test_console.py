"""Progress without a terminal: long work says where it is, quick work says nothing."""

from __future__ import annotations

import itertools

import pytest

from omnigym.cli import console


@pytest.mark.parametrize(
    ("seconds", "printed"),
    [(0.1, []), (6.0, ["Training: 2/3 50 %\\x1b"]), (99.0, [f"Training: {n}/3 50 %\\x1b" for n in (1, 2, 3)])],
)
def test_progress_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seconds: float, printed: list[str]
) -> None:
    clock = itertools.count(0.0, seconds)
    monkeypatch.setattr(console.time, "monotonic", lambda: next(clock))
    with console.progress("Training", 3) as advance:
        for _ in range(3):
            advance(1, "50 %\x1b")
    assert capsys.readouterr().err.splitlines() == printed
