"""What Zotero looks like: the tree of collections, the dense table of items, and the item at the right."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.kinds.records import Column, form, ordered, record_table
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row
from omnigym.sim.ui.widgets import button, field, icon, scroll, separator, spacer, tab, text, tree_item
from omnigym.sim.vfs import base_name
from omnigym.sim.windows.apps.zotero.commands import ITEM, LINES, TABLE, WINDOW, State, chosen, shown
from omnigym.sim.windows.apps.zotero.store import COLLECTIONS, ITEMS, Collection, Item

_WIDE, _WIDER = 560, 820
_COLUMNS = (
    Column("title", "Title"),
    Column("creator", "Creator", 150),
    Column("year", "Year", 52),
    Column("paperclip", "", 24),
)
STYLES = looks(
    box={
        "zotero_side": Look(fill=Shade(0xF0F0EE, 0x232323)),
        "zotero_info": Look(fill=Shade(0xFAFAF8, 0x2A2A2A)),
        "zotero_bar": Look(fill=Shade(0xE4E4E1, 0x303030)),
        "zotero_tag": Look(fill=Shade(0xF3D9D9, 0x5A2A2C), radius=9),
    },
)


def view(state: State, ctx: Context) -> Node:
    """The content of the window."""
    rows = ITEMS.rows(ctx.vfs)
    item, found = chosen(state, rows), ordered(shown(state, rows), state.order)
    roomy = ctx.w >= _WIDER
    items = record_table(
        TABLE,
        _COLUMNS if roomy or item is None else (_COLUMNS[0], _COLUMNS[2]),
        found,
        state.order,
        state.item,
        name="Items",
        row_h=24,
        icon_of="icon",
        empty="No items in this view",
        drag="zotero",
    )
    side = (
        panel(_side, state.collection, COLLECTIONS.rows(ctx.vfs), w=190 if roomy else 134, h=FILL)
        if ctx.w >= _WIDE
        else None
    )
    info = None
    if item is not None and ctx.w >= _WIDE:
        info = column(panel(_tabs, state.tab), _info(state, item), style="zotero_info", w=300 if roomy else 256, h=FILL)
    status = text(f"{count_of(len(found), 'item')} in this view", style="caption", role=None)
    middle = column(items, row(status, h=24, pad=(12, 0), role=Role.STATUSBAR, name="Status"), style="content", h=FILL)
    body = row(side, middle, separator(vertical=True) if info is not None else None, info, h=FILL, align="stretch")
    return column(panel(_bar, state.query, item), body, h=FILL)


def _bar(query: str, item: Item | None) -> Node:
    search = field(
        "zotero.search",
        query,
        name="Search",
        placeholder="Title, Creator, Year",
        style="find",
        icon="search",
        search=True,
        w=210,
        change=("query",),
        cancel=("query", ""),
    )
    return row(
        *WINDOW.buttons("side", True, style="tool"),
        *WINDOW.buttons(BAR, True, style="tool"),
        separator(vertical=True, style="ribbon"),
        *ITEM.buttons(BAR, item, style="tool"),
        spacer(),
        search,
        style="zotero_bar",
        h=42,
        pad=(8, 0),
        gap=2,
        role=Role.TOOLBAR,
        name="Toolbar",
    )


def _side(chosen_one: str, collections: tuple[Collection, ...]) -> Node:
    def line(key: str, title: str, level: int, image: str) -> Node:
        return tree_item(
            f"zotero.collection.{key or 'library'}",
            title,
            icon=image,
            level=level,
            selected=key == chosen_one,
            click=("go", key),
            drop=("dropped", key),
        )

    lines: list[Element] = [line("", "My Library", 0, "library")]
    for top in [c for c in collections if c.parent not in [other.name for other in collections]]:
        lines.append(line(top.name, top.name, 1, "folder"))
        lines += [line(c.name, c.name, 2, "folder") for c in collections if c.parent == top.name]
    lines.append(line("#none", "Unfiled Items", 1, "document"))
    return column(*lines, style="zotero_side", h=FILL, pad=(4, 8), role=Role.TREE, name="Collections")


def _tabs(chosen_one: str) -> Node:
    tabs = [
        tab(f"zotero.tab.{key}", key.capitalize(), selected=key == chosen_one, click=("tab", key))
        for key in ("info", "notes", "tags")
    ]
    return row(*tabs, h=36, pad=(10, 0), gap=4)


def _info(state: State, item: Item) -> Node:
    """The tab of the item that is chosen."""
    if state.tab == "tags":
        tags = [
            row(
                text(tag, w=FILL, role=None),
                button(f"zotero.untag.{tag}", icon="dismiss", name=f"Remove {tag}", style="tool", click=("untag", tag)),
                style="zotero_tag",
                pad=(10, 0, 2, 0),
                h=30,
                role=Role.LIST_ITEM,
                name=tag,
            )
            for tag in item.tags
        ]
        new = field(
            "zotero.tag",
            state.tag,
            name="Add tag",
            placeholder="Add a tag and press Enter",
            change=("tagging",),
            submit=("tagged",),
        )
        return column(new, *tags, gap=6, pad=(12, 8), h=FILL)
    if state.tab == "notes":
        note = field("zotero.note", item.note, name="Note", placeholder="Write a note", change=("note",))
        return column(note, text(item.note, wrap=True, w=FILL, role=None), gap=10, pad=(12, 8), h=FILL)
    attached = (
        row(
            icon("attach", style="muted"),
            button("zotero.open_file", base_name(item.file), style="link", click=("file",)),
            gap=6,
        )
        if item.file
        else None
    )
    lines = form("zotero.form", LINES, item, label_w=76, gap=4)
    return scroll("zotero.form", column(lines, attached, pad=(12, 8), gap=10), name="Info")
