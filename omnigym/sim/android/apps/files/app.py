"""Files: folders and categories, search, and what one does with files; texts are read in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.pictures import picture_size
from omnigym.sim.android.catalogue import program
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import action, app_bar, empty, item, left, phone_app, screen, section, tell
from omnigym.sim.android.storage import (
    CATEGORIES,
    TEXTS,
    category_of,
    discarded,
    image_of,
    in_trash,
    listed,
    opener,
    original,
    outward,
    restored,
    size_text,
)
from omnigym.sim.android.storage import stored as all_stored
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles, ShowMenu
from omnigym.sim.files.kinds import split_name
from omnigym.sim.files.operations import renamed, to_each
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import FileKind, Program
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import FILL, Element, Msg, Node, column, panel, row, state_flags
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import Entry, MenuItem, list_view, scroll, spacer, text
from omnigym.sim.vfs import HOME, File, Stat, Vfs, VfsError, base_name, join, parent_of, valid_name
from omnigym.values import ClipboardContent

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST = "files.list"
#: Places that are no folders: the categories by their names, and this one.
_TRASH = "trash"
_ORDERS = (
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
        place: A folder's path, the name of a category, `_TRASH`, or "" for the first screen.
        query: What is searched for in all files, or None.
        selected: Paths that are selected.
        taking: "move" or "copy" while one looks for a place for
        taken: these paths.
        reading: The path of the text that is shown, or "".
        order: One of `_ORDERS`.
    """

    place: str = ""
    query: str | None = None
    selected: tuple[str, ...] = ()
    taking: str = ""
    taken: tuple[str, ...] = ()
    reading: str = ""
    order: str = "name"


