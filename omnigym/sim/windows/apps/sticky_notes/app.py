"""Sticky Notes: coloured notes, listed, searched and written in one small window."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Focus, ScrollTo
from omnigym.sim.commands import BAR, MENU, Command, Commands, commanded, delete_record, rows_of
from omnigym.sim.common.message_box import asking
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.handlers import saved
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row
from omnigym.sim.ui.widgets import area, field, scroll, spacer, text
from omnigym.sim.windows.apps.sticky_notes.store import COLOURS, NOTES, Note, with_notes

_TEXT, _LIST, _SEARCH = "sticky.text", "sticky.notes", "sticky.search"


class State(NamedTuple):
    """The window: the number of the note that is open, or 0; its text; what is searched for."""

    note: int = 0
    edit: Edit = Edit()
    query: str = ""


_Result = tuple[State, tuple[Effect, ...]]


def _opened(state: State, _ctx: Context, note: Note) -> _Result:
    """The note, open to be written on."""
    edit = start_lines(note.text)
    end = len(edit.document.paragraphs) - 1, len(edit.document.paragraphs[-1].text)
    return state._replace(note=note.id, edit=edit._replace(anchor=end, caret=end)), (Focus(_TEXT),)


def _paint(name: str) -> Command:
    return Command(
        name,
        name.capitalize(),
        change=lambda note: note._replace(colour=name),
        checked=lambda note: note.colour == name,
        places=("colour",),
    )


_SURE = asking("Delete note", "Are you sure you want to delete this note?", "Delete", "Keep")
_RECORDS = rows_of(NOTES, lambda state: state.note)
_NOTE = Commands(
    "sticky",
    Command("open", "Open note", run=_opened, icon="open", places=(MENU,)),
    Command("colour", "Colour", opens="colour", icon="color", places=(BAR, MENU)),
    *[_paint(name) for name in COLOURS],
    Command("delete", "Delete note", delete_record, None, "delete", "ctrl+d", (BAR, MENU), ask=lambda _: _SURE),
    records=_RECORDS,
    menu="menu",
)
_STYLES = looks(
    box={f"sticky_{name}": Look(fill=paper, radius=3, hover="hover") for name, (paper, _) in COLOURS.items()}
    | {f"sticky_edge_{name}": Look(fill=edge) for name, (_, edge) in COLOURS.items()},
    area={f"sticky_{name}": Look(size=13, pad=(14, 10, 14, 10), fill=paper) for name, (paper, _) in COLOURS.items()},
)


def _icon(p: Pen) -> None:
    p.box(0.07, 0.07, 0.86, 0.86, 0.08, 0xFFE36E, 0xFFCB2E)
    p.box(0.07, 0.07, 0.86, 0.20, 0.08, 0xE0A400, 0xD39800)
    p.shape([(0.93, 0.62), (0.62, 0.93), (0.62, 0.70), (0.70, 0.62)], 0xC98F00, 0xE9B51D)
    for n in range(3):
        p.box(0.20, 0.39 + 0.13 * n, 0.52 - 0.14 * (n > 1), 0.045, 0.02, 0x8A6300)


def _new(_state: State, ctx: Context) -> _Result:
    rows = NOTES.rows(ctx.vfs)
    note = Note(next_id(rows), edited_ms=ctx.clock_ms)
    state, effects = _opened(State(), ctx, note)
    return state, (saved(NOTES, ctx, (*rows, note)), *effects)


def _edit(state: State, ctx: Context, edit: Edit) -> _Result:
    """A note is kept as it is typed."""
    note, written = _RECORDS.get(state, ctx), edit.document.text
    after = state._replace(edit=edit)
    if note is None or note.text == written:
        return after, ()
    return _RECORDS.set(after, ctx, note, note._replace(text=written, edited_ms=ctx.clock_ms))


_WINDOW = Commands(
    "sticky",
    Command("list", "Notes list", None, lambda _, __: (State(), ()), "back", "ctrl+h"),
    Command("new", "New note", None, _new, "add", "ctrl+n", (BAR, "head")),
    Command("find", "Search", None, lambda s, _: (State(query=s.query), (Focus(_SEARCH, 0, -1),)), "", "ctrl+f", ()),
)


def _view(state: State, ctx: Context) -> Node:
    """The note that is open, else all that the search leaves, those changed last first."""
    note = _RECORDS.get(state, ctx)
    if note is not None:
        paper = f"sticky_{note.colour}"
        written = area(_TEXT, state.edit, name="Note", style=paper, change=("edit",))
        return column(panel(_bar, note._replace(text="", edited_ms=0), paper), written, h=FILL)
    found = [n for n in NOTES.rows(ctx.vfs) if state.query.strip().casefold() in n.text.casefold()]
    notes = tuple(sorted(found, key=lambda n: (-n.edited_ms, -n.id)))
    return column(panel(_head, state.query), scroll(_LIST, panel(_cards, notes), name="Notes"), h=FILL)


def _head(query: str) -> Node:
    look: dict[str, Any] = {"placeholder": "Search...", "style": "find", "icon": "search"}
    search = field(_SEARCH, query, name="Search", search=True, change=("query",), cancel=("query", ""), **look)
    new = _WINDOW.buttons("head", True, style="tool")
    title = row(text("Sticky Notes", style="title", role=Role.HEADING), spacer(), *new)
    return column(title, search, pad=(16, 8, 16, 12), gap=10)


def _cards(notes: tuple[Note, ...]) -> Node:
    cards = [memo(_card, note, w=FILL) for note in notes]
    return column(*cards, pad=(16, 0, 16, 16), gap=10, role=Role.LIST, name="Notes")


def _card(note: Note) -> Node:
    day = datetime.fromtimestamp(note.edited_ms // 1000, UTC)
    shown = note.text[:160] + "…" * (len(note.text) > 160) or "Take a note..."
    date = row(spacer(), text(f"{day:%b} {day.day}", style="caption", role=None))
    return column(
        row(style=f"sticky_edge_{note.colour}", h=5),
        column(date, text(shown, w=FILL, wrap=True, role=None), pad=(12, 6, 12, 14), gap=2),
        style=f"sticky_{note.colour}",
        key=f"sticky.note.{note.id}",
        role=Role.LIST_ITEM,
        name=note.text.partition("\n")[0] or "Empty note",
        click=("open", note.id),
        context=("menu", note.id),
    )._replace(value=note.text)


def _bar(note: Note, paper: str) -> Node:
    first, last = _WINDOW.buttons(BAR, True, style="tool"), _NOTE.buttons(BAR, note, style="tool")
    tools = row(*first, spacer(), *last, style=paper, pad=(8, 4), gap=2, role=Role.TOOLBAR, name="Note")
    return column(row(style=f"sticky_edge_{note.colour}", h=5), tools)


_APP = App(
    name="sticky_notes",
    title="Sticky Notes",
    icon="sticky-notes",
    art={"sticky-notes": _icon},
    styles=_STYLES,
    program=Program(spoken=("Sticky Notes",), category="Note Management", package="Sticky Notes"),
    initial=with_notes,
    init=lambda _args, _ctx: (State(), ()),
    view=_view,
    on={"edit": _edit, "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),))},
    caption=lambda _state: "Sticky Notes",
    tables=(NOTES,),
    size=(350, 470),
    min_size=(260, 300),
    single=True,
    locate={"records": {"key": _LIST}},
)
APPS = (commanded(_APP, _NOTE, _WINDOW),)
