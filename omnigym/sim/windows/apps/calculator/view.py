"""What the calculator looks like: display, memory keys, keypad, and history and memory beside them."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from omnigym.a11y import Role
from omnigym.sim.style.fonts import Font, text_width
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import SEPARATOR, Entry, MenuItem, button, list_view, spacer, tab, text
from omnigym.sim.windows.apps.calculator.engine import grouped, number

HISTORY, MEMORY = "calculator.history", "calculator.memory"
#: From this width on, history and memory are beside the keypad instead of over it.
WIDE = 540

#: (key, what is on it, what a person calls it, its message) row by row.
KEYPAD: tuple[tuple[tuple[str, str, str, Msg], ...], ...] = (
    (
        ("percent", "%", "Percent", ("percent",)),
        ("clear_entry", "CE", "Clear entry", ("clear_entry",)),
        ("clear", "C", "Clear", ("clear",)),
        ("backspace", "", "Backspace", ("backspace",)),
    ),
    (
        ("reciprocal", "¹⁄x", "Reciprocal", ("function", "1/")),
        ("square", "x²", "Square", ("function", "sqr")),
        ("square_root", "²√x", "Square root", ("function", "√")),
        ("divide", "÷", "Divide by", ("operator", "÷")),
    ),
    (
        *((d, d, d, ("digit", d)) for d in "789"),
        ("multiply", "×", "Multiply by", ("operator", "×")),
    ),
    (
        *((d, d, d, ("digit", d)) for d in "456"),
        ("minus", "−", "Minus", ("operator", "−")),
    ),
    (
        *((d, d, d, ("digit", d)) for d in "123"),
        ("plus", "+", "Plus", ("operator", "+")),
    ),
    (
        ("negate", "+/−", "Positive negative", ("negate",)),
        ("0", "0", "0", ("digit", "0")),
        ("point", ".", "Decimal separator", ("point",)),
        ("equals", "=", "Equals", ("equals",)),
    ),
)
_MEMORY_KEYS = (
    ("memory_clear", "MC", "Clear all memory", ("memory_clear",), True),
    ("memory_recall", "MR", "Memory recall", ("memory_recall",), True),
    ("memory_add", "M+", "Memory add", ("memory_add", "+"), False),
    ("memory_subtract", "M−", "Memory subtract", ("memory_add", "−"), False),
    ("memory_store", "MS", "Memory store", ("memory_store",), False),
)
_MODES = (
    MenuItem("calculator.standard", "Standard", ("show", ""), icon="calculator", checked=True),
    SEPARATOR,
    MenuItem("calculator.copy", "Copy", ("copy",), icon="copy", shortcut="Ctrl+C"),
    MenuItem("calculator.paste", "Paste", ("paste",), icon="paste", shortcut="Ctrl+V"),
    SEPARATOR,
    MenuItem("calculator.show_history", "History", ("show", "history"), icon="history", shortcut="Ctrl+H"),
    MenuItem("calculator.show_memory", "Memory", ("show", "memory"), icon="database"),
)
#: Styles of the keys that do not look like functions, by message.
_STYLES = {"digit": "key", "point": "key", "negate": "key", "operator": "key_operator", "equals": "key_equals"}
#: Styles of the result with their sizes, the largest that fits is taken.
_RESULTS = (("display", 42), ("display_medium", 28), ("display_small", 18))


def header(wide: bool) -> Node:
    """Menu button, the mode, and the history button where there is no room for the history itself."""
    return row(
        button("calculator.navigation", icon="navigation", name="Open navigation", style="tool", menu=_MODES),
        text("Standard", style="title", role=Role.HEADING),
        spacer(),
        None if wide else button("calculator.toggle", icon="history", name="History", style="tool", click=("toggle",)),
        h=44,
        pad=(8, 4),
        gap=10,
    )


def display(expression: str, result: str, error: bool, width: int) -> Node:
    """The expression, and below it the number as large as it fits in."""
    room = width - 24
    fitting = [style for style, size in _RESULTS if text_width(result, Font("ui-semibold", size)) <= room]
    style = "display_error" if error else (fitting or [_RESULTS[-1][0]])[0]
    return column(
        row(text(expression, style="display_line", key="calculator.expression", role=Role.TEXT), h=24, justify="end"),
        row(
            text(result, style=style, key="calculator.result", name=f"Display is {result}", value=result),
            h=62,
            justify="end",
        ),
        pad=(12, 0),
        context=("display_menu",),
        key="calculator.display",
        name="Display",
        role=Role.GROUP,
    )


@lru_cache(maxsize=2)
def keys(stored: bool) -> Node:
    """Memory keys and keypad; two of them need something ``stored``."""
    return column(
        row(
            *[
                button(
                    f"calculator.{key}",
                    label,
                    name=name,
                    style="memory",
                    click=msg,
                    disabled=needs and not stored,
                    w=FILL,
                    h=FILL,
                )
                for key, label, name, msg, needs in _MEMORY_KEYS
            ],
            h=32,
            align="stretch",
        ),
        *[
            row(*[_key(key, label, name, msg) for key, label, name, msg in line], h=FILL, gap=2, align="stretch")
            for line in KEYPAD
        ],
        h=FILL,
        pad=(4, 0, 4, 4),
        gap=2,
        role=Role.GROUP,
        name="Keypad",
    )


def _key(key: str, label: str, name: str, msg: Msg) -> Node:
    style = _STYLES.get(msg[0], "key_function")
    image = "backspace" if key == "backspace" else ""
    return button(f"calculator.{key}", label, icon=image, name=name, style=style, click=msg, w=FILL, h=FILL)


# -- history and memory -------------------------------------------------------------------------------------------


def _calculation(entry: Entry, selected: bool) -> Node:
    expression, _, result = entry.data.rpartition(" = ")
    return column(
        row(text(f"{expression} =", style="muted", role=None), justify="end"),
        row(text(grouped(result), style="stored", role=None), justify="end"),
        style="row",
        key=f"{HISTORY}.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.data,
        w=FILL,
        h=FILL,
        pad=(12, 6),
        flags=state_flags(selected=selected),
    )


def _number(entry: Entry, selected: bool) -> Node:
    return row(
        text(grouped(entry.data), style="stored", role=None),
        justify="end",
        style="row",
        key=f"{MEMORY}.{entry.id}",
        role=Role.LIST_ITEM,
        name=entry.data,
        w=FILL,
        h=FILL,
        pad=(12, 6),
        flags=state_flags(selected=selected),
    )


def _entries(texts: tuple[str, ...]) -> tuple[Entry, ...]:
    """The newest first; an entry's id is its place in the file. No letter finds one: digits are for the calculator."""
    return tuple([Entry(str(i), "", text) for i, text in reversed(tuple(enumerate(texts)))])


