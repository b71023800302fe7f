"""The on-screen keyboard: letters, signs and editing keys, typed into the focused widget of the active window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.shell.navigation_bar import HEIGHT as BELOW
from omnigym.sim.app import App, Context, Effect, Handler, unchanged
from omnigym.sim.handlers import toggles
from omnigym.sim.system import Back, Keystroke, TypeText
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, panel, row
from omnigym.sim.ui.widgets import button

#: Height in logical pixels.
HEIGHT = 252
_KEY_H = 46

_LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SIGNS = ("1234567890", "@#$_&-+()/", "*\"':;!?")
_MORE = ("~`|•√π÷×§∆", "£¢€¥^°={}\\", "%©®™✓[]")


class _State(NamedTuple):
    """The state of the keyboard.

    Attributes:
        page: The set of keys that is shown: "letters", "signs" or "more".
        shift: Whether the next letter is a capital.
    """

    page: str = "letters"
    shift: bool = False


#: By page: the keys of the three upper rows.
_ROWS = {"letters": _LETTERS, "signs": _SIGNS, "more": _MORE}


def _key(letter: str) -> Node:
    return button(f"keyboard.{letter}", letter, style="key", w=FILL, h=_KEY_H, click=("type", letter))


def _function(key: str, name: str, msg: Msg, *, text: str = "", image: str = "", w: int = 46) -> Node:
    style = "key_function"
    return button(
        f"keyboard.{key}", text, icon=image and f"m/{image}", name=name, style=style, w=w, h=_KEY_H, click=msg
    )


def _keys(page: str, shift: bool) -> Node:
    first, second, third = [rows.upper() if shift and page == "letters" else rows for rows in _ROWS[page]]
    if page == "letters":
        turn = _function("shift", "Shift", ("shift",), image="keyboard_capslock" if shift else "arrow_upward")
        other = _function("signs", "Symbols", ("page", "signs"), text="?1", w=56)
    else:
        turn = _function(
            "more",
            "More symbols",
            ("page", "more" if page == "signs" else "signs"),
            text="=\\" if page == "signs" else "?1",
        )
        other = _function("letters", "Letters", ("page", "letters"), text="ab", w=56)
    side: list[Element] = [row(w=14)] if page == "letters" else []
    return column(
        row(*[_key(c) for c in first], gap=5),
        row(*side, *[_key(c) for c in second], *side, gap=5),
        row(
            turn,
            *[_key(c) for c in third],
            _function("delete", "Delete", ("key", "backspace"), image="backspace"),
            gap=5,
        ),
        row(
            other,
            _key(","),
            button("keyboard.space", "English", name="Space", style="key", w=150, h=_KEY_H, click=("type", " ")),
            _key("."),
            _function("enter", "Enter", ("key", "enter"), image="keyboard_return", w=56),
            gap=5,
        ),
        pad=(5, 10, 5, 6),
        gap=9,
    )


def _view(state: _State, _ctx: Context) -> Node:
    return column(
        panel(_keys, state.page, state.shift),
        row(h=FILL),
        style="keyboard",
        role=Role.KEYBOARD,
        name="Keyboard",
        key="keyboard",
        h=FILL,
        swipe_down=("hide",),
        click=("none",),
    )


def _type(state: _State, _ctx: Context, letter: str) -> tuple[_State, tuple[Effect, ...]]:
    return state._replace(shift=False) if state.shift else state, (TypeText(letter),)


def _on_key(state: _State, _ctx: Context, key: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Keystroke(key),)


def _page(_state: _State, _ctx: Context, page: str) -> tuple[_State, tuple[Effect, ...]]:
    return _State(page), ()


def _hide(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Back(),)


_ON: Mapping[str, Handler] = {
    "none": unchanged,
    "type": _type,
    "key": _on_key,
    "shift": toggles("shift"),
    "page": _page,
    "hide": _hide,
}


APPS = (
    App(
        name="keyboard",
        title="Keyboard",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        layer="keyboard",
        place=lambda w, h: (0, h - BELOW - HEIGHT, w, HEIGHT),
    ),
)
