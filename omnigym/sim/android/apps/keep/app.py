"""Keep: notes and checklists, with colours, labels, an archive and a trash. A note is kept as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.sim.android.apps.keep.store import NOTES, Note, checklist_item, is_ticked, item_text, with_notes
from omnigym.sim.android.kit import (
    Tab,
    action,
    asking,
    asking_text,
    bottom_bar,
    empty,
    fab,
    left,
    phone_app,
    screen,
)
from omnigym.sim.app import Context, Effect, Focus, Handler, OpenDialog, ScrollTo
from omnigym.sim.commands import MENU, Command, Commands, Records, commanded, delete_record
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.handlers import saved, sets, toggles
from omnigym.sim.memo import IdentityCache
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program, Taken
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, area, checkbox, icon, scroll, spacer

# -- what it keeps ----------------------------------------------------------------------------------------------------


class State(NamedTuple):
    """Where one is.

    Attributes:
        edit: The body of the note that is open.
        tab: "notes", "archive" or "trash".
        query: What is searched for.
        note: Id of the note that is open, or 0.
        listing: Whether that is a checklist.
        item: What is typed as its next item.
        colours: Whether the colours are offered.
    """

    edit: Edit = Edit()
    tab: str = "notes"
    query: str = ""
    note: int = 0
    listing: bool = False
    item: str = ""
    colours: bool = False


# -- what can be done -------------------------------------------------------------------------------------------------

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
_LIST, _BODY = "keep.list", "keep.body"


def _of(state: State, ctx: Context, *named: int) -> Note | None:
    number = named[0] if named else state.note
    return next((n for n in NOTES.rows(ctx.vfs) if n.id == number), None)


def _put(state: State, ctx: Context, note: Note, after: Note | None) -> _Result:
    """The note with what is new to it, changed now; one that is gone is no longer open."""
    if after is not None:
        after = after._replace(edited_ms=ctx.clock_ms)
    rows = [after if n.id == note.id else n for n in NOTES.rows(ctx.vfs)]
    return (state if after is not None else _closed(state)), (saved(NOTES, ctx, rows),)


def _closed(state: State) -> State:
    return State(tab=state.tab, query=state.query)


def _changes(change: Callable[..., Note | None]) -> Handler:
    """The handler of ``(name, ...)`` that changes the note that is open; None for no change."""

    def handle(state: State, ctx: Context, *given: Any) -> _Result:
        note = _of(state, ctx)
        after = change(note, *given) if note is not None else None
        return (state, ()) if note is None or after is None else _put(state, ctx, note, after)

    return handle


def _begin(state: State, ctx: Context, body: str, listing: bool) -> _Result:
    rows = NOTES.rows(ctx.vfs)
    note = Note(next_id(rows), body=body, edited_ms=ctx.clock_ms)
    state = State(start_lines(body), note=note.id, listing=listing)
    return state, (saved(NOTES, ctx, (*rows, note)), Focus("keep.item" if listing else _BODY))


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """A new note of a path "text:WORDS", or the one of "note:NUMBER"."""
    kind, colon, rest = path.partition(":")
    if kind == "text" and colon:
        return _begin(state, ctx, rest, False)
    note = _of(state, ctx, int(rest)) if kind == "note" and rest.isdecimal() else None
    return (state, ()) if note is None else _open(state, ctx, note)


def _open(state: State, _ctx: Context, note: Note) -> _Result:
    edit, listing = start_lines(note.body), bool(note.items)
    return state._replace(edit=edit, note=note.id, listing=listing, item="", colours=False), ()


def _edit(state: State, ctx: Context, edit: Edit) -> _Result:
    body = edit.document.text
    typed = _changes(lambda note: note._replace(body=body) if note.body != body else None)
    return typed(state._replace(edit=edit), ctx)


def _add(state: State, ctx: Context, said: str) -> _Result:
    """Enter after an item of a checklist."""
    note = _of(state, ctx)
    if note is None or not said.strip():
        return state, ()
    after = note._replace(items=(*note.items, checklist_item(said.strip())))
    state, effects = _put(state._replace(item=""), ctx, note, after)
    return state, (*effects, Focus("keep.item", 0, 0), ScrollTo("keep.items", offset=1 << 20))


def _without(note: Note, at: int, *others: str) -> Note:
    return note._replace(items=(*note.items[:at], *others, *note.items[at + 1 :]))


def _tick(note: Note, at: int) -> Note | None:
    if at >= len(note.items):
        return None
    return _without(note, at, checklist_item(item_text(note.items[at]), not is_ticked(note.items[at])))


def _boxes(state: State, ctx: Context, note: Note) -> _Result:
    """Lines become items of a checklist, or items lines."""
    body, items = "\n".join([item_text(i) for i in note.items]), tuple[str, ...]()
    if not state.listing:
        body, items = "", tuple([checklist_item(line.strip()) for line in note.body.split("\n") if line.strip()])
    state = state._replace(listing=not state.listing, edit=start_lines(body))
    return _put(state, ctx, note, note._replace(body=body, items=items))


def _move(state: State, ctx: Context, note: Note, where: str) -> _Result:
    """A note goes to the "notes", the "archive" or the "trash"; if it was open, it is no more."""
    after = note._replace(
        archived=where == "archive", trashed=where == "trash", pinned=note.pinned and where == "notes"
    )
    return _put(_closed(state), ctx, note, after)


def _archive(state: State, ctx: Context, note: Note) -> _Result:
    return _move(state, ctx, note, "notes" if note.archived or note.trashed else "archive")


def _delete(state: State, ctx: Context, note: Note) -> _Result:
    return _NOTE.on["forever"](state, ctx, note.id) if note.trashed else _move(state, ctx, note, "trash")


def _copy(state: State, ctx: Context, note: Note) -> _Result:
    rows = NOTES.rows(ctx.vfs)
    copy = note._replace(id=next_id(rows), pinned=False, edited_ms=ctx.clock_ms)
    return _closed(state), (saved(NOTES, ctx, (*rows, copy)),)


def _share(state: State, _ctx: Context, note: Note) -> _Result:
    lines = [note.title, note.body, *[item_text(i) for i in note.items]]
    return state, (OpenDialog("share", ("text", "\n".join([line for line in lines if line]))),)


def _back(state: State, ctx: Context) -> _Result:
    """Back from a note; one in which nothing was written is thrown away, as in Keep."""
    note = _of(state, ctx)
    if note is None:
        return (State(), ()) if state.tab != "notes" or state.query else left(state)
    return (_closed(state), ()) if note.title or note.body or note.items else _put(state, ctx, note, None)


_MENU = (MENU,)
_SURE = asking("Delete note forever?", "It cannot be restored.", "Delete")
_NOTE = Commands(
    "keep",
    Command(
        "pin",
        lambda n: "Unpin" if n.pinned else "Pin",
        lambda n: n._replace(pinned=not n.pinned, archived=False),
        icon="m/push_pin",
        places=_MENU,
        visible=lambda n: not n.trashed,
    ),
    Command(
        "archive",
        lambda n: "Restore" if n.trashed else "Unarchive" if n.archived else "Archive",
        run=_archive,
        icon="m/archive",
        places=_MENU,
    ),
    Command(
        "delete", lambda n: "Delete forever" if n.trashed else "Delete", run=_delete, icon="m/delete", places=_MENU
    ),
    Command("open", "Open", run=_open, places=()),
    Command("copy", "Make a copy", run=_copy, icon="m/content_copy", places=()),
    Command("send", "Send", run=_share, icon="m/share", places=()),
    Command("boxes", "Show checkboxes", run=_boxes, icon="m/check_box", places=()),
    Command(
        "label",
        "Label",
        lambda n, label: n._replace(label=label),
        places=(),
        ask=asking_text("Label note", "Label", lambda n: n.label, blank=True),
    ),
    Command("forever", "Delete forever", delete_record, places=(), ask=lambda _: _SURE),
    records=Records(_of, _put),
    menu="menu",
)
_ON: Mapping[str, Handler] = {
    "add": _add,
    "back": _back,
    "colour": _changes(lambda note, colour: note._replace(colour=colour)),
    "colours": toggles("colours"),
    "drop": _changes(_without),
    "edit": _edit,
    "item": sets("item"),
    "new": lambda s, ctx, listing: _begin(s, ctx, "", listing),
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "tab": lambda _, __, tab: (State(tab=tab), (ScrollTo(_LIST),)),
    "tick": _changes(_tick),
    "title": _changes(lambda note, title: note._replace(title=title)),
}

# -- the wall of notes ------------------------------------------------------------------------------------------------

ui = Scope("keep", "", button="icon", item="item")
_TABS = (Tab("notes", "Notes", "lightbulb"), Tab("archive", "Archive", "archive"), Tab("trash", "Trash", "delete"))
_ADD = "Notes you add appear here"
_BLANK = {"notes": _ADD, "archive": "Your archived notes appear here", "trash": "No notes in Trash"}
#: The colours that a note may have, by name.
_PAPERS = {
    "coral": Shade(0xFAAFA8, 0x77172E),
    "peach": Shade(0xF6C9A8, 0x692B17),
    "sand": Shade(0xFFF8B8, 0x6A5406),
    "mint": Shade(0xE2F6D3, 0x264D3B),
    "fog": Shade(0xD4E4ED, 0x284255),
    "dusk": Shade(0xDCCFE4, 0x472E5B),
}
#: Items of a checklist on its card, and letters of a body, about.
_FEW, _LETTERS = 6, 150
_SHOWN: IdentityCache[tuple[Note, ...]] = IdentityCache(8)


def _fits(note: Note, tab: str, wanted: str) -> bool:
    if note.trashed != (tab == "trash") or (not note.trashed and note.archived != (tab == "archive")):
        return False
    return not wanted or any(wanted in t.casefold() for t in (note.title, note.body, note.label, *note.items))


def _shown(notes: tuple[Note, ...], tab: str, query: str) -> tuple[Note, ...]:
    """The notes of the wall: pinned ones first, then those changed last."""
    wanted = query.strip().casefold()

    def found() -> tuple[Note, ...]:
        fitting = [n for n in notes if _fits(n, tab, wanted)]
        return tuple(sorted(fitting, key=lambda n: (not n.pinned, -n.edited_ms, -n.id)))

    return _SHOWN.get((tab, wanted), notes, found)


def _paper(colour: str) -> str:
    return f"paper_{colour}" if colour in _PAPERS else "paper"


def _card(note: Note) -> Node:
    def line(item: str) -> Node:
        image, style = ("check_box", "muted") if is_ticked(item) else ("check_box_outline_blank", "")
        return row(icon(f"m/{image}", size=16), ui.text(item_text(item), style, w=FILL), gap=8, h=22)

    body = note.body if len(note.body) <= _LETTERS else f"{note.body[:_LETTERS].rstrip()}…"
    more, pin = len(note.items) - _FEW, icon("m/push_pin", size=16) if note.pinned else None
    tag = row(row(ui.text(note.label, "label_muted"), style="chip", pad=(8, 3), w=-1)) if note.label else None
    said = note.title or body.split("\n")[0] or (item_text(note.items[0]) if note.items else "Empty note")
    return ui.item(
        f"note.{note.id}",
        f"{said}{', pinned' if note.pinned else ''}",
        row(ui.text(note.title, "heading", w=FILL), pin) if note.title or note.pinned else None,
        ui.text(body, w=FILL, wrap=True) if body else None,
        *map(line, note.items[:_FEW]),
        ui.text(f"+ {more} more items", "caption") if more > 0 else None,
        tag,
        box=column,
        style=_paper(note.colour),
        w=FILL,
        pad=14,
        gap=6,
        click=("open", note.id),
        context=("menu", note.id),
    )._replace(value=note.body)


def _height(note: Note) -> int:
    """How high a card is, about: so the two columns are filled evenly."""
    return 40 * bool(note.title) + 20 * (min(len(note.body), _LETTERS) // 18) + 24 * min(len(note.items), _FEW) + 30


def _wall(notes: tuple[Note, ...]) -> Node:
    columns: tuple[list[Element], list[Element]] = ([], [])
    heights = [0, 0]
    for note in notes:
        side = int(heights[1] < heights[0])
        columns[side].append(memo(_card, note, w=FILL))
        heights[side] += _height(note)
    halves = [column(*cards, gap=10) for cards in columns]
    return row(*halves, align="start", gap=10, pad=(14, 4, 14, 90), role=Role.LIST, name="Notes")


def _home(state: State, ctx: Context) -> Node:
    notes, hint = _shown(NOTES.rows(ctx.vfs), state.tab, state.query), "Search your notes"
    look: dict[str, Any] = {"placeholder": hint, "search": True, "icon": "m/search", "change": ("query",)}
    body: Element = scroll(_LIST, panel(_wall, notes), name="Notes")
    if not notes:
        found = ("search_off", "No matching notes") if state.query else ("lightbulb", _BLANK[state.tab])
        body = empty(*found)
    menu = (
        MenuItem("keep.menu.list", "List", ("new", True), icon="m/check_box"),
        MenuItem("keep.menu.text", "Text", ("new", False), icon="m/notes"),
    )
    add = fab("keep.new", "add", "Create a note", ("none",))._replace(menu=menu)
    return screen(
        "keep",
        "Keep notes",
        row(ui.field("search", state.query, hint, "search", **look), pad=(14, 10)),
        body,
        bottom_bar("keep", _TABS, state.tab),
        floating=add if state.tab == "notes" else None,
    )


# -- one note ---------------------------------------------------------------------------------------------------------


def _bar(note: Note) -> Node:
    def tool(key: str, image: str, name: str) -> Node:
        return action(ui.key(key), image, name, (key, note.id))

    if note.trashed:
        restore = action("keep.restore", "restore_from_trash", "Restore", ("archive", note.id))
        tools = [restore, tool("forever", "delete_forever", "Delete forever")]
    else:
        pin = ui.tool("pin", "m/push_pin", "Pin", checked=note.pinned, click=("pin", note.id))
        away = ("unarchive", "Unarchive") if note.archived else ("archive", "Archive")
        tools = [pin, tool("label", "label", "Label"), tool("archive", *away)]
    up = ui.tool("up", "m/arrow_back", "Navigate up", click=("back",))
    return row(up, spacer(), *tools, h=64, pad=(4, 0, 6, 0))


def _tools(note: Note, listing: bool) -> Node:
    boxes = "Hide checkboxes" if listing else "Show checkboxes"
    menu = (
        MenuItem("keep.menu.delete", "Delete", ("delete", note.id), icon="m/delete"),
        MenuItem("keep.menu.copy", "Make a copy", ("copy", note.id), icon="m/content_copy"),
        MenuItem("keep.menu.send", "Send", ("send", note.id), icon="m/share"),
        MenuItem("keep.menu.boxes", boxes, ("boxes",), icon="m/check_box"),
    )
    colours = action("keep.colour", "palette", "Background options", ("colours",))
    return row(colours, spacer(), action("keep.more", "more_vert", "More options", menu=menu), h=52, pad=(6, 0))


def _colours(chosen: str) -> Node:
    def swatch(name: str) -> Node:
        look: dict[str, Any] = {"role": Role.RADIO, "w": 42, "h": 42, "justify": "center", "click": ("colour", name)}
        inner = icon("m/check", size=20, style="text") if chosen == name else None
        return ui.item(f"colour.{name or 'default'}", name.capitalize() or "Default", inner, style=_paper(name), **look)

    return row(*map(swatch, ("", *_PAPERS)), h=60, pad=(14, 8), gap=6, role=Role.LIST, name="Colour")


def _items(items: tuple[str, ...], typed: str) -> Node:
    def line(n: int, item: str) -> Node:
        key, said = f"item.{n}", item_text(item)
        box = checkbox(ui.key(key), said, checked=is_ticked(item), click=("tick", n))._replace(w=FILL)
        drop = ui.tool(f"{key}.delete", "m/close", f"Delete {said}", click=("drop", n))
        return row(box, drop, pad=(16, 0, 6, 0))

    new = ui.field("item", typed, "List item", "plain", placeholder="List item", submit=("add",))
    lines = [line(n, item) for n, item in enumerate(items)]
    return column(*lines, row(icon("m/add"), new, pad=(18, 0), gap=8, h=56), role=Role.LIST, name="Items")


def _note(state: State, note: Note) -> Node:
    body: Element = area(_BODY, state.edit, name="Note", style="clear", change=("edit",))
    if state.listing:
        body = scroll("keep.items", panel(_items, note.items, state.item))
    plain = note._replace(title="", body="", edited_ms=0)  # what the bars show
    shown = screen(
        "keep",
        note.title or "Note",
        panel(_bar, plain),
        row(ui.field("title", note.title, "Title", "headline", placeholder="Title"), pad=(4, 0)),
        body,
        panel(_colours, note.colour) if state.colours else None,
        panel(_tools, plain, state.listing),
    )
    return shown._replace(style=f"page_{note.colour}") if note.colour in _PAPERS else shown


def _view(state: State, ctx: Context) -> Node:
    note = _of(state, ctx)
    return _note(state, note) if note is not None else _home(state, ctx)


_STYLES = looks(
    box={
        "paper": Look(fill="window", radius=14, edge="stroke_strong", pressed="hover"),
        **{f"paper_{name}": Look(fill=paper, radius=14, edge="stroke") for name, paper in _PAPERS.items()},
        **{f"page_{name}": Look(fill=paper) for name, paper in _PAPERS.items()},
    },
)
_APP = phone_app(
    name="keep",
    title="Keep Notes",
    icon="app/keep",
    art={"app/keep": sign_icon(0xFBBC04, "lightbulb")},
    styles=_STYLES,
    program=Program(category="Note Management", takes=(Taken("text", 3),)),
    initial=with_notes,
    init=lambda path, ctx: _opened(State(), ctx, path),
    view=_view,
    on=_ON,
    tables=(NOTES,),
)
APPS = (commanded(_APP, _NOTE),)