# -- what can be done -------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_DOWNLOADS = f"{HOME}/Download"


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path) if path else (State(), ())


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Show a folder, or a text."""
    if ctx.vfs.is_dir(path):
        return State(ctx.vfs.real_path(path), order=state.order), (ScrollTo(_LIST),)
    if ctx.vfs.is_file(path):
        real = ctx.vfs.real_path(path)
        return State(parent_of(real), order=state.order, reading=real), (ScrollTo("files.text"),)
    return state, ()


def _go(state: State, _ctx: Context, place: str) -> _Result:
    where = _DOWNLOADS if place == "downloads" else place
    return State(where, order=state.order), (ScrollTo(_LIST),)


def _open(state: State, ctx: Context, path: str) -> _Result:
    if state.place == _TRASH and state.query is None:
        return _trash_menu(state, path)
    if ctx.vfs.is_dir(path):
        return state._replace(place=path, query=None, selected=()), (ScrollTo(_LIST),)
    app = opener(path)
    if app == "files":
        return state._replace(reading=path), (ScrollTo("files.text"), Focus("files.text"))
    if not ctx.vfs.is_file(path) or program(app) is None:
        return state, (tell("Can’t open file", f"No app on this phone opens {base_name(path)}."),)
    return state, (Launch(app, path),)


def _menu(state: State, ctx: Context, path: str) -> _Result:
    if state.place == _TRASH and state.query is None:
        return _trash_menu(state, path)
    items = [
        MenuItem("files.menu.select", "Select", ("select", path), icon="m/check_circle"),
        MenuItem("files.menu.rename", "Rename", ("rename", path), icon="m/edit"),
        MenuItem("files.menu.move", "Move to", ("take", "move", path), icon="m/drive_file_move"),
        MenuItem("files.menu.copy", "Copy to", ("take", "copy", path), icon="m/content_copy"),
        MenuItem("files.menu.delete", "Delete", ("delete", path), icon="m/delete"),
        *([MenuItem("files.menu.share", "Share", ("share", path), icon="m/share")] if ctx.vfs.is_file(path) else ()),
        MenuItem("files.menu.info", "File info", ("info", path), icon="m/info"),
    ]
    return state, (ShowMenu(tuple(items)),)


def _trash_menu(state: State, path: str) -> _Result:
    return state, (
        ShowMenu(
            (
                MenuItem("files.menu.restore", "Restore", ("restore", path), icon="m/restore"),
                MenuItem("files.menu.erase", "Delete forever", ("erase", path), icon="m/delete_forever"),
            )
        ),
    )


def _select(state: State, _ctx: Context, path: str) -> _Result:
    if state.place == _TRASH:
        return _trash_menu(state, path)
    chosen = tuple([p for p in state.selected if p != path])
    return state._replace(selected=chosen if path in state.selected else (*chosen, path)), ()


def _select_all(state: State, ctx: Context) -> _Result:
    return state._replace(selected=tuple([e.path for e in _entries(state, ctx.vfs)])), ()


def _done(state: State, ctx: Context, change: Callable[[Vfs], Vfs], failed: str) -> _Result:
    """The files changed, or a dialog that says why not."""
    try:
        return state, (SetFiles(change(ctx.vfs)),)
    except VfsError as e:
        why = "There isn’t enough storage space." if e.kind == "full" else str(e).replace("\n", " ")
        return state, (tell(failed, why),)


def _take(state: State, _ctx: Context, how: str, path: str = "") -> _Result:
    taken = (path,) if path else state.selected
    if not taken:
        return state, ()
    start = state.place if state.place.startswith(HOME) else HOME
    return state._replace(place=start, query=None, selected=(), taking=how, taken=taken), (ScrollTo(_LIST),)


def _take_here(state: State, ctx: Context) -> _Result:
    after = state._replace(taking="", taken=())
    folder, cut, now = state.place, state.taking == "move", ctx.clock_ms

    def put(vfs: Vfs, path: str) -> Vfs:
        target = join(folder, vfs.free_name(folder, base_name(path)))
        return vfs.move(path, target, now) if cut else vfs.copy(path, target, now)

    taken = [p for p in state.taken if not (cut and parent_of(p) == folder)]
    return _done(after, ctx, lambda vfs: to_each(vfs, taken, put), f"Can’t {state.taking}")


def _delete(state: State, ctx: Context, path: str = "") -> _Result:
    paths = tuple([p for p in ((path,) if path else state.selected) if ctx.vfs.get(p) is not None])
    if not paths:
        return state, ()
    what = base_name(paths[0]) if len(paths) == 1 else count_of(len(paths), "item")
    args = ("Move to trash?", f"{what} will be deleted forever after 30 days.", "Move to trash", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", paths)),)


def _deleted(state: State, ctx: Context, paths: tuple[str, ...], yes: bool) -> _Result:
    if not yes:
        return state, ()
    after = state._replace(selected=())
    return _done(
        after, ctx, lambda vfs: to_each(vfs, paths, lambda v, p: discarded(v, p, ctx.clock_ms)), "Can’t delete"
    )


def _restore(state: State, ctx: Context, path: str) -> _Result:
    return _done(state, ctx, lambda vfs: restored(vfs, path, ctx.clock_ms), "Can’t restore")


def _erase(state: State, ctx: Context, path: str) -> _Result:
    args = ("Delete forever?", f"{original(path)} cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("erased", (path,))),) if ctx.vfs.get(path) is not None else ()


def _empty_trash(state: State, ctx: Context) -> _Result:
    paths = tuple([e.path for e in in_trash(ctx.vfs)])
    args = ("Empty trash?", "What is in it cannot be restored.", "Empty", "Cancel")
    return state, (OpenDialog("ask", args, ("erased", paths)),) if paths else ()


def _erased(state: State, ctx: Context, paths: tuple[str, ...], yes: bool) -> _Result:
    if not yes:
        return state, ()
    return state, (SetFiles(to_each(ctx.vfs, paths, lambda vfs, path: vfs.delete(path, ctx.clock_ms))),)


def _rename(state: State, ctx: Context, path: str) -> _Result:
    path = path or (state.selected[0] if state.selected else "")
    if ctx.vfs.get(path) is None:
        return state, ()
    return state, (OpenDialog("prompt", ("Rename", "Name", base_name(path), "OK"), ("renamed", path)),)


def _renamed(state: State, ctx: Context, path: str, name: str | None) -> _Result:
    if name is None or name.strip() == base_name(path):
        return state, ()
    name = name.strip()
    words = {"name": f"{name!r} cannot be the name of a file.", "exists": f"There is already something named {name}."}
    try:
        vfs = renamed(ctx.vfs, path, name, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Can’t rename", words.get(e.kind, str(e).replace("\n", " "))),)
    return state._replace(selected=()), (SetFiles(vfs),)


def _new_folder(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("prompt", ("Add new folder", "Folder name", "", "Create folder"), ("folder",)),)


def _folder(state: State, ctx: Context, name: str | None) -> _Result:
    if name is None or not state.place.startswith(HOME):
        return state, ()
    path = join(state.place, name.strip())
    if not valid_name(name.strip()) or ctx.vfs.get(path) is not None:
        return state, (tell("Can’t add folder", "The name is taken, or cannot be one of a folder."),)
    return _done(state, ctx, lambda vfs: vfs.make_dir(path, ctx.clock_ms), "Can’t add folder")


def _info(state: State, ctx: Context, path: str) -> _Result:
    stat = ctx.vfs.stat(path)
    if stat is None:
        return state, ()
    kind = split_name(stat.name)[1][1:].upper() or "Plain"
    what = "Folder" if stat.is_dir else f"{kind} file, {size_text(stat.size)}"
    day = local(stat.mtime_ms, ctx.settings)
    said = f"{what}. It is in {outward(parent_of(path))}. Modified {day:%b} {day.day}, {day.year}."
    return state, (tell(stat.name, said),)


def _copy_text(state: State, ctx: Context) -> _Result:
    entry = ctx.vfs.get(state.reading)
    if type(entry) is not File:
        return state, ()
    return state, (SetClipboard(ClipboardContent(text=entry.content.decode("utf-8", "replace"))),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.reading:
        return state._replace(reading=""), ()
    if state.selected:
        return state._replace(selected=()), ()
    if state.query is not None:
        return state._replace(query=None), ()
    if state.place.startswith(f"{HOME}/"):
        return state._replace(place=parent_of(state.place)), (ScrollTo(_LIST),)
    if state.taking:
        return state._replace(taking="", taken=()), ()
    return (State(order=state.order), ()) if state.place else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "copy_text": _copy_text,
    "delete": _delete,
    "deleted": _deleted,
    "empty_trash": _empty_trash,
    "erase": _erase,
    "erased": _erased,
    "folder": _folder,
    "go": _go,
    "info": _info,
    "menu": _menu,
    "new_folder": _new_folder,
    "open": _open,
    "opened": _opened,
    "ordered": lambda s, _, order: (s._replace(order=order or s.order), (ScrollTo(_LIST),)),
    "query": lambda s, _, query: (s._replace(query=query), (Focus("files.search"), ScrollTo(_LIST))),
    "rename": _rename,
    "renamed": _renamed,
    "restore": _restore,
    "select": _select,
    "select_all": _select_all,
    "share": lambda s, _, path: (s, (OpenDialog("share", ("file", path)),)),
    "sort": lambda s, _: (s, (OpenDialog("choose", ("Sort by", _ORDERS, s.order), ("ordered",)),)),
    "take": _take,
    "take_cancel": lambda s, _: (s._replace(taking="", taken=()), ()),
    "take_here": _take_here,
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("files", "", button="icon")


def _item_id(path: str) -> str:
    """What tells a file in keys: its path below the user's directory."""
    return path.removeprefix(f"{HOME}/")


