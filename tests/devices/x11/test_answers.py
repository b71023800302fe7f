"""Answers of windows, however they come in. No desktop is needed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.activity import Verdict
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


class Late(Windows):
    """The window does not answer until it is told to."""

    answers = False

    def managed_ids(self, synchronised: bool = False) -> list[int]:
        if self.answers:
            self._display.pongs[_WINDOW] = _PING
        return [_WINDOW]


class Restless(Activity):
    """A process never rests."""

    excuses = False

    def look(self) -> Verdict:
        return Verdict.DUE if self.excuses else Verdict.BUSY

    def excuse(self) -> None:
        self.excuses = True

    def readmit(self) -> None:
        self.excuses = False


class Still(Display):
    changed_at = 0.0

    def sync(self) -> bool:
        return False


@pytest.mark.parametrize("patience", [1, 3])
def test_who_is_late_is_waited_for_before_the_next_actions(patience: int) -> None:
    display, activity = Still(), Restless()
    windows = Late(display)
    settler = Settler(display, windows, activity, 0.0, 0.0, lambda: None, patience)  # type: ignore[arg-type]
    settler.settle()
    waits = []
    for _ in range(4):
        before = len(display.waits)
        settler.settle_late()
        waits.append(len(display.waits) - before)
        assert settler.hung == {_WINDOW} and activity.excuses
        settler.settle()
    assert [w > 0 for w in waits] == [True] * (patience - 1) + [False] * (5 - patience)
    windows.answers = True
    activity.look = lambda: Verdict.REST  # type: ignore[method-assign]
    assert settler.settle() and not settler.hung


def test_who_comes_to_rest_before_the_next_action_is_late_no_more() -> None:
    display, activity = Still(), Restless()
    windows = Late(display)
    settler = Settler(display, windows, activity, 0.0, 0.0, lambda: None, 2)  # type: ignore[arg-type]
    settler.settle()
    assert settler.hung and activity.excuses
    windows.answers = True
    activity.look = lambda: Verdict.REST  # type: ignore[method-assign]
    settler.settle_late()
    assert not settler.hung and not activity.excuses
