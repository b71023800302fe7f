"""The metric of OS-MAP's atomic tasks: what the agent did, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from omnigym.actions import (
    Click,
    Drag,
    Fail,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    Press,
    Scroll,
    Type,
    from_json,
    pixel,
)
from omnigym.benchmarks.osworld.scorer.matching import asked_values
from omnigym.benchmarks.osworld.scorer.registry import metric
from omnigym.codecs.keys import key_name
from omnigym.errors import ActionError, ConfigError
from omnigym.foreign import show_value

__all__ = ["SCREEN", "Step", "asked_step", "check_step_actions", "is_step", "steps_of"]

#: The screen on which the boxes of OS-MAP were drawn.
SCREEN = (1920, 1080)
_CLICKS = {("left", 1): "CLICK", ("right", 1): "RIGHT_CLICK", ("left", 2): "DOUBLE_CLICK"}
_BOXED = frozenset({"CLICK", "RIGHT_CLICK", "DOUBLE_CLICK", "DRAG_TO", "MOVE_TO"})
_KEYED = frozenset({"PRESS", "KEY_DOWN", "KEY_UP"})
_UNTOLD = frozenset({"SCROLL", "MOUSE_DOWN", "MOUSE_UP"})
#: A step: what is done, and where, with which text or with which keys.
Step = tuple[str, Any]


@metric("check_step_actions")
def check_step_actions(result: object, rules: Mapping[str, object], screen_size: Sequence[int] = SCREEN) -> float:
    """Return whether the agent did the actions of ``expected``, all of them and nothing else.

    A click is to lie in the ``bbox``, which is in pixels of the author's screen; positions are taken to that screen.
    Waiting and moving the pointer do not count, except where moving is all that is asked. The published function passes
    an agent that does less, and one that does nothing.

    Args:
        result: The actions, as the getter ``step_actions`` gives them.
        rules: The expected actions.
        screen_size: Width and height of the author's screen.
    """
    wanted = [asked_step(entry) for entry in asked_values(rules, "expected")[0]]
    size = (int(screen_size[0]), int(screen_size[1]))
    done: list[Step] = []
    for data in result if isinstance(result, list | tuple) else ():
        try:
            action = from_json(dict(data) if isinstance(data, Mapping) else {})
        except ActionError:
            continue
        if isinstance(action, Fail):
            return 0.0
        done += steps_of(action, size)
    if any(kind != "MOVE_TO" for kind, _ in wanted):
        done, wanted = ([s for s in steps if s[0] != "MOVE_TO"] for steps in (done, wanted))
    else:
        done, wanted = done[-1:], wanted[-1:]  # the pointer came to rest there
    done, wanted = _typed_at_once(done), _typed_at_once(wanted)
    return float(len(done) == len(wanted) and all(map(is_step, done, wanted)))


def asked_step(entry: Mapping[str, Any]) -> Step:
    """Return the step that an entry of a rule asks for.

    Raises:
        ConfigError: It is an action of no known kind, or has a key that is none.
    """
    kind, parameters = str(entry["action_type"]).upper(), entry.get("parameters", {})
    if kind in _BOXED:
        return kind, tuple(float(n) for n in parameters["bbox"])
    if kind == "TYPING":
        return kind, str(parameters["text"])
    if kind in _KEYED:
        return kind, _keys([parameters["key"]])
    if kind == "HOTKEY":
        return kind, _keys(parameters["keys"])
    if kind in _UNTOLD:
        return kind, None
    raise ConfigError(f"Unknown action {show_value(dict(entry))} in a rule of steps. Mend the task.")


def _keys(names: Sequence[object]) -> frozenset[str]:
    try:
        return frozenset(key_name(str(name)) for name in names)
    except ActionError as e:
        raise ConfigError(f"A rule of steps has a key that is none: {e}") from None


def steps_of(action: object, size: tuple[int, int]) -> list[Step]:
    """Return the steps that an action is; none for one that touches nothing."""
    if isinstance(action, Click):
        kind = "" if action.modifiers else _CLICKS.get((action.button, action.count), "")
        return [(kind, pixel(action.at, size))]
    if isinstance(action, Drag):
        return [("DRAG_TO" if action.button == "left" and not action.modifiers else "", pixel(action.to, size))]
    if isinstance(action, Move):
        return [("MOVE_TO", pixel(action.at, size))]
    if isinstance(action, Type):
        return [("TYPING", action.text)] if action.text else []
    if isinstance(action, Press):
        kind = "HOTKEY" if action.modifiers else "PRESS"
        return [(kind, frozenset({*action.modifiers, action.key}))] * action.count
    if isinstance(action, KeyDown | KeyUp):
        return [("KEY_DOWN" if isinstance(action, KeyDown) else "KEY_UP", frozenset({action.key}))]
    if isinstance(action, Scroll | MouseDown | MouseUp):
        names = {Scroll: "SCROLL", MouseDown: "MOUSE_DOWN", MouseUp: "MOUSE_UP"}
        return [(names[type(action)], None)]
    return []


def _typed_at_once(steps: Sequence[Step]) -> list[Step]:
    """Typing that follows typing is one step: in how many pieces somebody types makes no difference."""
    out: list[Step] = []
    for kind, value in steps:
        if out and kind == out[-1][0] == "TYPING":
            out[-1] = (kind, out[-1][1] + value)
        else:
            out.append((kind, value))
    return out


def is_step(done: Step, wanted: Step) -> bool:
    """Return whether a step is the one that was asked for: a place within its box, the same text or keys."""
    kind, value = done
    if kind != wanted[0]:
        return False
    if kind in _BOXED:
        left, top, right, bottom = wanted[1]
        return bool(left <= value[0] <= right and top <= value[1] <= bottom)
    return bool(value == wanted[1])