def _title_of(place: str) -> str:
    """What a person calls a place."""
    known = next((c.label for c in CATEGORIES if c.name == place), "")
    if known or place == _TRASH:
        return known or "Trash"
    return "Internal storage" if place in ("", HOME) else base_name(place)


_ORDERED = {
    "latest": lambda e: (-e.mtime_ms, e.name.casefold()),
    "oldest": lambda e: (e.mtime_ms, e.name.casefold()),
    "largest": lambda e: (-e.size, e.name.casefold()),
}


def _entries(state: State, vfs: Vfs) -> tuple[Stat, ...]:
    """What the list shows, in order; folders first."""
    if state.query is not None:
        wanted = state.query.strip().casefold()
        found = tuple([e for e in all_stored(vfs) if wanted and wanted in e.name.casefold()])
    elif state.place == _TRASH:
        return in_trash(vfs)
    elif state.place.startswith(HOME):
        found = listed(vfs, state.place)
    else:
        found = tuple([e for e in all_stored(vfs) if (c := category_of(e.name)) is not None and c.name == state.place])
    order = _ORDERED.get(state.order, lambda e: (e.name.casefold(),))
    return tuple(sorted(found, key=lambda e: (not e.is_dir, *order(e))))


def _face(entry: Stat, content: bytes, selected: bool) -> Node:
    if selected:
        return row(ui.icon("m/check", "home", size=24), style="mine", w=_THUMB, h=_THUMB, justify="center")
    size = picture_size(content) if content else None
    if size is not None:
        return photo(content, w=_THUMB, h=_THUMB, part=filling(size, _THUMB, _THUMB))
    look = "nav_pill" if entry.is_dir else "theirs"
    return row(ui.icon(f"m/{image_of(entry)}", "text", size=24), style=look, w=_THUMB, h=_THUMB, justify="center")