def _tabs(shown: str) -> Node:
    return row(
        *[
            tab(f"calculator.{name}_tab", name.capitalize(), selected=shown == name, click=("pane", name))
            for name in ("history", "memory")
        ],
        h=40,
        gap=4,
        pad=(4, 4),
        role=Role.TAB_LIST,
        name="History and memory",
    )


def _bin(shown: str) -> Node:
    name, msg = ("Clear all history", "history_clear") if shown == "history" else ("Clear all memory", "memory_clear")
    return row(
        spacer(), button(f"calculator.{msg}_all", icon="delete", name=name, style="tool", click=(msg,)), pad=(8, 4)
    )


def side(shown: str, lines: tuple[str, ...], numbers: tuple[Decimal, ...], chosen: str) -> Node:
    """History or memory; ``chosen`` is the id of the selected entry."""
    if shown == "history":
        entries, view, height, name = _entries(lines), _calculation, 66, "History"
        empty = "There's no history yet."
    else:
        entries, view, height, name = _entries(tuple([number(n) for n in numbers])), _number, 56, "Memory"
        empty = "There's nothing saved in memory."
    chosen = chosen if any(e.id == chosen for e in entries) else ""
    return column(
        panel(_tabs, shown),
        list_view(
            HISTORY if shown == "history" else MEMORY,
            entries,
            view,
            name=name,
            row_h=height,
            empty=empty,
            selected=(chosen,) if chosen else (),
            cursor=chosen,
            select=("recall", shown),
            context=("menu", shown),
        ),
        panel(_bin, shown) if entries else None,
        h=FILL,
        pad=(8, 0, 8, 0),
    )


def history_menu(index: str) -> tuple[MenuItem, ...]:
    """What can be done with a calculation."""
    return (
        MenuItem("calculator.menu.copy", "Copy", ("copy_line", index), icon="copy"),
        MenuItem("calculator.menu.delete", "Delete", ("forget", index), icon="delete"),
    )


def memory_menu(index: str) -> tuple[MenuItem, ...]:
    """What can be done with a stored number."""
    return (
        MenuItem("calculator.menu.clear", "Clear memory item", ("memory_forget", index), icon="delete"),
        MenuItem("calculator.menu.add", "Add to memory item", ("memory_add", "+", index), icon="add"),
        MenuItem("calculator.menu.subtract", "Subtract from memory item", ("memory_add", "−", index), icon="subtract"),
    )
