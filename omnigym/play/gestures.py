"""From what the hands do to actions: one gesture is one action, as an agent would do it.

Pressing and releasing a button is a `Click`, or a `Drag` where the pointer moved. Where a double click means something
a click waits for a moment, so that two of them are one action; on a button it does not. What comes in faster than the
desktop takes it is put together: characters into one `Type`, turns of the wheel into one `Scroll`.

Nothing here knows the time: it is told, so that it can be tested.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from omnigym.actions import (
    KEYS,
    MAX_TYPED,
    Action,
    Click,
    Drag,
    Modifier,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
    from_json,
    point_of,
)
from omnigym.play.messages import Do, Down, Input, Key, KeyUp, Rest, Up, Wheel

# -- from a browser's keys to omnigym's -------------------------------------------------------------------------------

#: The browser's names (UI Events, KeyboardEvent.key) of the keys that are not called the same here in lower case.
_NAMES = {
    " ": "space",
    "ArrowDown": "down",
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ContextMenu": "menu",
    "Control": "ctrl",
    "OS": "meta",
}
#: Modifiers that do something when pressed alone: the Start menu, a window's menu bar.
LONE = {"Meta": "meta", "OS": "meta", "Alt": "alt"}
_MODIFIER_KEYS = frozenset({"Control", "Shift", "Alt", "Meta", "OS", "AltGraph", "CapsLock", "NumLock", "Fn", "Dead"})
_CODES = {
    "Backquote": "`",
    "Minus": "-",
    "Equal": "=",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Backslash": "\\",
    "Semicolon": ";",
    "Quote": "'",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
}


def action_of_key(key: str, code: str, held: Sequence[Modifier]) -> Press | Type | None:
    """What a key that goes down does; None for a key that does nothing by itself or that no device has.

    A character is typed as the keyboard's layout writes it. With Ctrl, Alt or Meta it is a shortcut, which means the
    key: where its character is none (Alt writes "å" on a Mac, Shift writes "!"), the place on the keyboard says which.

    >>> action_of_key("A", "KeyA", ("shift",))
    Type(text='A')
    >>> action_of_key("S", "KeyS", ("ctrl", "shift"))
    Press(key='s', modifiers=('ctrl', 'shift'), count=1)
    >>> action_of_key("ArrowLeft", "ArrowLeft", ())
    Press(key='left', modifiers=(), count=1)
    """
    if key in _MODIFIER_KEYS:
        return None
    shortcut = any(m != "shift" for m in held)
    if len(key) == 1 and not shortcut:
        return Type(key)
    name = _NAMES.get(key, key.lower())
    if name not in KEYS:
        name = _key_at(code)
    return Press(name, tuple(held)) if name in KEYS else None


def _key_at(code: str) -> str:
    """The key at a place of the keyboard, named as on an American one."""
    for prefix in ("Key", "Digit"):
        if code.startswith(prefix) and len(code) == len(prefix) + 1:
            return code[-1].lower()
    return _CODES.get(code, "")


# -- gestures ---------------------------------------------------------------------------------------------------------

#: Seconds that a click waits for a second one, and typed text that is gathered for more of it.
_CLICK_PAUSE, _TYPING_PAUSE = 0.3, 0.6
#: Milliseconds from press to press, and pixels, within which two clicks belong together.
_DOUBLE_MS, _SLOP = 500.0, 4
#: What parts two clicks at one place for a device on virtual time, where no time goes by between actions.
_APART = Wait(0.5)
_LONGEST_DRAG_S = 5.0
_MOST_REPEATS = 50


@dataclass(slots=True)
class _Pending:
    """An action that waits for its turn; not before ``ready``, unless something follows it."""

    action: Action
    ready: float = -math.inf


class Gestures:
    """Takes what the page reports and gives actions.

    Args:
        size: The screen's (width, height) in pixels.
        gather: Whether what is typed without a pause becomes one action, which shows on the screen at the pause.
    """

    def __init__(self, size: tuple[int, int], *, gather: bool = False) -> None:
        self._size = size
        self._typing_pause = _TYPING_PAUSE if gather else -math.inf
        self.clear()

    def clear(self) -> None:
        """Forget everything that was not done yet."""
        self._queue: deque[_Pending] = deque()
        self._pressed: Down | None = None
        self._most = 1
        self._joins = False
        self._last: tuple[Down, bool] | None = None  # the last click, and whether another one could be taken for more
        self._lone = ""
        self._turned = [0.0, 0.0]

    # -- what comes in ------------------------------------------------------------------------------------------------

    def feed(self, message: Input, now: float, most_clicks: int = 1) -> None:
        """Something happened.

        Args:
            message: What.
            now: The time in seconds.
            most_clicks: For a button that goes down: how many clicks in a row mean something there.

        Raises:
            ActionError: An action of the page's buttons is none.
        """
        if not isinstance(message, KeyUp | Rest):
            self._lone = ""
        match message:
            case Down():
                self._down(message, most_clicks)
            case Up():
                self._up(message, now)
            case Rest() if not self._click_waits():
                self._push(Move(self._at(message.x, message.y)))
            case Wheel():
                self._wheel(message)
            case Key():
                self._key(message, now)
            case KeyUp():
                if message.key == self._lone:
                    self._push(Press(LONE[message.key]))
                self._lone = ""
            case Do():
                self._push(from_json(message.action))

    def _click_waits(self) -> bool:
        """Whether a click waits for a second one, which a hand that trembles must not keep from it."""
        return bool(self._queue) and type(self._queue[-1].action) is Click and self._queue[-1].ready > -math.inf

    def _at(self, x: int, y: int) -> Point:
        """The middle of a pixel, which is the same pixel again however it is rounded."""
        return point_of((x, y), self._size)

    def _down(self, message: Down, most_clicks: int) -> None:
        last = self._queue[-1] if self._queue else None
        before = self._last[0] if self._last else None
        self._joins = (
            last is not None
            and type(last.action) is Click
            and last.action.count < most_clicks
            and before is not None
            and _again(before, message)
            and message.at_ms - before.at_ms <= _DOUBLE_MS
        )
        if self._joins and last is not None:
            last.ready = math.inf  # until the button comes up
        self._pressed, self._most = message, most_clicks

    def _up(self, message: Up, now: float) -> None:
        down, self._pressed = self._pressed, None
        if down is None or down.button != message.button:
            return
        joins, self._joins = self._joins, False
        last = self._queue[-1] if self._queue else None
        if max(abs(message.x - down.x), abs(message.y - down.y)) >= _SLOP:
            if joins and last is not None:
                last.ready = -math.inf
            seconds = min(max(0.1, (message.at_ms - down.at_ms) / 1000), _LONGEST_DRAG_S)
            at, to = self._at(down.x, down.y), self._at(message.x, message.y)
            self._push(Drag(at, to, down.button, down.held, round(seconds, 2)))
            return
        if joins and last is not None and type(last.action) is Click:
            count = last.action.count + 1
            last.action = replace(last.action, count=count)
        else:
            if self._last is not None and self._last[1] and _again(self._last[0], down):
                self._push(_APART)
            count = 1
            self._push(Click(self._at(down.x, down.y), down.button, 1, down.held))
        self._queue[-1].ready = now + _CLICK_PAUSE if count < self._most and down.button == "left" else -math.inf
        self._last = down, self._most > 1

    def _wheel(self, message: Wheel) -> None:
        """Whole notches only: a touchpad reports fractions of one, which are added up."""
        notches = []
        for axis, turn in enumerate((message.dx, message.dy)):
            if turn * self._turned[axis] < 0:
                self._turned[axis] = 0.0
            self._turned[axis] += turn
            whole = math.trunc(self._turned[axis])
            self._turned[axis] -= whole
            notches.append(float(whole))
        dx, dy = notches
        if dx or dy:
            self._push(Scroll(self._at(message.x, message.y), dy, dx, message.held))

    def _key(self, message: Key, now: float) -> None:
        if message.key in LONE:
            self._lone = message.key
            return
        action = action_of_key(message.key, message.code, message.held)
        if action is not None:
            self._push(action)
            if type(action) is Type:
                self._queue[-1].ready = now + self._typing_pause

    def _push(self, action: Action) -> None:
        if not isinstance(action, Move | Wait):
            self._last = None
        last = self._queue[-1] if self._queue else None
        joined = _joined(last.action, action) if last is not None else None
        if last is not None and joined is not None:
            last.action = joined
        else:
            self._queue.append(_Pending(action))

    # -- what goes out ------------------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When `take` will have something: a time, perhaps past; None while nothing waits for time alone."""
        if not self._queue:
            return None
        ready = -math.inf if len(self._queue) > 1 else self._queue[0].ready
        return None if ready == math.inf else ready

    def take(self, now: float) -> Action | None:
        """The next action if there is one to be done now."""
        due = self.due()
        if due is None or due > now:
            return None
        return self._queue.popleft().action


def _again(a: Down, b: Down) -> bool:
    """Whether a press repeats another one."""
    near = abs(a.x - b.x) < _SLOP and abs(a.y - b.y) < _SLOP
    return near and a.button == b.button and a.held == b.held


def _joined(a: Action, b: Action) -> Action | None:
    """One action for two that follow each other, or None."""
    match a, b:
        case Type(), Type() if len(a.text) + len(b.text) <= MAX_TYPED:
            return Type(a.text + b.text)
        case Press(), Press() if a.key == b.key and a.modifiers == b.modifiers and a.count + b.count <= _MOST_REPEATS:
            return replace(a, count=a.count + b.count)
        case Scroll(), Scroll() if a.modifiers == b.modifiers:
            return Scroll(b.at, a.dy + b.dy, a.dx + b.dx, a.modifiers)
        case Move(), Move() | Click() | Drag() | Scroll():
            return b
    return None
