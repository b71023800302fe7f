"""What a keyboard and a mouse send for each action, and that nothing stays pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from omnigym.actions import (
    KEYS,
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Type,
    Wait,
)
from omnigym.devices.vm.input import Hands


class Desk:
    """What arrives at a machine, in short: ``+a`` for a key or button that goes down, ``x/y`` for a place."""

    def __init__(self, breaks_at: int = -1) -> None:
        self.said: list[str] = []
        self.waited = 0.0
        self._breaks_at = breaks_at
        self.hands = Hands(self._send, self._pause, self._taken, (101, 101), pace=0.25)

    def _send(self, events: Sequence[Any]) -> None:
        if len(self.said) == self._breaks_at:
            self._breaks_at = -1
            raise EOFError
        if events[0]["type"] == "abs":
            self.said.append("/".join(str(round(e["data"]["value"] * 100 / 0x7FFF)) for e in events))
        for event in events:
            match event:
                case {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": name}}}:
                    self.said.append(f"{'+' if down else '-'}{name}")
                case {"type": "btn", "data": {"down": down, "button": name}}:
                    self.said.append(f"{'+' if down else '-'}{name}")

    def _pause(self, seconds: float) -> None:
        self.waited += seconds

    def _taken(self, changes: int) -> None:
        self.waited += 0.25 * changes


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Move((1.0, 0.0)), "100/0"),
        (Press("s", ("ctrl", "shift")), "+ctrl +shift +s -s -shift -ctrl"),
        (Press("tab", count=2), "+tab -tab +tab -tab"),
        (Type("aB C\n!"), "+a -a +shift +b -b -shift +spc -spc +shift +c -c -shift +ret -ret +shift +1 -1 -shift"),
        (Click((0.5, 0.5), count=2), "50/50 +left -left +left -left"),
        (Click((0.5, 0.5), "right", modifiers=("alt",)), "+alt 50/50 +right -right -alt"),
        (Scroll((0.0, 0.0), dy=-1.6, dx=0.2), "0/0 +wheel-up -wheel-up +wheel-up -wheel-up +wheel-right -wheel-right"),
        (Drag((0.0, 0.0), (0.8, 0.0), duration=0.8), "0/0 +left 10/0 20/0 30/0 40/0 50/0 60/0 70/0 80/0 -left"),
    ],
)
def test_an_action_is_what_a_person_would_do(action: Action, said: str) -> None:
    desk = Desk()
    assert desk.hands.act(action)
    assert desk.said == said.split()
    assert desk.waited >= 0.25 * len(desk.said)


@pytest.mark.parametrize("action", [Type("ä"), OpenApp("files"), Wait(1.0)])
def test_what_no_keyboard_does_is_left_to_others(action: Action) -> None:
    desk = Desk()
    assert not desk.hands.act(action)
    assert not desk.said


def test_every_key_can_be_pressed() -> None:
    desk = Desk()
    assert all(desk.hands.act(Press(key)) for key in KEYS)


def test_what_is_held_is_released_in_the_end() -> None:
    desk = Desk()
    for action in (KeyDown("shift"), MouseDown((0.0, 0.0)), Press("a", ("shift",)), MouseUp((1.0, 1.0)), KeyUp("b")):
        desk.hands.act(action)
    assert desk.said == ["+shift", "0/0", "+left", "+a", "-a", "100/100", "-left", "-b"]
    desk.hands.release()
    desk.hands.release()
    assert desk.said[8:] == ["-shift"]


@pytest.mark.parametrize("action", [Press("a", ("ctrl", "alt")), Drag((0.0, 0.0), (1.0, 1.0), modifiers=("ctrl",))])
def test_modifiers_are_released_where_an_action_breaks_off(action: Action) -> None:
    desk = Desk(breaks_at=2)
    with pytest.raises(EOFError):
        desk.hands.act(action)
    assert desk.said[-1] == "-ctrl"


def test_clicks_of_two_actions_are_no_double_click() -> None:
    desk = Desk()
    desk.hands.act(Click((0.0, 0.0)))
    waited = desk.waited
    desk.hands.act(Click((0.0, 0.0)))
    assert desk.waited - waited > 0.25 * 3 + 0.4
