"""The screens of Files: the first one, lists of files, and a text."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.pictures import picture_size
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import action, app_bar, empty, item, screen, section
from omnigym.sim.android.storage import CATEGORIES, category_of, image_of, in_trash, listed, original, size_text
from omnigym.sim.android.storage import stored as all_stored
from omnigym.sim.app import Context
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, panel, row, state_flags
from omnigym.sim.ui.widgets import Entry, MenuItem, button, field, icon, list_view, scroll, spacer, text
from omnigym.sim.vfs import HOME, File, Stat, Vfs, base_name

__all__ = ["LIST", "ORDERS", "TRASH", "State", "entries", "item_id", "title_of", "view"]

LIST = "files.list"
#: Places that are no folders: the categories by their names, and this one.
TRASH = "trash"
ORDERS = (
    ("name", "Name (A to Z)"),
    ("latest", "Newest date first"),
    ("oldest", "Oldest date first"),
    ("largest", "Largest first"),
)
_THUMB = 44
_MOST_TEXT = 20_000


class State(NamedTuple):
    """Where one is.

    Attributes:
        place: A folder's path, the name of a category, `TRASH`, or "" for the first screen.
        query: What is searched for in all files, or None.
        selected: Paths that are selected.
        taking: "move" or "copy" while one looks for a place for
        taken: these paths.
        reading: The path of the text that is shown, or "".
        order: One of `ORDERS`.
    """

    place: str = ""
    query: str | None = None
    selected: tuple[str, ...] = ()
    taking: str = ""
    taken: tuple[str, ...] = ()
    reading: str = ""
    order: str = "name"


def item_id(path: str) -> str:
    """What tells a file in keys: its path below the user's directory."""
    return path.removeprefix(f"{HOME}/")


def title_of(place: str) -> str:
    """What a person calls a place."""
    known = next((c.label for c in CATEGORIES if c.name == place), "")
    if known or place == TRASH:
        return known or "Trash"
    return "Internal storage" if place in ("", HOME) else base_name(place)


_ORDERED = {
    "latest": lambda e: (-e.mtime_ms, e.name.casefold()),
    "oldest": lambda e: (e.mtime_ms, e.name.casefold()),
    "largest": lambda e: (-e.size, e.name.casefold()),
}


def entries(state: State, vfs: Vfs) -> tuple[Stat, ...]:
    """What the list shows, in order; folders first."""
    if state.query is not None:
        wanted = state.query.strip().casefold()
        found = tuple([e for e in all_stored(vfs) if wanted and wanted in e.name.casefold()])
    elif state.place == TRASH:
        return in_trash(vfs)
    elif state.place.startswith(HOME):
        found = listed(vfs, state.place)
    else:
        found = tuple([e for e in all_stored(vfs) if (c := category_of(e.name)) is not None and c.name == state.place])
    order = _ORDERED.get(state.order, lambda e: (e.name.casefold(),))
    return tuple(sorted(found, key=lambda e: (not e.is_dir, *order(e))))


# -- rows ----------------------------------------------------------------------------------------------------


def _face(entry: Stat, content: bytes, selected: bool) -> Node:
    if selected:
        return row(icon("m/check", size=24, style="home"), style="mine", w=_THUMB, h=_THUMB, justify="center")
    size = picture_size(content) if content else None
    if size is not None:
        return photo(content, w=_THUMB, h=_THUMB, part=filling(size, _THUMB, _THUMB))
    look = "nav_pill" if entry.is_dir else "theirs"
    return row(icon(f"m/{image_of(entry)}", size=24, style="text"), style=look, w=_THUMB, h=_THUMB, justify="center")


def _line(shown: Entry, _selected: bool) -> Node:
    entry, name, note, content, selected, mode = shown.data
    more = None
    if mode == "open":
        more = button(
            f"files.more.{item_id(entry.path)}",
            icon="m/more_vert",
            name=f"More options for {name}",
            style="icon",
            click=("menu", entry.path),
        )
    hold: Msg | None = None if mode == "take" else ("select", entry.path)
    made = item(
        f"files.entry.{item_id(entry.path)}",
        name,
        note,
        lead=_face(entry, content, selected),
        trail=more,
        click=("select", entry.path) if mode == "select" else ("open", entry.path),
        context=hold,
    )
    return made._replace(flags=state_flags(selected=selected), pad=(16, 0, 4, 0))


def _lines(state: State, ctx: Context) -> tuple[Entry, ...]:
    """The rows of the list.

    Their data are the file, its name and what is said of it, the bytes of a picture, whether it is selected, and what a
    touch does: "open", "select", or "take" where only folders count.
    """
    now = local(ctx.clock_ms, ctx.settings)
    mode = "take" if state.taking else "select" if state.selected else "open"
    made = []
    for entry in entries(state, ctx.vfs):
        if state.taking and not entry.is_dir:
            continue
        when = day_text(local(entry.mtime_ms, ctx.settings), now, ctx.settings)
        content = ctx.vfs.content(entry.path) if image_of(entry) == "image" else b""
        name = original(entry.path) if state.place == TRASH and state.query is None else entry.name
        note = when if entry.is_dir else f"{size_text(entry.size)}, {when}"
        data = (entry, name, note, content, entry.path in state.selected, mode)
        made.append(Entry(item_id(entry.path), name, data))
    return tuple(made)


# -- screens -------------------------------------------------------------------------------------------------


def _category(name: str, label: str, image: str, note: str) -> Node:
    return row(
        row(icon(f"m/{image}", size=22, style="accent"), style="nav_pill", w=40, h=40, justify="center"),
        column(text(label, style="strong", role=None), text(note, style="caption", role=None)),
        style="item_card",
        key=f"files.category.{name}",
        role=Role.BUTTON,
        name=label,
        h=64,
        pad=(12, 0),
        gap=12,
        w=FILL,
        click=("go", name),
    )


