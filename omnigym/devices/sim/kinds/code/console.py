"""A console: what was written to it, the line that is typed, what of it is selected; and the screen that shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from omnigym.devices.sim.kinds.code.prompt import EDITING, Prompt, Row, screened, typed, written
from omnigym.devices.sim.ui.nodes import Node
from omnigym.devices.sim.ui.terminal import Cell, Letters, Screen, chosen_text, room_of, terminal

__all__ = [
    "Colours",
    "Console",
    "all_marked",
    "console_node",
    "console_screen",
    "pressed",
    "printed",
    "scrolled",
    "taken",
    "typing",
]

_MOST_HISTORY = 200


class Colours(NamedTuple):
    """The colours of a console, 0xRRGGBB: the ground, letters, and by their negative numbers other inks."""

    ground: int
    ink: int
    others: tuple[tuple[int, int], ...] = ()


class Console(NamedTuple):
    """A console.

    Attributes:
        shown: What was written, a row a line; an ink below zero is one of `Colours`.
        prompt: The line that is typed.
        more: Lines that were entered and need another one.
        awaits: What one of the next lines has to hold to finish them, or "" for anything.
        history: What was entered, the oldest first.
        back: How many rows the view is scrolled back.
        marked: What is selected: between which cells, and its text.
        kept: What the shell keeps from one line to the next.
    """

    shown: tuple[Row, ...] = ()
    prompt: Prompt = Prompt()
    more: str = ""
    history: tuple[str, ...] = ()
    back: int = 0
    marked: tuple[Cell, Cell, str] | None = None
    kept: Any = None
    awaits: str = ""


def printed(console: Console, text: str, ink: int) -> Console:
    """The console after something was written to it."""
    return console._replace(shown=written(console.shown or ((),), text, ink), back=0, marked=None)


def taken(console: Console, lead: str, ink: int) -> tuple[Console, str]:
    """The console after Enter, and the line: it stands among what was written, behind its prompt."""
    line, history = console.prompt.line, console.history
    if line.strip() and line != (history[-1] if history else ""):
        history = (*history, line)[-_MOST_HISTORY:]
    after = printed(console, f"{lead}{line}\n", ink)
    return after._replace(prompt=Prompt(), history=history), line


def pressed(console: Console, combo: str) -> Console:
    """The console after a key that edits the line; the same for any other."""
    edits = EDITING.get(combo) or EDITING.get(combo.removeprefix("shift+"))
    if edits is None:
        return console
    return console._replace(prompt=edits(console.prompt, console.history), marked=None)


def typing(console: Console, text: str) -> Console:
    """The console after letters were typed."""
    return console._replace(prompt=typed(console.prompt, text), back=0, marked=None)


def scrolled(console: Console, rows: int) -> Console:
    """The view further back, as far as there is anything."""
    return console._replace(back=min(max(0, console.back + rows), max(0, len(console.shown) - 4)))


def console_screen(console: Console, lead: str, colours: Colours, w: int, h: int) -> Screen:
    """What of a console is shown in so many logical pixels, behind what stands before the line that is typed."""
    columns, rows = room_of(w, h)
    inks = dict(colours.others)
    last: Row = (Letters(lead, colours.ink), Letters(console.prompt.line, colours.ink))
    shown, cursor = screened(console.shown, last, len(lead) + console.prompt.caret, console.back, (columns, rows))
    coloured = tuple([tuple([l._replace(ink=inks.get(l.ink, l.ink)) for l in row]) for row in shown])  # noqa: E741
    marked = console.marked[:2] if console.marked is not None else None
    return Screen(coloured, cursor, colours.ground, columns, marked, colours.ink)


def all_marked(console: Console, screen: Screen) -> Console:
    """The console with all that is on its screen selected."""
    last = (max(0, len(screen.rows) - 1), screen.columns)
    return console._replace(marked=((0, 0), last, chosen_text(screen, (0, 0), last)))


def console_node(key: str, screen: Screen, name: str) -> Node:
    """The node of a console; its messages begin with ``console_``."""
    return terminal(
        key,
        screen,
        name=name,
        typed=("console_typed",),
        pressed=("console_pressed",),
        wheel=("console_wheel",),
        mark=("console_mark",),
        context=("console_menu",),
    )
