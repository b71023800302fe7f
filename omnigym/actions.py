"""Actions: one frozen dataclass per kind, the same for every device.

Positions are normalised: ``(x, y)`` in [0, 1]², where the pixel is ``min(int(x * W), W - 1)``, so an action
means the same at every resolution. Every paper's action space is a codec to and from these
(`omnigym.codecs`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import Final, Literal, TypeAlias, get_args

from omnigym.errors import ActionError

__all__ = [
    "BUTTONS",
    "CONTROL",
    "KEYS",
    "MAX_TYPED",
    "MODIFIERS",
    "Action",
    "Button",
    "CallUser",
    "Click",
    "Done",
    "Drag",
    "Fail",
    "Invalid",
    "Key",
    "KeyDown",
    "KeyUp",
    "Modifier",
    "MouseDown",
    "MouseUp",
    "Move",
    "On",
    "OpenApp",
    "Point",
    "Press",
    "Scroll",
    "Submit",
    "Type",
    "Wait",
    "from_json",
    "on_from_json",
    "pixel",
    "point_of",
    "to_json",
    "typed_text",
]

Point: TypeAlias = tuple[float, float]
Button: TypeAlias = Literal["left", "right", "middle"]
Modifier: TypeAlias = Literal["ctrl", "shift", "alt", "meta"]
Key: TypeAlias = str

BUTTONS: tuple[Button, ...] = get_args(Button)
MODIFIERS: tuple[Modifier, ...] = get_args(Modifier)

#: Every key that can be pressed by name: editing and navigation keys, function keys, and the keys of a
#: phone, then each printable character that a plain keyboard has without Shift.
KEYS: tuple[Key, ...] = (
    *("enter", "tab", "escape", "backspace", "delete", "insert", "space"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("ctrl", "shift", "alt", "meta", "menu", "capslock", "printscreen"),
    *(f"f{n}" for n in range(1, 13)),
    *("back", "recents", "power", "volumeup", "volumedown"),
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *"`-=[]\\;',./",
)
_KEY_SET = frozenset(KEYS)

#: The most characters of a `Type`.
MAX_TYPED: Final = 10_000
#: The most that one action may ask for, so that none can hold a real device up: presses, seconds, notches of the wheel.
_MOST_PRESSES, _MOST_SECONDS, _MOST_NOTCHES = 1000, 600.0, 10_000.0


def typed_text(text: str) -> str:
    r"""A text as keys type it: every line end is a newline, and control characters that no key writes are
    gone.

    >>> typed_text("a\r\nb\rc\x07\td")
    'a\nb\nc\td'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isprintable() else "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")


def pixel(point: Point, size: tuple[int, int]) -> tuple[int, int]:
    """The pixel of a normalised point on a screen of ``size`` (width, height).

    >>> pixel((0.5, 1.0), (1024, 768))
    (512, 767)
    """
    (x, y), (width, height) = point, size
    return min(int(x * width), width - 1), min(int(y * height), height - 1)


def point_of(place: tuple[int, int], size: tuple[int, int]) -> Point:
    """The normalised middle of a pixel on a screen of ``size`` (width, height): the inverse of `pixel`.

    It is the middle, so that no rounding moves it to a neighbour. A place beyond an edge is at the edge.

    >>> point_of((512, 767), (1024, 768))
    (0.50048828125, 0.9993489583333334)
    """
    (x, y), (width, height) = place, size
    return (min(max(x, 0), width - 1) + 0.5) / width, (min(max(y, 0), height - 1) + 0.5) / height


def _check_point(point: Point, name: str) -> None:
    try:
        x, y = point
        inside = 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0
    except (TypeError, ValueError):
        raise ActionError(f"{name} must be two numbers (x, y) in [0, 1], got {point!r}.") from None
    if not inside:
        raise ActionError(f"{name} must lie in [0, 1] x [0, 1], got ({x}, {y}). Divide pixels by the screen's size.")


def _check_key(key: object) -> None:
    if not isinstance(key, str) or key not in _KEY_SET:
        raise ActionError(f"Unknown key {key!r}: expected a name of omnigym.actions.KEYS, such as 'enter' or 'a'.")


def _check_modifiers(modifiers: tuple[Modifier, ...]) -> None:
    if not isinstance(modifiers, tuple | list):
        raise ActionError(f"modifiers must be a tuple of {', '.join(MODIFIERS)}, got {modifiers!r}.")
    for m in modifiers:
        if m not in MODIFIERS:
            raise ActionError(f"Unknown modifier {m!r}: expected some of {', '.join(MODIFIERS)}.")