def _line(shown: Entry, _selected: bool) -> Node:
    entry, name, note, content, selected, mode = shown.data
    more = None
    if mode == "open":
        more = ui.tool(
            f"more.{_item_id(entry.path)}", "m/more_vert", f"More options for {name}", click=("menu", entry.path)
        )
    hold: Msg | None = None if mode == "take" else ("select", entry.path)
    made = item(
        f"files.entry.{_item_id(entry.path)}",
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
    for entry in _entries(state, ctx.vfs):
        if state.taking and not entry.is_dir:
            continue
        when = day_text(local(entry.mtime_ms, ctx.settings), now, ctx.settings)
        content = ctx.vfs.content(entry.path) if image_of(entry) == "image" else b""
        name = original(entry.path) if state.place == _TRASH and state.query is None else entry.name
        note = when if entry.is_dir else f"{size_text(entry.size)}, {when}"
        data = (entry, name, note, content, entry.path in state.selected, mode)
        made.append(Entry(_item_id(entry.path), name, data))
    return tuple(made)


def _category(name: str, label: str, image: str, note: str) -> Node:
    return ui.row(
        row(ui.icon(f"m/{image}", "accent", size=22), style="nav_pill", w=40, h=40, justify="center"),
        column(ui.text(label, "strong", role=None), ui.text(note, "caption", role=None)),
        style="item_card",
        key=f"category.{name}",
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
    count = count_of(trashed, "item")
    return column(
        section("Categories"),
        column(*pairs, gap=8, pad=(14, 0)),
        section("All storage"),
        item("files.storage", "Internal storage", f"{size_text(used)} used", image="smartphone", click=("go", HOME)),
        item("files.trash", "Trash", count, image="delete", click=("go", _TRASH)),
        pad=(0, 0, 0, 20),
    )


def _search(query: str) -> Node:
    return row(
        ui.field(
            "search",
            query,
            "Search in Files",
            "search",
            placeholder="Search in Files",
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
            ui.tool("cancel", "m/close", "Cancel selection", click=("back",)),
            ui.heading(f"{len(state.selected)} selected", "title", w=FILL),
            action("files.move", "drive_file_move", "Move to", ("take", "move")),
            action("files.delete", "delete", "Delete", ("delete",)),
            action("files.more_selected", "more_vert", "More options", menu=_selected_menu(one)),
            h=64,
            pad=(4, 0, 6, 0),
            gap=2,
        )
    if state.place == _TRASH:
        clear = ui.button("empty_trash", "Empty", "text", disabled=none)
        return app_bar("Trash", clear, back="files.up")
    menu = _MORE if state.place.startswith(HOME) else _MORE[1:]
    more = action("files.more", "more_vert", "More options", menu=menu)
    return app_bar(_title_of(state.place), more, back="files.up")


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
    title = f"{verb} {count_of(count, 'item')} to…"
    new = action("files.new_folder", "create_new_folder", "Add new folder", ("new_folder",))
    where = row(ui.text(_title_of(state.place), "muted", key="where"), pad=(18, 0), h=32)
    foot = row(
        ui.button("take_cancel", "Cancel", "text"),
        spacer(),
        ui.button("take_here", f"{verb} here", "primary"),
        style="nav",
        h=68,
        pad=(16, 0),
    )
    body: Element = (
        list_view(_LIST, lines, _line, name="Folders", row_h=72) if lines else empty("folder_open", "No folders")
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


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    if state.reading:
        return _reading(state.reading, ctx)
    if state.taking:
        return _taking(state, ctx)
    if state.query is None and not state.place:
        return _home(ctx)
    lines = _lines(state, ctx)
    bar: Element = _bar(state, not lines) if state.query is None or state.selected else _search(state.query)
    body: Element = list_view(_LIST, lines, _line, name="Files", row_h=72)
    if not lines:
        body = empty(
            "search" if state.query is not None else "folder_open", "Nothing found" if state.query else "Nothing here"
        )
    return screen("files", _title_of(state.place), bar, body)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="files",
        title="Files",
        icon="app/files",
        art={"app/files": sign_icon(0xFFFFFF, "folder", 0x1A73E8)},
        program=Program(category="System Management", opens=(FileKind(TEXTS),)),
        init=_init,
        view=_view,
        on=_UPDATES,
        document=lambda state: state.reading,
    ),
)
