"""The action space, a flat Dict that can be sampled, and its codec to and from `omnigym.actions`.

Decoding reads only the fields that an action's ``type`` needs; the others may have any value of their space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces

from omnigym.actions import (
    BUTTONS,
    KEYS,
    MODIFIERS,
    Action,
    Button,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    Modifier,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Point,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
)
from omnigym.errors import ActionError

__all__ = ["ACTION_TYPES", "CHARSET", "END_TYPES", "MAX_COUNT", "MAX_DURATION", "MAX_SCROLL", "MAX_TEXT"]
__all__ += ["ActionFields", "action_space", "decode_action", "encode_action"]

MAX_COUNT: Final = 3
MAX_SCROLL: Final = 20.0  # notches
MAX_DURATION: Final = 10.0  # seconds
MAX_TEXT: Final = 256  # characters

#: Every character that ``text`` may hold: printable ASCII, newline, tab, Latin-1, and common typographic signs.
CHARSET: Final = frozenset(
    [chr(c) for c in range(32, 127)] + [chr(c) for c in range(0xA1, 0x100)] + list("\n\t–—‘’“”…•€→")
)
_NO_MODIFIERS = [0] * len(MODIFIERS)
_KEY_INDEX = {key: n for n, key in enumerate(KEYS)}
#: A value of the action space: numbers, arrays and a text by field.
ActionFields: TypeAlias = Mapping[str, Any]


def action_space(*, end_actions: bool = False) -> spaces.Dict:
    """A new action space.

    By default ``type`` leaves out `END_TYPES`: DONE and FAIL, of which a random agent draws one within seven steps, and
    ``invalid``. They come last, so the numbers are the same in both spaces, and `decode_action` knows them all.

    ============ ================================= =====================================================================
    field        space                             meaning
    ============ ================================= =====================================================================
    type         Discrete(14), with end actions 17 `ACTION_TYPES`, by place
    position     Box [0, 1]², float64              (x, y); the pixel is ``min(int(x W), W - 1)``
    end_position Box [0, 1]², float64              where a drag ends
    button       Discrete(3)                       left, right, middle
    repeats      Discrete(3)                       how many more times to click, or to press the key: 0 for once
    scroll       Box [-20, 20]², float64           (dx, dy) in notches, positive is right and down
    duration     Box [0, 10], float64 (1,)         seconds, of a drag, long press or wait
    modifiers    MultiBinary(4)                    ctrl, shift, alt, meta
    key          Discrete(len(KEYS))               `omnigym.actions.KEYS`, by place
    text         Text(0..256 characters, CHARSET)  what is typed, submitted, or the app to open
    ============ ================================= =====================================================================

    Args:
        end_actions: Whether ``type`` has `END_TYPES`, too.
    """
    return spaces.Dict(
        {
            "type": spaces.Discrete(len(ACTION_TYPES) - (0 if end_actions else len(END_TYPES))),
            "position": spaces.Box(0.0, 1.0, (2,), np.float64),
            "end_position": spaces.Box(0.0, 1.0, (2,), np.float64),
            "button": spaces.Discrete(len(BUTTONS)),
            "repeats": spaces.Discrete(MAX_COUNT),
            "scroll": spaces.Box(-MAX_SCROLL, MAX_SCROLL, (2,), np.float64),
            "duration": spaces.Box(0.0, MAX_DURATION, (1,), np.float64),
            "modifiers": spaces.MultiBinary(len(MODIFIERS)),
            "key": spaces.Discrete(len(KEYS)),
            # as a sorted string, because samples are drawn from it in order
            "text": spaces.Text(MAX_TEXT, min_length=0, charset="".join(sorted(CHARSET))),
        }
    )


# -- from a dict to an action: one function a field, one a type -------------------------------------------------------


def _point(fields: ActionFields, name: str) -> Point:
    x, y = np.asarray(fields[name]).tolist()
    return x, y


def _pick(fields: ActionFields, name: str, options: tuple[object, ...]) -> Any:
    n = int(fields[name])
    if not 0 <= n < len(options):
        raise ActionError(f"{name} must be an integer from 0 to {len(options) - 1}, got {n}.")
    return options[n]


def _button(fields: ActionFields) -> Button:
    button: Button = _pick(fields, "button", BUTTONS)
    return button


def _count(fields: ActionFields) -> int:
    n = int(fields["repeats"])
    if not 0 <= n < MAX_COUNT:
        raise ActionError(f"repeats must be an integer from 0 to {MAX_COUNT - 1}, got {n}.")
    return n + 1


def _duration(fields: ActionFields) -> float:
    (seconds,) = np.asarray(fields["duration"]).tolist()
    if not 0.0 <= seconds <= MAX_DURATION:
        raise ActionError(f"duration must lie in [0, {MAX_DURATION}] seconds, got {seconds}.")
    return float(seconds)


def _modifiers(fields: ActionFields) -> tuple[Modifier, ...]:
    flags = np.asarray(fields["modifiers"]).tolist()
    if flags == _NO_MODIFIERS:
        return ()
    if len(flags) != len(MODIFIERS) or not {0, 1}.issuperset(flags):
        raise ActionError(f"modifiers must be {len(MODIFIERS)} zeros and ones, got {flags}.")
    return tuple(m for m, held in zip(MODIFIERS, flags, strict=True) if held)


def _text(fields: ActionFields) -> str:
    text = fields["text"]
    if not isinstance(text, str) or len(text) > MAX_TEXT or not CHARSET.issuperset(text):
        raise ActionError(
            f"text must be a str of at most {MAX_TEXT} characters of omnigym.spaces.CHARSET, got {text!r}."
        )
    return text


def _scroll(fields: ActionFields) -> Scroll:
    dx, dy = np.asarray(fields["scroll"]).tolist()
    if not (-MAX_SCROLL <= dx <= MAX_SCROLL and -MAX_SCROLL <= dy <= MAX_SCROLL):
        raise ActionError(f"scroll must lie in [-{MAX_SCROLL}, {MAX_SCROLL}]² notches, got ({dx}, {dy}).")
    return Scroll(_point(fields, "position"), dy, dx, _modifiers(fields))


_DECODERS: dict[str, Callable[[ActionFields], Action]] = {
    "move": lambda f: Move(_point(f, "position")),
    "click": lambda f: Click(_point(f, "position"), _button(f), _count(f), _modifiers(f), _duration(f)),
    "drag": lambda f: Drag(_point(f, "position"), _point(f, "end_position"), _button(f), _modifiers(f), _duration(f)),
    "mouse_down": lambda f: MouseDown(_point(f, "position"), _button(f)),
    "mouse_up": lambda f: MouseUp(_point(f, "position"), _button(f)),
    "scroll": _scroll,
    "press": lambda f: Press(_pick(f, "key", KEYS), _modifiers(f), _count(f)),
    "key_down": lambda f: KeyDown(_pick(f, "key", KEYS)),
    "key_up": lambda f: KeyUp(_pick(f, "key", KEYS)),
    "type": lambda f: Type(_text(f)),
    "wait": lambda f: Wait(_duration(f)),
    "open_app": lambda f: OpenApp(_text(f)),
    "submit": lambda f: Submit(_text(f)),
    "call_user": lambda f: CallUser(_text(f)),
    "done": lambda _: Done(),
    "fail": lambda _: Fail(),
    "invalid": lambda f: Invalid(_text(f), "chosen as an action"),
}

#: The kinds of action, in the order of the ``type`` field.
ACTION_TYPES: Final[tuple[str, ...]] = tuple(_DECODERS)
#: Those that the action space leaves out unless it is made with ``end_actions=True``; the last of `ACTION_TYPES`.
END_TYPES: Final[tuple[str, ...]] = ("done", "fail", "invalid")
_BY_NUMBER = tuple(_DECODERS.values())


def decode_action(fields: ActionFields) -> Action:
    """The action that a value of the action space stands for.

    Raises:
        ActionError: A field that this type of action reads is missing or outside its space.

    >>> decode_action({"type": 6, "key": 0, "modifiers": [1, 0, 0, 0], "repeats": 0})
    Press(key='enter', modifiers=('ctrl',), count=1)
    """
    try:
        number = int(fields["type"])
        if number < 0:
            raise IndexError
        return _BY_NUMBER[number](fields)
    except ActionError:
        raise
    except IndexError:
        raise ActionError(f"type must be an integer from 0 to {len(_BY_NUMBER) - 1}, got {fields['type']!r}.") from None
    except KeyError as e:
        raise ActionError(f"The action lacks the field {e}: it needs those of omnigym.spaces.action_space().") from None
    except (TypeError, ValueError, AttributeError) as e:
        if not isinstance(fields, Mapping):
            raise ActionError(
                "Expected a value of omnigym.spaces.action_space(), such as {'type': 1, 'position': (0.5, 0.5), ...}, "
                f"or of omnigym.actions, such as Click((0.5, 0.5)); got {fields!r}. Numbers are for wrappers such as "
                "ElementActions."
            ) from None
        raise ActionError(f"Expected a value of omnigym.spaces.action_space(), got {fields!r}: {e}.") from None


# -- from an action to a dict -----------------------------------------------------------------------------------------

#: The number of each class of actions; the classes are in the order of `ACTION_TYPES`.
_TYPE_OF: dict[type, int] = {
    cls: n
    for n, cls in enumerate(
        (
            *(Move, Click, Drag, MouseDown, MouseUp, Scroll, Press, KeyDown, KeyUp, Type, Wait, OpenApp),
            *(Submit, CallUser, Done, Fail, Invalid),
        )
    )
}


def encode_action(action: Action) -> dict[str, object]:
    """A new element of the action space; `decode_action` is its inverse (except for the reason of an `Invalid`).

    Raises:
        ActionError: The space has no element for the action, because of text outside `CHARSET` or seven presses at
            once, for example.
    """
    out: dict[str, Any] = {
        "type": np.int64(_TYPE_OF[type(action)]),
        "position": np.zeros(2),
        "end_position": np.zeros(2),
        "button": np.int64(0),
        "repeats": np.int64(0),
        "scroll": np.zeros(2),
        "duration": np.zeros(1),
        "modifiers": np.zeros(len(MODIFIERS), np.int8),
        "key": np.int64(0),
        "text": "",
    }
    for name in action.__slots__:
        value = getattr(action, name)
        match name:
            case "at":
                out["position"][:] = value
            case "to":
                out["end_position"][:] = value
            case "button":
                out["button"] = np.int64(BUTTONS.index(value))
            case "count":
                out["repeats"] = np.int64(value - 1)
            case "dx":
                out["scroll"][0] = value
            case "dy":
                out["scroll"][1] = value
            case "duration":
                out["duration"][0] = value
            case "modifiers":
                out["modifiers"][:] = [m in value for m in MODIFIERS]
            case "key":
                out["key"] = np.int64(_KEY_INDEX[value])
            case "text" | "app" | "answer" | "message" | "raw":
                out["text"] = value
    decode_action(out)  # raises if a value is outside of its space
    return out