def _check_text(text: str, name: str) -> None:
    if type(text) is not str:
        raise ActionError(f"{name} must be a str, got {text!r}.")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ActionError(f"{name} must be text, got {text!r}: it holds half of a surrogate pair.") from None


def _is_count(value: object, most: int) -> bool:
    return isinstance(value, Integral) and 1 <= int(value) <= most


def _lies_in(value: object, low: float, high: float) -> bool:
    return isinstance(value, Real) and low <= float(value) <= high


def _check_seconds(duration: float) -> None:
    if not _lies_in(duration, 0.0, _MOST_SECONDS):
        raise ActionError(f"duration must lie in [0, {_MOST_SECONDS:g}] seconds, got {duration!r}.")


def _check_button(button: Button) -> None:
    if button not in BUTTONS:
        raise ActionError(f"button must be one of {', '.join(BUTTONS)}, got {button!r}.")


@dataclass(frozen=True, slots=True)
class Move:
    """Move the pointer to ``at``."""

    at: Point

    def __post_init__(self) -> None:
        _check_point(self.at, "at")


@dataclass(frozen=True, slots=True)
class Click:
    """Click ``count`` times at ``at``. On a touch screen: tap; ``duration`` in seconds makes it a long press.

    A mouse's clicks of two actions are never a double click, however soon one follows the other. Two taps are a double
    tap if they are quick enough, as on any phone.
    """

    at: Point
    button: Button = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()
    duration: float = 0.0

    def __post_init__(self) -> None:
        _check_point(self.at, "at")
        _check_modifiers(self.modifiers)
        if self.button not in BUTTONS or not _is_count(self.count, 3):
            raise ActionError(
                f"A click needs a button of {BUTTONS} and a count of 1 to 3, got {self.button!r}, {self.count}."
            )
        if self.duration:
            _check_seconds(self.duration)


@dataclass(frozen=True, slots=True)
class Drag:
    """Press at ``at``, move to ``to`` within ``duration`` seconds, and release. On a touch screen: swipe."""

    at: Point
    to: Point
    button: Button = "left"
    modifiers: tuple[Modifier, ...] = ()
    duration: float = 0.3

    def __post_init__(self) -> None:
        _check_point(self.at, "at")
        _check_point(self.to, "to")
        _check_modifiers(self.modifiers)
        _check_button(self.button)
        _check_seconds(self.duration)


@dataclass(frozen=True, slots=True)
class MouseDown:
    """Press a mouse button and hold it."""

    at: Point
    button: Button = "left"

    def __post_init__(self) -> None:
        _check_point(self.at, "at")
        _check_button(self.button)


@dataclass(frozen=True, slots=True)
class MouseUp:
    """Release a mouse button."""

    at: Point
    button: Button = "left"

    def __post_init__(self) -> None:
        _check_point(self.at, "at")
        _check_button(self.button)


@dataclass(frozen=True, slots=True)
class Scroll:
    """Turn the wheel at ``at`` by notches: positive ``dy`` scrolls down (content moves up), positive ``dx`` right."""

    at: Point
    dy: float = 0.0
    dx: float = 0.0
    modifiers: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        _check_point(self.at, "at")
        _check_modifiers(self.modifiers)
        if not all(_lies_in(d, -_MOST_NOTCHES, _MOST_NOTCHES) for d in (self.dx, self.dy)):
            raise ActionError(f"dx and dy must be at most {_MOST_NOTCHES:g} notches, got {self.dx!r} and {self.dy!r}.")


@dataclass(frozen=True, slots=True)
class Press:
    """Press and release a key, with modifiers held: ``Press("s", ("ctrl",))``."""

    key: Key
    modifiers: tuple[Modifier, ...] = ()
    count: int = 1

    def __post_init__(self) -> None:
        _check_key(self.key)
        _check_modifiers(self.modifiers)
        if not _is_count(self.count, _MOST_PRESSES):
            raise ActionError(f"count must be a whole number in [1, {_MOST_PRESSES}], got {self.count!r}.")


@dataclass(frozen=True, slots=True)
class KeyDown:
    """Press a key and hold it."""

    key: Key

    def __post_init__(self) -> None:
        _check_key(self.key)


@dataclass(frozen=True, slots=True)
class KeyUp:
    """Release a held key."""

    key: Key

    def __post_init__(self) -> None:
        _check_key(self.key)


