"""Mouse and keyboard of a page.

Whatever is sent is answered once the page has handled it. A page keeps moves of the pointer for its next frame, but not
when a press or a key comes behind them; so one comes, a key that is none, which `shims.js` keeps from the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from omnigym.actions import MODIFIERS, Button, Key, Modifier
from omnigym.devices.chromium.frames import FRAME, Frames
from omnigym.devices.chromium.keyboard import modifier_bits, press, release, type_text
from omnigym.devices.chromium.page import Page
from omnigym.devices.chromium.pipe import ProtocolError

__all__ = ["PageInput"]

_BUTTON_BITS = {"left": 1, "right": 2, "middle": 4}
#: What one notch of the wheel scrolls, in CSS pixels.
_NOTCH = 100.0
#: How many events are sent before their answers are waited for.
_BATCH = 200
#: How long, in real seconds, the answer to a turn of the wheel is waited for before another frame is drawn for it.
_TURN_PATIENCE = 0.3
#: Between two points of a drag, in pixels.
_STEP = 24.0


class PageInput:
    """The input of one page.

    Args:
        page: The page.
        frames: Its frames.
    """

    def __init__(self, page: Page, frames: Frames) -> None:
        self._page, self._frames = page, frames
        self._held = 0
        self._button: Button | Literal["none"] = "none"
        self._modifiers: set[Modifier] = set()

    def move(self, x: float, y: float) -> None:
        """Move the pointer, with whatever buttons are held."""
        self._finish([self._mouse("mouseMoved", x, y, self._button), self._push()])

    def click(
        self, x: float, y: float, button: Button, count: int, modifiers: tuple[Modifier, ...], seconds: float
    ) -> None:
        """Click, once or several times in a row, each time holding the button down for so long."""
        held = modifier_bits({*modifiers, *self._modifiers})
        numbers = [self._mouse("mouseMoved", x, y, self._button)]
        for n in range(1, count + 1):
            numbers.append(self._mouse("mousePressed", x, y, button, clickCount=n, modifiers=held))
            if seconds:
                self._finish(numbers)
                self._frames.tick(round(seconds * 1000))
                numbers = []
            self._finish([*numbers, self._mouse("mouseReleased", x, y, button, clickCount=n, modifiers=held)])
            numbers = []

    def down(self, x: float, y: float, button: Button, modifiers: tuple[Modifier, ...] = ()) -> None:
        """Press a mouse button and hold it."""
        self.move(x, y)
        self._held |= _BUTTON_BITS[button]
        self._button = button
        self._finish([self._mouse("mousePressed", x, y, button, clickCount=1, modifiers=modifier_bits(modifiers))])

    def up(self, x: float, y: float, button: Button) -> None:
        """Release a mouse button."""
        self.move(x, y)
        self._held &= ~_BUTTON_BITS[button]
        self._button = "none"
        self._finish([self._mouse("mouseReleased", x, y, button, clickCount=1)])

    def drag(
        self,
        start: tuple[int, int],
        end: tuple[int, int],
        button: Button,
        modifiers: tuple[Modifier, ...],
        seconds: float,
    ) -> None:
        """Press, move in small steps within ``seconds``, release; what the page lets be dragged is dropped."""
        (x0, y0), (x1, y1) = start, end
        self.down(x0, y0, button, modifiers)
        steps = max(2, round(max(abs(x1 - x0), abs(y1 - y0)) / _STEP))
        for n in range(1, steps + 1):
            at = x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps
            if self._page.dragged is None:
                self.move(*at)
            else:
                kind = "dragEnter" if not self._page.dropping else "dragOver"
                self._drag_event(kind, *at)
            self._frames.tick(max(round(seconds * 1000 / steps), FRAME))
        if self._page.dragged is not None:
            self._drag_event("dragOver", x1, y1)
            self._drag_event("drop", x1, y1)
            self._page.dragged, self._page.dropping = None, False
        self.up(x1, y1, button)

    def scroll(self, x: float, y: float, dx: float, dy: float, modifiers: tuple[Modifier, ...]) -> None:
        """Turn the wheel by notches."""
        self.move(x, y)
        held = modifier_bits({*modifiers, *self._modifiers})
        turned = {"deltaX": dx * _NOTCH, "deltaY": dy * _NOTCH, "modifiers": held}
        number = self._mouse("mouseWheel", x, y, "none", **turned)
        self._finish([self._push()])  # it takes the same way, so the turn has arrived, and the next frame has it
        page = self._page

        def answered() -> bool:
            return page.pipe.has(number) or page.blocked or page.away

        while not answered():
            self._frames.tick(FRAME)
            page.pipe.wait(answered, _TURN_PATIENCE)
        self._finish([number])

    def press(self, key: Key, modifiers: tuple[Modifier, ...], count: int) -> None:
        """Press and release a key."""
        bits = modifier_bits({*modifiers, *self._modifiers})
        held: tuple[Modifier, ...] = tuple(m for m in modifiers if m not in self._modifiers)
        for n, m in enumerate(held):
            self._key(press(m, modifier_bits({*held[: n + 1], *self._modifiers})))
        for _ in range(count):
            self._key(press(key, bits))
            self._key(release(key, bits))
        for n, m in enumerate(held):
            self._key(release(m, modifier_bits({*held[n + 1 :], *self._modifiers})))

    def key_down(self, key: Key) -> None:
        """Press a key and hold it."""
        self._modifiers |= {m for m in MODIFIERS if m == key}
        self._key(press(key, modifier_bits(self._modifiers)))

    def key_up(self, key: Key) -> None:
        """Release a held key."""
        self._modifiers -= {m for m in MODIFIERS if m == key}
        self._key(release(key, modifier_bits(self._modifiers)))

    def type(self, text: str) -> None:
        """Type a text."""
        numbers = []
        for method, parameters in type_text(text):
            numbers.append(self._page.post(method, **parameters))
            if len(numbers) == _BATCH:
                self._finish(numbers)
                numbers = []
        self._finish(numbers)

    def _key(self, event: dict[str, object]) -> None:
        self._finish([self._page.post("Input.dispatchKeyEvent", **event)])

    def _mouse(self, kind: str, x: float, y: float, button: str, **more: object) -> int:
        event = {"type": kind, "x": x, "y": y, "button": button, "buttons": self._held, **more}
        return self._page.post("Input.dispatchMouseEvent", **event)

    def _drag_event(self, kind: str, x: float, y: float) -> None:
        self._page.dropping = True
        event = {"type": kind, "x": x, "y": y, "data": self._page.dragged}
        self._finish([self._page.post("Input.dispatchDragEvent", **event)])

    def _push(self) -> int:
        """Have the page handle the moves that it keeps."""
        return self._page.post("Input.dispatchKeyEvent", type="keyUp", key="Unidentified", code="")

    def _finish(self, numbers: list[int]) -> None:
        """Wait until the page has handled events."""
        for number in numbers:
            self._quietly(self._page.result, number)

    def _quietly(self, wait: Callable[[int], object], number: int) -> None:
        try:
            wait(number)
        except ProtocolError:
            return  # the page went elsewhere, or closed, before it could answer
