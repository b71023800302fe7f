"""The screens of Keep: the wall of notes, and one of them."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.keep.store import NOTES, Note, checked, item_text
from omnigym.devices.sim.android.apps.keep.styles import PAPERS
from omnigym.devices.sim.android.kit import Tab, action, bottom_bar, empty, fab, screen
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.documents.edit import Edit
from omnigym.devices.sim.memo import Derived
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row
from omnigym.devices.sim.ui.widgets import MenuItem, area, button, checkbox, field, icon, scroll, spacer, text, toggle

__all__ = ["BODY", "LIST", "State", "shown_notes", "view"]

LIST, BODY = "keep.list", "keep.body"
_TABS = (Tab("notes", "Notes", "lightbulb"), Tab("archive", "Archive", "archive"), Tab("trash", "Trash", "delete"))
#: Items of a checklist on its card, and lines of a body, about.
_FEW, _LETTERS = 6, 150


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


def _fits(note: Note, tab: str, wanted: str) -> bool:
    if note.trashed != (tab == "trash") or (not note.trashed and note.archived != (tab == "archive")):
        return False
    return not wanted or any(wanted in t.casefold() for t in (note.title, note.body, note.label, *note.items))


_SHOWN: Derived[tuple[Note, ...]] = Derived(8)


def shown_notes(notes: tuple[Note, ...], tab: str, query: str) -> tuple[Note, ...]:
    """The notes of the wall: pinned ones first, then those changed last."""
    wanted = query.strip().casefold()

    def found() -> tuple[Note, ...]:
        fitting = [n for n in notes if _fits(n, tab, wanted)]
        return tuple(sorted(fitting, key=lambda n: (not n.pinned, -n.edited_ms, -n.id)))

    return _SHOWN.get((tab, wanted), notes, found)


def _card(note: Note) -> Node:
    body = note.body if len(note.body) <= _LETTERS else f"{note.body[:_LETTERS].rstrip()}…"
    items: list[Element] = [
        row(
            icon("m/check_box" if checked(i) else "m/check_box_outline_blank", size=16),
            text(item_text(i), style="muted" if checked(i) else "", w=FILL, role=None),
            gap=8,
            h=22,
        )
        for i in note.items[:_FEW]
    ]
    if len(note.items) > _FEW:
        items.append(text(f"+ {len(note.items) - _FEW} more items", style="caption", role=None))
    tag = (
        row(row(text(note.label, style="label_muted", role=None), style="chip", pad=(8, 3), w=-1))
        if note.label
        else None
    )
    said = note.title or body.split("\n")[0] or (item_text(note.items[0]) if note.items else "Empty note")
    return column(
        row(text(note.title, style="heading", w=FILL, role=None), icon("m/push_pin", size=16) if note.pinned else None)
        if note.title or note.pinned
        else None,
        text(body, w=FILL, wrap=True, role=None) if body else None,
        *items,
        tag,
        style=f"paper_{note.colour}" if note.colour in PAPERS else "paper",
        key=f"keep.note.{note.id}",
        role=Role.LIST_ITEM,
        name=f"{said}{', pinned' if note.pinned else ''}",
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
    left, right = (column(*cards, gap=10) for cards in columns)
    return row(left, right, align="start", gap=10, pad=(14, 4, 14, 90), role=Role.LIST, name="Notes")


def _home(state: State, ctx: Context) -> Node:
    notes = shown_notes(NOTES.rows(ctx.vfs), state.tab, state.query)
    search = field(
        "keep.search",
        state.query,
        name="Search your notes",
        placeholder="Search your notes",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    blank = {
        "notes": "Notes you add appear here",
        "archive": "Your archived notes appear here",
        "trash": "No notes in Trash",
    }[state.tab]
    body: Element = (
        scroll(LIST, panel(_wall, notes), name="Notes")
        if notes
        else (empty("search_off" if state.query else "lightbulb", "No matching notes" if state.query else blank))
    )
    return screen(
        "keep",
        "Keep notes",
        row(search, pad=(14, 10)),
        body,
        bottom_bar("keep", _TABS, state.tab),
        floating=_add() if state.tab == "notes" else None,
    )


def _add() -> Node:
    menu = (
        MenuItem("keep.menu.list", "List", ("new", True), icon="m/check_box"),
        MenuItem("keep.menu.text", "Text", ("new", False), icon="m/notes"),
    )
    return fab("keep.new", "add", "Create a note", ("none",))._replace(menu=menu)


def _bar(note: Note) -> Node:
    if note.trashed:
        tools = [
            action("keep.restore", "restore_from_trash", "Restore", ("where", note.id, "notes")),
            action("keep.forever", "delete_forever", "Delete forever", ("forever", note.id)),
        ]
    else:
        pin = toggle(
            "keep.pin", icon="m/push_pin", name="Pin", style="icon", checked=note.pinned, click=("pin", note.id)
        )
        away = action(
            "keep.archive",
            "unarchive" if note.archived else "archive",
            "Unarchive" if note.archived else "Archive",
            ("where", note.id, "notes" if note.archived else "archive"),
        )
        tools = [pin, action("keep.label", "label", "Label", ("label", note.id)), away]
    up = button("keep.up", icon="m/arrow_back", name="Navigate up", style="icon", click=("back",))
    return row(up, spacer(), *tools, h=64, pad=(4, 0, 6, 0))


def _tools(note: Note, listing: bool) -> Node:
    boxes = "Hide checkboxes" if listing else "Show checkboxes"
    menu = (
        MenuItem("keep.menu.delete", "Delete", ("where", note.id, "trash"), icon="m/delete"),
        MenuItem("keep.menu.copy", "Make a copy", ("duplicate", note.id), icon="m/content_copy"),
        MenuItem("keep.menu.send", "Send", ("share", note.id), icon="m/share"),
        MenuItem("keep.menu.boxes", boxes, ("boxes",), icon="m/check_box"),
    )
    return row(
        action("keep.colour", "palette", "Background options", ("colours",)),
        spacer(),
        action("keep.more", "more_vert", "More options", menu=menu),
        h=52,
        pad=(6, 0),
    )


def _colours(chosen: str) -> Node:
    def swatch(name: str) -> Node:
        inner = icon("m/check", size=20, style="text") if chosen == name else None
        return row(
            inner,
            style=f"paper_{name}" if name else "paper",
            key=f"keep.colour.{name or 'default'}",
            role=Role.RADIO,
            name=name.capitalize() or "Default",
            w=42,
            h=42,
            justify="center",
            click=("colour", name),
        )

    return row(*[swatch(name) for name in ("", *PAPERS)], h=60, pad=(14, 8), gap=6, role=Role.LIST, name="Colour")


def _items(items: tuple[str, ...], typed: str) -> Node:
    lines = [
        row(
            checkbox(f"keep.item.{n}", item_text(i), checked=checked(i), click=("tick", n))._replace(w=FILL),
            button(
                f"keep.item.{n}.delete", icon="m/close", name=f"Delete {item_text(i)}", style="icon", click=("drop", n)
            ),
            pad=(16, 0, 6, 0),
        )
        for n, i in enumerate(items)
    ]
    new = row(
        icon("m/add"),
        field(
            "keep.item",
            typed,
            name="List item",
            placeholder="List item",
            style="plain",
            change=("item",),
            submit=("add",),
        ),
        pad=(18, 0),
        gap=8,
        h=56,
    )
    return column(*lines, new, role=Role.LIST, name="Items")


def _note(state: State, note: Note) -> Node:
    title = field("keep.title", note.title, name="Title", placeholder="Title", style="headline", change=("title",))
    body: Element = (
        scroll("keep.items", panel(_items, note.items, state.item))
        if state.listing
        else (area(BODY, state.edit, name="Note", style="clear", change=("edit",)))
    )
    plain = note._replace(title="", body="", edited_ms=0)  # what the bars show
    shown = screen(
        "keep",
        note.title or "Note",
        panel(_bar, plain),
        row(title, pad=(4, 0)),
        body,
        panel(_colours, note.colour) if state.colours else None,
        panel(_tools, plain, state.listing),
    )
    return shown._replace(style=f"page_{note.colour}") if note.colour in PAPERS else shown


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    note = next((n for n in NOTES.rows(ctx.vfs) if n.id == state.note), None)
    return _note(state, note) if note is not None else _home(state, ctx)
