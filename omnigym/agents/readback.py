"""Compares an answer with the action that it was written for: whether a grammar has said it, and how exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from omnigym.actions import (
    Action,
    CallUser,
    Click,
    Done,
    Drag,
    Fail,
    Invalid,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    On,
    Point,
    Press,
    Scroll,
    Submit,
    Type,
    Wait,
)

__all__ = ["Fidelity", "fidelity"]

#: "exact": the same action, to a line of the grid of positions. "approximate": the same kind of action, with another
#: amount (notches, seconds) or with a further effect of the grammar, such as emptying a field. "wrong": another one.
Fidelity: TypeAlias = Literal["exact", "approximate", "wrong"]

#: Grids have a thousand lines at least, and pictures are of some hundred pixels.
_NEAR: Final = 1 / 400
_SELECT_ALL: Final = Press("a", ("ctrl",))
#: Keys that are typed as well as pressed, besides those of one character.
_TYPED: Final = {"enter": "\n", "tab": "\t", "space": " "}


def fidelity(wanted: Action | On, read: Sequence[Action | On], near: float = _NEAR) -> Fidelity:
    """Return how well the actions that an answer is read as do what was wanted.

    Args:
        wanted: The action that the answer was written for.
        read: What it is read as.
        near: How far a position may be off, as a share of the screen.

    >>> fidelity(Drag((0.1, 0.1), (0.5, 0.5)), [Move((0.1, 0.1)), Drag((0.1, 0.1), (0.5, 0.5))])
    'exact'
    >>> fidelity(Wait(1.0), [Wait(5.0)]), fidelity(Press("back"), [Press("backspace")])
    ('approximate', 'wrong')
    """
    inner = wanted.action if isinstance(wanted, On) else wanted
    device = wanted.device if isinstance(wanted, On) else None
    if any(isinstance(a, On) and a.device != device for a in read):
        return "wrong"
    actions = [a.action if isinstance(a, On) else a for a in read]
    if not actions or any(isinstance(a, Invalid) for a in actions):
        return "wrong"
    ours, theirs = _plain([inner], near), _plain(actions, near)
    if len(ours) == len(theirs) and all(_same(a, b, near) for a, b in zip(ours, theirs, strict=True)):
        return "exact"
    return "approximate" if _roughly(inner, theirs, near) else "wrong"


def _plain(actions: Sequence[Action], near: float) -> list[Action]:
    """The actions one by one: presses as text where they type, and counted out; held keys as modifiers."""
    out: list[Action] = []
    for action in _unheld(actions):
        match action:
            case Press(key, (), count) if len(key) == 1 or key in _TYPED:
                out.append(Type(_TYPED.get(key, key) * count))
            case Press(_, _, count):
                out += [replace(action, count=1)] * count
            case Scroll(_, dy, dx) if dy and dx:
                out += [replace(action, dx=0.0), replace(action, dy=0.0)]
            case _:
                out.append(action)
    kept = [
        a for n, a in enumerate(out) if not (isinstance(a, Move) and n + 1 < len(out) and _leads(a, out[n + 1], near))
    ]
    merged: list[Action] = []
    for action in kept:
        last = merged[-1] if merged else None
        if isinstance(action, Click) and isinstance(last, Click) and replace(last, count=action.count) == action:
            merged[-1] = replace(last, count=min(last.count + action.count, 3))
        elif isinstance(action, Type) and isinstance(last, Type):
            merged[-1] = Type(last.text + action.text)
        else:
            merged.append(action)
    return merged


def _unheld(actions: Sequence[Action]) -> list[Action]:
    downs = [a.key for a in actions if isinstance(a, KeyDown)]
    inside = [a for a in actions if not isinstance(a, KeyDown | KeyUp)]
    ups = [a.key for a in actions if isinstance(a, KeyUp)]
    if not downs or sorted(downs) != sorted(ups) or not inside:
        return list(actions)
    last = inside[-1]
    if not isinstance(last, Click | Drag | Scroll | Press) or last.modifiers or not {*downs} <= _HOLDABLE:
        return list(actions)
    return [*inside[:-1], replace(last, modifiers=tuple(downs))]  # type: ignore[arg-type]  # they are modifiers


_HOLDABLE: Final = {"ctrl", "shift", "alt", "meta"}


def _leads(move: Move, following: Action, near: float) -> bool:
    at = getattr(following, "at", None)
    return at is not None and _close(move.at, at, near)


def _close(a: Point, b: Point, near: float) -> bool:
    return abs(a[0] - b[0]) <= near and abs(a[1] - b[1]) <= near


def _same(a: Action, b: Action, near: float) -> bool:
    """Whether two actions do the same; how long a drag takes is none's business."""
    if type(a) is not type(b):
        return False
    match a, b:
        case Drag(), Drag():
            return (
                _close(a.at, b.at, near)
                and _close(a.to, b.to, near)
                and (a.button, sorted(a.modifiers)) == (b.button, sorted(b.modifiers))
            )
        case Click(), Click():
            said = replace(b, at=a.at, modifiers=a.modifiers)
            return _close(a.at, b.at, near) and a == said and sorted(a.modifiers) == sorted(b.modifiers)
        case Scroll(), Scroll():
            by = math.isclose(a.dy, b.dy, abs_tol=0.02) and math.isclose(a.dx, b.dx, abs_tol=0.02)
            return _close(a.at, b.at, near) and by and sorted(a.modifiers) == sorted(b.modifiers)
        case ((Move(at) | MouseDown(at) | MouseUp(at)), (Move(to) | MouseDown(to) | MouseUp(to))):
            return _close(at, to, near) and getattr(a, "button", "") == getattr(b, "button", "")
        case Wait(long), Wait(other):
            return math.isclose(long, other, abs_tol=0.01)
        case Press(), Press():
            return (a.key, sorted(a.modifiers)) == (b.key, sorted(b.modifiers))
    return a == b


