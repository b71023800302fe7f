"""A console: what was written to it, the line that is typed, what of it is selected; and the screen that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from omnigym.sim.ui.nodes import Node
from omnigym.sim.ui.terminal import Cell, Letters, Screen, chosen_text, room_of, terminal

# -- prompt -----------------------------------------------------------------------------------------------------------

# The line that is typed at the prompt of a console: keys that edit it, and lines that were entered before.

#: Characters of a line: what comes behind is not taken, or not shown.
LONGEST, _SHOWN = 2000, 4000
#: How many rows are kept.
_MOST_ROWS = 1000

#: A row of a console.
Row = tuple[Letters, ...]


class Prompt(NamedTuple):
    """A line while it is typed.

    Attributes:
        line, caret: It, and where letters go.
        kept: What was typed before the history was looked through.
        at: Which line of the history is shown, from its end; 0 is none.
    """

    line: str = ""
    caret: int = 0
    kept: str = ""
    at: int = 0


def typed(prompt: Prompt, text: str) -> Prompt:
    """Letters typed at the caret, as far as there is room for them."""
    room = max(0, LONGEST - len(prompt.line))
    text = "".join(c for c in text if c.isprintable())[:room]
    line = prompt.line[: prompt.caret] + text + prompt.line[prompt.caret :]
    return prompt._replace(line=line, caret=prompt.caret + len(text))


def _without(prompt: Prompt, start: int, end: int) -> Prompt:
    """What is between two places taken away."""
    start = max(0, start)
    return prompt._replace(line=prompt.line[:start] + prompt.line[end:], caret=start)


def _moved(prompt: Prompt, caret: int) -> Prompt:
    return prompt._replace(caret=min(max(0, caret), len(prompt.line)))


def _word_before(prompt: Prompt) -> int:
    """Where the word before the caret begins."""
    return prompt.line[: prompt.caret].rstrip().rfind(" ") + 1


def _remembered(prompt: Prompt, history: tuple[str, ...], step: int) -> Prompt:
    """An older or newer line of the history in the place of what is typed."""
    at = min(max(0, prompt.at + step), len(history))
    if at == prompt.at:
        return prompt
    kept = prompt.line if prompt.at == 0 else prompt.kept
    line = history[-at] if at else kept
    return Prompt(line, len(line), kept, at)


#: Keys to what they do to a prompt: ``does(prompt, history)``.
EDITING: Mapping[str, Callable[[Prompt, tuple[str, ...]], Prompt]] = {
    "backspace": lambda p, _: _without(p, p.caret - 1, p.caret),
    "delete": lambda p, _: _without(p, p.caret, p.caret + 1),
    "left": lambda p, _: _moved(p, p.caret - 1),
    "right": lambda p, _: _moved(p, p.caret + 1),
    "home": lambda p, _: _moved(p, 0),
    "end": lambda p, _: _moved(p, len(p.line)),
    "up": lambda p, history: _remembered(p, history, 1),
    "down": lambda p, history: _remembered(p, history, -1),
    "ctrl+a": lambda p, _: _moved(p, 0),
    "ctrl+e": lambda p, _: _moved(p, len(p.line)),
    "ctrl+b": lambda p, _: _moved(p, p.caret - 1),
    "ctrl+f": lambda p, _: _moved(p, p.caret + 1),
    "ctrl+k": lambda p, _: _without(p, p.caret, len(p.line)),
    "ctrl+n": lambda p, history: _remembered(p, history, -1),
    "ctrl+p": lambda p, history: _remembered(p, history, 1),
    "ctrl+u": lambda p, _: _without(p, 0, p.caret),
    "ctrl+w": lambda p, _: _without(p, _word_before(p), p.caret),
}


def written(rows: tuple[Row, ...], text: str, ink: int) -> tuple[Row, ...]:
    """The rows after something was written to them; what comes goes on where the last row ends."""
    after = list(rows)
    lines = text.replace("\r\n", "\n").replace("\t", "        ").split("\n")
    if len(lines) > _MOST_ROWS:  # the others are never seen
        after, lines, rows = [], lines[-_MOST_ROWS:], ()
    for number, line in enumerate(lines):
        plain = "".join(c if c.isprintable() else "" for c in line[:_SHOWN])
        row: Row = (Letters(plain, ink),) if plain else ()
        if number == 0 and rows:
            after[-1] = (*after[-1], *row)
        else:
            after.append(row)
    return tuple(after[-_MOST_ROWS:])


def _cut(line: Row, columns: int, at: int = 0) -> list[Row]:
    """A line in as many rows as it needs, and as many as a cursor needs that stands behind ``at`` letters."""
    rows: list[list[Letters]] = [[]]
    room = columns
    for letters in line:
        text = letters.text
        while text:
            if not room:
                rows.append([])
                room = columns
            piece, text = text[:room], text[room:]
            rows[-1].append(letters._replace(text=piece))
            room -= len(piece)
    while len(rows) <= at // columns:
        rows.append([])
    return [tuple(r) for r in rows]


def screened(
    shown: tuple[Row, ...], last: Row, at: int, back: int, room: tuple[int, int]
) -> tuple[tuple[Row, ...], tuple[int, int] | None]:
    """The rows that are on the screen, and where on it the cursor is, or None where it is not.

    Args:
        shown: What was written.
        last: The line that is typed, with what stands before it.
        at: Letters of it before the cursor.
        back: How many rows the view is scrolled back.
        room: Columns and rows of the screen.
    """
    columns, rows = room
    lines = shown[:-1] if shown and not shown[-1] else shown
    pieces = _cut(last, columns, at)
    found: list[Row] = list(pieces)
    for line in reversed(lines):
        if len(found) >= rows + back:
            break
        found = [*_cut(line, columns), *found]
    end = max(len(found) - back, min(rows, len(found)))
    first = max(0, end - rows)
    row, column = len(found) - len(pieces) + at // columns - first, at % columns
    return tuple(found[first:end]), (row, column) if 0 <= row < rows and row < end - first else None


# -- console ----------------------------------------------------------------------------------------------------------

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
