"""Answers of windows, however they come in. No desktop is needed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.settle import Settler

_WINDOW, _PING = 7, 3


class Display:
    """Says nothing by itself."""

    def __init__(self) -> None:
        self.pongs: dict[int, int] = {}
        self.waits: list[float] = []

    def ping(self, windows: list[int]) -> int:
        assert windows == [_WINDOW]
        return _PING

    def pump(self, timeout: float = 0.0) -> bool:
        self.waits.append(timeout)
        return True


class Windows:
    """Asking for the list of windows takes in the answer of one."""

    def __init__(self, display: Display) -> None:
        self._display, self._asked = display, 0

    def managed_ids(self, synchronised: bool = False) -> list[int]:
        self._asked += 1
        if self._asked > 1:
            self._display.pongs[_WINDOW] = _PING
        return [_WINDOW]

    def answers_pings(self, xid: int) -> bool:
        return xid == _WINDOW


class Activity:
    def delays(self) -> Any:
        return lambda: 0.0


def test_an_answer_that_comes_while_something_else_is_asked_is_not_waited_for() -> None:
    display = Display()
    settler = Settler(display, Windows(display), Activity(), 0.04, 1.0, lambda: None)  # type: ignore[arg-type]
    settler.synchronise()
    assert len(display.waits) == 1
    assert not settler.hung