def _roughly(wanted: Action, read: Sequence[Action], near: float) -> bool:
    match wanted, tuple(read):
        case Wait(), (Wait(),):
            return True
        case Click(duration=long), (Click(duration=other) as click,) if long and other:
            return _same(replace(wanted, duration=0.0), replace(click, duration=0.0), near)
        case Scroll(at, dy, dx, modifiers), (Scroll() as scroll,):
            along = (_sign(dy), _sign(dx)) == (_sign(scroll.dy), _sign(scroll.dx))
            return along and _close(at, scroll.at, near) and sorted(modifiers) == sorted(scroll.modifiers)
        case Scroll(at, dy, dx, ()), (Drag() as swipe,):  # a finger moves against what is to be shown
            gone = swipe.at[0] - swipe.to[0], swipe.at[1] - swipe.to[1]
            return (_sign(gone[0]), _sign(gone[1])) == (_sign(dx), _sign(dy)) and _inside(at, swipe, near)
        case Drag(at, to), (Drag() as swipe,):  # of a paper's own length
            way = [_sign(b - a) for a, b in zip(at, to, strict=True)]
            swiped = [_sign(b - a) for a, b in zip(swipe.at, swipe.to, strict=True)]
            held = (wanted.button, wanted.modifiers) == (swipe.button, swipe.modifiers)
            return held and way == swiped and 0 in way and _close(at, swipe.at, near)
        case Drag(), (Press("home"), Drag() as swipe):  # CRAB's app drawer
            return _same(wanted, swipe, near)
        case Type(), (*before, Type() as said):
            return said == wanted and all(a == _SELECT_ALL or isinstance(a, Click) for a in before)
        case Submit(), (Submit() as said, Done()):
            return said == wanted
        case (CallUser(), (CallUser(),)) | (CallUser(), (Fail(),)):
            return True
    return False


def _sign(number: float) -> int:
    return (number > 0.001) - (number < -0.001)


def _inside(at: Point, swipe: Drag, near: float) -> bool:
    low = [min(a, b) - near for a, b in zip(swipe.at, swipe.to, strict=True)]
    high = [max(a, b) + near for a, b in zip(swipe.at, swipe.to, strict=True)]
    return all(lo <= share <= hi for lo, share, hi in zip(low, at, high, strict=True))
