"""Calculator, the standard one. Its history and memory are files, so that they are there when it is opened again."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Focus, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.handlers import toggles
from omnigym.sim.program import Program
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, panel, row
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.windows.apps.calculator import engine
from omnigym.sim.windows.apps.calculator import store as store
from omnigym.sim.windows.apps.calculator.art import CALCULATOR_ART, CALCULATOR_STYLES
from omnigym.sim.windows.apps.calculator.engine import Reckoner
from omnigym.sim.windows.apps.calculator.store import HANDLERS, Result, State, kept
from omnigym.sim.windows.apps.calculator.view import (
    HISTORY,
    MEMORY,
    WIDE,
    display,
    header,
    keys,
    side,
)
from omnigym.values import ClipboardContent

_DISPLAY_MENU = (
    MenuItem("calculator.menu.copy", "Copy", ("copy",), icon="copy", shortcut="Ctrl+C"),
    MenuItem("calculator.menu.paste", "Paste", ("paste",), icon="paste", shortcut="Ctrl+V"),
)


def _view(state: State, ctx: Context) -> Node:
    r, wide = state.reckoner, ctx.w >= WIDE
    beside = min(320, ctx.w * 45 // 100) if wide else 0
    numbers = store.memory(ctx.vfs)
    pane = side(state.pane, store.history(ctx.vfs), numbers, state.chosen) if wide or state.over else None
    return row(
        column(
            panel(header, wide),
            panel(display, engine.expression_of(r), engine.shown_text(r), bool(r.error), ctx.w - beside),
            panel(keys, bool(numbers), h=FILL) if wide or pane is None else pane,
            h=FILL,
        ),
        column(pane, w=beside, h=FILL) if wide else None,
        h=FILL,
        align="stretch",
    )


# -- keys -----------------------------------------------------------------------------------------------------


def _key(change: Callable[..., Reckoner]) -> Callable[..., Result]:
    """A key that changes the calculation alone."""

    def press(state: State, _ctx: Context, *args: str) -> Result:
        reckoner = change(state.reckoner, *args)
        return (state if reckoner is state.reckoner else state._replace(reckoner=reckoner)), ()

    return press


def _reckoning(change: Callable[..., tuple[Reckoner, str]]) -> Callable[..., Result]:
    """A key that may end a calculation, which then goes to the history."""

    def press(state: State, ctx: Context, *args: str) -> Result:
        reckoner, line = change(state.reckoner, *args)
        state = state._replace(reckoner=reckoner)
        return kept(state, lambda: store.with_line(ctx.vfs, line, ctx.clock_ms)) if line else (state, ())

    return press


def _copy(state: State, _ctx: Context) -> Result:
    text = engine.shown_text(state.reckoner)
    return state, (SetClipboard(ClipboardContent(text=text if state.reckoner.error else text.replace(",", ""))),)


#: What a character means, in typed and in pasted text.
_CHARACTERS: Mapping[str, Msg] = {
    **{digit: ("digit", digit) for digit in "0123456789"},
    **{sign: ("operator", sign) for sign in engine.OPERATORS},
    "-": ("operator", "−"),
    "*": ("operator", "×"),
    "/": ("operator", "÷"),
    ".": ("point",),
    "%": ("percent",),
    "=": ("equals",),
}


def _paste(state: State, ctx: Context) -> Result:
    """The text on the clipboard, as if its characters were typed; what is no calculation is refused."""
    text = ctx.clipboard.text.replace(",", "").replace(" ", "").strip()
    if not text or any(c not in _CHARACTERS for c in text):
        return state._replace(reckoner=Reckoner(typed="", error="Invalid input")), ()
    effects: tuple[Effect, ...] = ()
    for msg in _typed_messages(text):
        state, more = _HANDLERS[msg[0]](state, ctx, *msg[1:])
        if more:
            effects = more
            ctx = ctx._replace(vfs=more[0].vfs) if isinstance(more[0], SetFiles) else ctx
    return state, effects


def _typed_messages(text: str) -> tuple[Msg, ...]:
    """The keys that write a text; a minus at its beginning is typed after the number."""
    if not text.startswith("-"):
        return tuple([_CHARACTERS[c] for c in text])
    number = text[1:][: len(text[1:]) - len(text[1:].lstrip("0123456789."))]
    return (*[_CHARACTERS[c] for c in number], ("negate",), *[_CHARACTERS[c] for c in text[1 + len(number) :]])


def _show(state: State, _ctx: Context, pane: str) -> Result:
    """A pane from the menu, or the keypad for ""."""
    return state._replace(pane=pane or state.pane, over=bool(pane), chosen=""), (Focus(""),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **HANDLERS,
    "backspace": _key(engine.backspace),
    "clear": _key(lambda _: Reckoner()),
    "clear_entry": _key(engine.clear_entry),
    "copy": _copy,
    "digit": _key(engine.add_digit),
    "display_menu": lambda s, _: (s, (ShowMenu(_DISPLAY_MENU),)),
    "equals": _reckoning(engine.equals),
    "function": _key(engine.apply_function),
    "negate": _key(engine.negate),
    "operator": _reckoning(engine.operate),
    "pane": lambda s, _, pane: (s._replace(pane=pane, chosen=""), ()),
    "paste": _paste,
    "percent": _key(engine.percent),
    "point": _key(engine.add_point),
    "show": _show,
    "toggle": toggles("over"),
}


_KEYS: tuple[tuple[str, Msg], ...] = (
    *_CHARACTERS.items(),
    ("shift+=", ("operator", "+")),
    ("shift+8", ("operator", "×")),
    ("shift+5", ("percent",)),
    ("shift+2", ("function", "√")),
    ("@", ("function", "√")),
    ("q", ("function", "sqr")),
    ("r", ("function", "1/")),
    ("f9", ("negate",)),
    ("enter", ("equals",)),
    ("backspace", ("backspace",)),
    ("delete", ("clear_entry",)),
    ("escape", ("clear",)),
    ("ctrl+c", ("copy",)),
    ("ctrl+insert", ("copy",)),
    ("ctrl+v", ("paste",)),
    ("shift+insert", ("paste",)),
    ("ctrl+h", ("toggle",)),
    ("ctrl+shift+d", ("history_clear",)),
    ("ctrl+l", ("memory_clear",)),
    ("ctrl+r", ("memory_recall",)),
    ("ctrl+p", ("memory_add", "+")),
    ("ctrl+q", ("memory_add", "−")),
    ("ctrl+m", ("memory_store",)),
)

APPS = (
    App(
        name="calculator",
        title="Calculator",
        icon="calculator-app",
        art=CALCULATOR_ART,
        styles=CALCULATOR_STYLES,
        program=Program(
            spoken=("the calculator",),
            category="Utility Tools",
            pinned=8,
            commands=("calc",),
        ),
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_HANDLERS,
        keys=_KEYS,
        tables=store.CALCULATOR_TABLES,
        size=(620, 500),
        min_size=(320, 400),
        single=True,
        locate={
            "entry": {"role": Role.LIST_ITEM, "name": "{name}"},
            "history": {"key": HISTORY},
            "memory": {"key": MEMORY},
            "result": {"key": "calculator.result"},
        },
    ),
)