@dataclass(frozen=True, slots=True)
class Type:
    """Type text where the focus is; a newline means the Enter key, and a tab the Tab key.

    `MAX_TYPED` characters at most.
    """

    text: str

    def __post_init__(self) -> None:
        _check_text(self.text, "text")
        if len(self.text) > MAX_TYPED:
            raise ActionError(
                f"text must have at most {MAX_TYPED:,} characters, got {len(self.text):,}: type it in several actions."
            )


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for ``duration`` seconds (virtual seconds on a simulated device)."""

    duration: float = 1.0

    def __post_init__(self) -> None:
        _check_seconds(self.duration)


@dataclass(frozen=True, slots=True)
class OpenApp:
    """Open an application by name, if the device has a launcher."""

    app: str

    def __post_init__(self) -> None:
        _check_text(self.app, "app")


@dataclass(frozen=True, slots=True)
class Submit:
    """Give an answer to a task that asks for one; a check can read the answer."""

    answer: str

    def __post_init__(self) -> None:
        _check_text(self.answer, "answer")


@dataclass(frozen=True, slots=True)
class CallUser:
    """Ask the user (OS-MAP's CALL_USER)."""

    message: str = ""

    def __post_init__(self) -> None:
        _check_text(self.message, "message")


@dataclass(frozen=True, slots=True)
class Done:
    """Declare that the task is complete."""


@dataclass(frozen=True, slots=True)
class Fail:
    """Declare that the task cannot be done."""


@dataclass(frozen=True, slots=True)
class Invalid:
    """An answer of an agent that no codec can parse. It touches nothing and counts as a step (CRAB's IA)."""

    raw: str
    reason: str


Action: TypeAlias = (
    Move
    | Click
    | Drag
    | MouseDown
    | MouseUp
    | Scroll
    | Press
    | KeyDown
    | KeyUp
    | Type
    | Wait
    | OpenApp
    | Submit
    | CallUser
    | Done
    | Fail
    | Invalid
)


@dataclass(frozen=True, slots=True)
class On:
    """An action on one of several devices: CRAB's (m, a), an action ``a`` in an environment ``m`` (section 3.1).

    Attributes:
        device: The name of the device.
        action: What is done on it. What the environment handles itself (`CONTROL`) is of no device, and neither is
            `Wait`: time passes on all.
    """

    device: str
    action: Action


#: Actions that the environment handles itself; no device ever sees them.
CONTROL = (Submit, CallUser, Done, Fail, Invalid)

_BY_NAME = {cls.__name__: cls for cls in get_args(Action)}


def to_json(action: Action | On) -> dict[str, object]:
    """Return a plain JSON value: the class name under ``"type"``, then the fields; an `On` also has ``"device"``.

    >>> to_json(Press("s", ("ctrl",)))
    {'type': 'Press', 'key': 's', 'modifiers': ['ctrl'], 'count': 1}
    """
    if isinstance(action, On):
        return {**to_json(action.action), "device": action.device}
    out: dict[str, object] = {"type": type(action).__name__}
    for f in fields(action):
        value = getattr(action, f.name)
        out[f.name] = list(value) if isinstance(value, tuple) else value
    return out


def from_json(data: dict[str, object]) -> Action:
    """Return the action that `to_json` wrote; for an `On`, use `on_from_json`.

    Raises:
        ActionError: The type is unknown or a field is wrong.

    >>> from_json({"type": "Click", "at": [0.5, 0.5]})
    Click(at=(0.5, 0.5), button='left', count=1, modifiers=(), duration=0.0)
    """
    values: dict[str, object] = dict(data)
    name = values.pop("type", None)
    cls: Callable[..., Action] | None = _BY_NAME.get(str(name))
    if cls is None:
        raise ActionError(f"Unknown action type {name!r}: expected one of {', '.join(sorted(_BY_NAME))}.")
    try:
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})
    except TypeError as e:
        raise ActionError(f"Cannot read a {name} action from {data!r}: {e}") from None


def on_from_json(data: dict[str, object]) -> On:
    """Return the action on a device that `to_json` wrote.

    Raises:
        ActionError: The type is unknown, a field is wrong, or no device is named.

    >>> on_from_json({"type": "Type", "text": "tea", "device": "phone"})
    On(device='phone', action=Type(text='tea'))
    """
    device = data.get("device")
    if not isinstance(device, str):
        raise ActionError(f"Expected an action with the name of its 'device', got {data!r}.")
    return On(device, from_json({k: v for k, v in data.items() if k != "device"}))
