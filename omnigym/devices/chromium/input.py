"""Mouse and keyboard of a page.

Whatever is sent is answered once the page has handled it. A page keeps moves of the pointer for its next frame, but not
when a press or a key comes behind them; so one comes, a key that is none, which `shims.js` keeps from the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from omnigym.actions import MODIFIERS, Button, Key, Modifier, typed_text
from omnigym.devices.chromium.frames import FRAME, Frames
from omnigym.devices.chromium.page import Page
from omnigym.devices.chromium.pipe import ProtocolError

# -- keys as the DevTools protocol wants them. No I/O -----------------------------------------------------------------

# ``Input.dispatchKeyEvent`` takes the DOM's ``key`` and ``code`` (UI Events KeyboardEvent values) and Windows's
# virtual key code; a key that writes has its text.

#: The protocol's bits.
MODIFIER_BITS: Mapping[str, int] = MappingProxyType({"alt": 1, "ctrl": 2, "meta": 4, "shift": 8})


class _Named(NamedTuple):
    """A key: the DOM's name of it and of its place, Windows's code, what it writes plain and with Shift."""

    key: str
    code: str
    number: int
    text: str = ""
    shifted: str = ""


_NAMED: dict[str, _Named] = {
    "enter": _Named("Enter", "Enter", 13, "\r", "\r"),
    "tab": _Named("Tab", "Tab", 9),
    "escape": _Named("Escape", "Escape", 27),
    "backspace": _Named("Backspace", "Backspace", 8),
    "delete": _Named("Delete", "Delete", 46),
    "insert": _Named("Insert", "Insert", 45),
    "space": _Named(" ", "Space", 32, " ", " "),
    "up": _Named("ArrowUp", "ArrowUp", 38),
    "down": _Named("ArrowDown", "ArrowDown", 40),
    "left": _Named("ArrowLeft", "ArrowLeft", 37),
    "right": _Named("ArrowRight", "ArrowRight", 39),
    "home": _Named("Home", "Home", 36),
    "end": _Named("End", "End", 35),
    "pageup": _Named("PageUp", "PageUp", 33),
    "pagedown": _Named("PageDown", "PageDown", 34),
    "ctrl": _Named("Control", "ControlLeft", 17),
    "shift": _Named("Shift", "ShiftLeft", 16),
    "alt": _Named("Alt", "AltLeft", 18),
    "meta": _Named("Meta", "MetaLeft", 91),
    "menu": _Named("ContextMenu", "ContextMenu", 93),
    "capslock": _Named("CapsLock", "CapsLock", 20),
    "printscreen": _Named("PrintScreen", "PrintScreen", 44),
    "back": _Named("BrowserBack", "BrowserBack", 166),
    "recents": _Named("AppSwitch", "AppSwitch", 0),
    "power": _Named("Power", "Power", 0),
    "volumeup": _Named("AudioVolumeUp", "AudioVolumeUp", 175),
    "volumedown": _Named("AudioVolumeDown", "AudioVolumeDown", 174),
    **{f"f{n}": _Named(f"F{n}", f"F{n}", 111 + n) for n in range(1, 13)},
    **{c: _Named(c, f"Key{c.upper()}", ord(c.upper()), c, c.upper()) for c in "abcdefghijklmnopqrstuvwxyz"},
    **{c: _Named(c, f"Digit{c}", ord(c), c, shifted) for c, shifted in zip("1234567890", "!@#$%^&*()", strict=True)},
    **{
        c: _Named(c, code, number, c, shifted)
        for c, code, number, shifted in (
            ("`", "Backquote", 192, "~"),
            ("-", "Minus", 189, "_"),
            ("=", "Equal", 187, "+"),
            ("[", "BracketLeft", 219, "{"),
            ("]", "BracketRight", 221, "}"),
            ("\\", "Backslash", 220, "|"),
            (";", "Semicolon", 186, ":"),
            ("'", "Quote", 222, '"'),
            (",", "Comma", 188, "<"),
            (".", "Period", 190, ">"),
            ("/", "Slash", 191, "?"),
        )
    },
}
#: How each character of a plain keyboard is typed: the key and whether it needs Shift.
_TYPED: dict[str, tuple[str, bool]] = {
    **{named.shifted: (key, True) for key, named in _NAMED.items() if len(key) == 1},
    **{key: (key, False) for key in _NAMED if len(key) == 1},
    " ": ("space", False),
    "\n": ("enter", False),
    "\t": ("tab", False),
}


def modifier_bits(modifiers: Iterable[Modifier]) -> int:
    """The protocol's number for held modifiers.

    >>> modifier_bits(("ctrl", "shift"))
    10
    """
    return sum(MODIFIER_BITS[m] for m in set(modifiers))


def press(key: Key, bits: int = 0, repeated: bool = False) -> dict[str, Any]:
    """The parameters of ``Input.dispatchKeyEvent`` for pressing a key.

    >>> press("a", 8)["text"]
    'A'
    """
    named = _NAMED[key]
    shift = bool(bits & MODIFIER_BITS["shift"])
    event = _event(named, bits, shift)
    text = named.shifted if shift else named.text
    # With Ctrl, Alt or Meta a key is a command and writes nothing.
    if text and not bits & ~MODIFIER_BITS["shift"]:
        event |= {"type": "keyDown", "text": text, "unmodifiedText": text}
    else:
        event["type"] = "rawKeyDown"
    if repeated:
        event["autoRepeat"] = True
    return event


def written(key: Key, modifiers: Iterable[Modifier]) -> str:
    """What a key writes into a line of text; empty for a command.

    >>> written("a", ("shift",)), written("a", ("ctrl",)), written("enter", ())
    ('A', '', '')
    """
    text = press(key, modifier_bits(modifiers)).get("text", "")
    return text if text.isprintable() else ""


def release(key: Key, bits: int = 0) -> dict[str, Any]:
    """The parameters of ``Input.dispatchKeyEvent`` for releasing a key."""
    return {**_event(_NAMED[key], bits, bool(bits & MODIFIER_BITS["shift"])), "type": "keyUp"}


def type_text(text: str) -> Iterator[tuple[str, dict[str, object]]]:
    """The commands, with parameters, that type a text: key events, or ``Input.insertText`` where no key writes it."""
    for char in typed_text(text):
        found = _TYPED.get(char)
        if found is None:
            yield "Input.insertText", {"text": char}
            continue
        key, shift = found
        bits = MODIFIER_BITS["shift"] if shift else 0
        yield "Input.dispatchKeyEvent", press(key, bits)
        yield "Input.dispatchKeyEvent", release(key, bits)


def _event(named: _Named, bits: int, shift: bool) -> dict[str, Any]:
    key = named.shifted if shift and named.shifted.isprintable() and named.shifted else named.key
    return {"key": key, "code": named.code, "windowsVirtualKeyCode": named.number, "modifiers": bits}


# -- input ------------------------------------------------------------------------------------------------------------

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
        """Move the pointer, with whatever buttons are held, and what is being dragged."""
        if self._page.dragged is None:
            self._finish([self._mouse("mouseMoved", x, y, self._button), self._push()])
            self._page.await_drag(bool(self._held))
        else:
            self._carry(x, y)

    def click(
        self, x: float, y: float, button: Button, count: int, modifiers: tuple[Modifier, ...], seconds: float
    ) -> None:
        """Click, once or several times in a row, each time holding the button down for so long."""
        self._drop(x, y)
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
        self._drop(x, y)
        self.move(x, y)
        self._held |= _BUTTON_BITS[button]
        self._button = button
        self._finish([self._mouse("mousePressed", x, y, button, clickCount=1, modifiers=modifier_bits(modifiers))])

    def up(self, x: float, y: float, button: Button) -> None:
        """Release a mouse button; what is being dragged is dropped."""
        self.move(x, y)
        self._drop(x, y)
        self._held &= ~_BUTTON_BITS[button]
        self._button = "none"
        self._finish([self._mouse("mouseReleased", x, y, button, clickCount=1)])

    def drag(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        button: Button,
        modifiers: tuple[Modifier, ...],
        seconds: float,
    ) -> None:
        """Press, move in small steps within ``seconds``, release."""
        (x0, y0), (x1, y1) = start, end
        self.down(x0, y0, button, modifiers)
        steps = max(2, round(max(abs(x1 - x0), abs(y1 - y0)) / _STEP))
        for n in range(1, steps + 1):
            self.move(x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps)
            self._frames.tick(max(round(seconds * 1000 / steps), FRAME))
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
        if key == "escape":
            self._cancel()
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

    # What the page lets be dragged is in the device's hand from then on: the browser takes no moves of the pointer for
    # it, and would wait for ever for the answer to one.

    def _carry(self, x: float, y: float) -> None:
        """Hold what is being dragged over a place."""
        if not self._page.dropping:
            self._page.dropping = True
            self._drag_event("dragEnter", x, y)
        self._drag_event("dragOver", x, y)

    def _drop(self, x: float, y: float) -> None:
        """Let go of what is being dragged, if anything is."""
        if self._page.dragged is not None:
            self._carry(x, y)
            self._drag_event("drop", x, y)
            self._page.dragged, self._page.dropping = None, False
            self._held, self._button = 0, "none"

    def _cancel(self) -> None:
        """Let what is being dragged be where it was, if anything is."""
        if self._page.dragged is not None:
            self._drag_event("dragCancel", 0, 0)
            self._page.dragged, self._page.dropping = None, False

    def _drag_event(self, kind: str, x: float, y: float) -> None:
        scale = self._page.factor  # unlike events of the mouse, these are told in the page's own pixels
        event = {"type": kind, "x": x / scale, "y": y / scale, "data": self._page.dragged}
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