def _overview(sizes: tuple[tuple[str, int], ...], used: int, trashed: int) -> Node:
    known = dict(sizes)
    tiles = [_category("downloads", "Downloads", "download", size_text(known["downloads"]))]
    tiles += [_category(c.name, c.label, c.image, size_text(known[c.name])) for c in CATEGORIES]
    pairs = [row(*tiles[i : i + 2], gap=8) for i in range(0, len(tiles), 2)]
    count = f"{trashed} item{'s' * (trashed != 1)}"
    return column(
        section("Categories"),
        column(*pairs, gap=8, pad=(14, 0)),
        section("All storage"),
        item("files.storage", "Internal storage", f"{size_text(used)} used", image="smartphone", click=("go", HOME)),
        item("files.trash", "Trash", count, image="delete", click=("go", TRASH)),
        pad=(0, 0, 0, 20),
    )


def _search(query: str) -> Node:
    return row(
        field(
            "files.search",
            query,
            name="Search in Files",
            placeholder="Search in Files",
            style="search",
            search=True,
            icon="m/search",
            change=("query",),
            cancel=("back",),
        ),
        pad=(14, 10),
    )


def _home(ctx: Context) -> Node:
    files = all_stored(ctx.vfs)
    sums = {c.name: 0 for c in CATEGORIES}
    for entry in files:
        category = category_of(entry.name)
        if category is not None:
            sums[category.name] += entry.size
    downloads = sum([e.size for e in listed(ctx.vfs, f"{HOME}/Download")])
    body = panel(
        _overview, (("downloads", downloads), *sums.items()), sum([e.size for e in files]), len(in_trash(ctx.vfs))
    )
    return screen("files", "Files", app_bar("Files"), _search(""), scroll("files.home", body, name="Files"))


_MORE = (
    MenuItem("files.menu.new_folder", "Add new folder", ("new_folder",), icon="m/create_new_folder"),
    MenuItem("files.menu.sort", "Sort by", ("sort",), icon="m/sort"),
    MenuItem("files.menu.all", "Select all", ("select_all",), icon="m/select_all"),
)


def _bar(state: State, none: bool) -> Node:
    if state.selected:
        one = len(state.selected) == 1
        return row(
            button("files.cancel", icon="m/close", name="Cancel selection", style="icon", click=("back",)),
            text(f"{len(state.selected)} selected", style="title", role=Role.HEADING, w=FILL),
            action("files.move", "drive_file_move", "Move to", ("take", "move")),
            action("files.delete", "delete", "Delete", ("delete",)),
            action("files.more_selected", "more_vert", "More options", menu=_selected_menu(one)),
            h=64,
            pad=(4, 0, 6, 0),
            gap=2,
        )
    if state.place == TRASH:
        clear = button("files.empty_trash", "Empty", style="text", disabled=none, click=("empty_trash",))
        return app_bar("Trash", clear, back="files.up")
    menu = _MORE if state.place.startswith(HOME) else _MORE[1:]
    more = action("files.more", "more_vert", "More options", menu=menu)
    return app_bar(title_of(state.place), more, back="files.up")


def _selected_menu(one: bool) -> tuple[MenuItem, ...]:
    return (
        MenuItem("files.menu.copy", "Copy to", ("take", "copy"), icon="m/content_copy"),
        MenuItem("files.menu.rename", "Rename", ("rename", ""), icon="m/edit", enabled=one),
        MenuItem("files.menu.all", "Select all", ("select_all",), icon="m/select_all"),
    )


def _taking(state: State, ctx: Context) -> Node:
    count = len(state.taken)
    verb = state.taking.capitalize()
    lines = _lines(state, ctx)
    title = f"{verb} {count} item{'s' * (count != 1)} to…"
    new = action("files.new_folder", "create_new_folder", "Add new folder", ("new_folder",))
    where = row(text(title_of(state.place), style="muted", key="files.where"), pad=(18, 0), h=32)
    foot = row(
        button("files.take_cancel", "Cancel", style="text", click=("take_cancel",)),
        spacer(),
        button("files.take_here", f"{verb} here", style="primary", click=("take_here",)),
        style="nav",
        h=68,
        pad=(16, 0),
    )
    body: Element = (
        list_view(LIST, lines, _line, name="Folders", row_h=72) if lines else empty("folder_open", "No folders")
    )
    return screen("files", title, app_bar(title, new, back="files.up"), where, body, foot)


def _text(words: str) -> Node:
    return column(*[text(line, w=FILL, wrap=True, role=Role.PARAGRAPH) for line in words.splitlines()], pad=18, gap=4)


def _reading(path: str, ctx: Context) -> Node:
    entry = ctx.vfs.get(path)
    words = entry.content[:_MOST_TEXT].decode("utf-8", "replace") if type(entry) is File else "The file is gone."
    bar = app_bar(
        base_name(path), action("files.copy_text", "content_copy", "Copy text", ("copy_text",)), back="files.up"
    )
    return screen("files", base_name(path), bar, scroll("files.text", panel(_text, words), name="Text"))


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.reading:
        return _reading(state.reading, ctx)
    if state.taking:
        return _taking(state, ctx)
    if state.query is None and not state.place:
        return _home(ctx)
    lines = _lines(state, ctx)
    bar: Element = _bar(state, not lines) if state.query is None or state.selected else _search(state.query)
    body: Element = list_view(LIST, lines, _line, name="Files", row_h=72)
    if not lines:
        body = empty(
            "search" if state.query is not None else "folder_open", "Nothing found" if state.query else "Nothing here"
        )
    return screen("files", title_of(state.place), bar, body)
