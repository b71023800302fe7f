"""Drive: files and folders in a cloud, which is a directory here; stars, and with whom a file is shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.drive.store import (
    DRIVE,
    SHARES,
    STARS,
    TRASH,
    Share,
    Star,
    below,
    inside,
    outside,
    uploaded,
    with_drive,
)
from omnigym.sim.android.catalogue import program
from omnigym.sim.android.dates import day_text, local
from omnigym.sim.android.kit import Tab, action, bottom_bar, empty, fab, left, phone_app, screen, search_box, tell
from omnigym.sim.android.people import CONTACTS
from omnigym.sim.android.storage import image_of, opener, size_text
from omnigym.sim.app import Context, Effect, Launch, OpenDialog, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.handlers import saved
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program, Taken
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import FILL, Element, Node, column, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import Entry, MenuItem, icon, list_view
from omnigym.sim.vfs import HOME, Stat, Vfs, base_name, join, parent_of, valid_name

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST = "drive.list"
_ROW = 70
_TABS = (Tab("files", "Files", "folder"), Tab("starred", "Starred", "star_border"), Tab("trash", "Trash", "delete"))
_NEW = (
    MenuItem("drive.menu.folder", "Folder", ("new_folder",), icon="m/create_new_folder"),
    MenuItem("drive.menu.upload", "Upload", ("upload",), icon="m/upload"),
    MenuItem("drive.menu.docs", "Google Docs", ("new_document",), icon="m/description"),
)


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "files", "starred" or "trash".
        folder: The folder that is listed, below My Drive: "Work"; "" for My Drive.
        query: What is searched for in all of Drive.
    """

    tab: str = "files"
    folder: str = ""
    query: str = ""


# -- what can be done -------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_FILE = "file:"
_DOWNLOAD = f"{HOME}/Download"
_ROLES = (("Viewer", "Viewer"), ("Commenter", "Commenter"), ("Editor", "Editor"))
#: What Docs opens; the rest is for the apps that open files.
_DOCUMENTS = (".docx", ".txt")


def _init(path: str, ctx: Context) -> _Result:
    return _opened(State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Ask whether the file of a path "file:..." is to be kept in Drive."""
    file = path.removeprefix(_FILE)
    if not path.startswith(_FILE) or not ctx.vfs.is_file(file):
        return state, ()
    args = ("Save to Drive", f"{base_name(file)} will be in My Drive.", "Save", "Cancel")
    return State(), (OpenDialog("ask", args, ("save_shared", file)),)


def _save_shared(state: State, ctx: Context, path: str, yes: bool) -> _Result:
    return _upload(state, ctx, path) if yes else (state, ())


def _upload(state: State, ctx: Context, path: str | None) -> _Result:
    if path is None or not ctx.vfs.is_file(path):
        return state, ()
    vfs, _ = uploaded(ctx.vfs, outside(state.folder), base_name(path), ctx.vfs.read(path), ctx.clock_ms)
    return state, (SetFiles(vfs),)


def _open(state: State, ctx: Context, path: str) -> _Result:
    if ctx.vfs.is_dir(path):
        return State(folder=inside(path)), (ScrollTo(_LIST),)
    app = "docs" if path.lower().endswith(_DOCUMENTS) else opener(path)
    if program(app) is None:
        return state, (tell("Can’t open file", f"No app on this phone opens {base_name(path)}."),)
    return state, (Launch(app, path),)


def _menu(state: State, ctx: Context, path: str) -> _Result:
    if ctx.vfs.stat(path) is None:
        return state, ()
    if state.tab == "trash":
        return state, (
            ShowMenu(
                (
                    MenuItem("drive.menu.restore", "Restore", ("restore", path), icon="m/restore_from_trash"),
                    MenuItem("drive.menu.forever", "Delete forever", ("forever", path), icon="m/delete_forever"),
                )
            ),
        )
    starred = any(s.path == inside(path) for s in STARS.rows(ctx.vfs))
    is_file = ctx.vfs.is_file(path)
    items = (
        MenuItem("drive.menu.share", "Share", ("share", path), icon="m/person_add"),
        MenuItem(
            "drive.menu.star",
            "Remove from Starred" if starred else "Add to Starred",
            ("star", path),
            icon="m/star" if starred else "m/star_border",
        ),
        MenuItem("drive.menu.send", "Send a copy", ("send", path), icon="m/reply", enabled=is_file),
        MenuItem("drive.menu.download", "Download", ("download", path), icon="m/download", enabled=is_file),
        MenuItem("drive.menu.copy", "Make a copy", ("copy", path), icon="m/content_copy", enabled=is_file),
        MenuItem("drive.menu.rename", "Rename", ("rename", path), icon="m/edit"),
        MenuItem("drive.menu.move", "Move", ("move", path), icon="m/drive_file_move"),
        MenuItem("drive.menu.remove", "Remove", ("remove", path), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _new_folder(state: State, _ctx: Context) -> _Result:
    return state, (OpenDialog("prompt", ("New folder", "Folder name", "Untitled folder", "Create"), ("folder",)),)


def _folder(state: State, ctx: Context, name: str | None) -> _Result:
    if name is None:
        return state, ()
    if not valid_name(name.strip()):
        return state, (tell("", f"“{name}” cannot be the name of a folder."),)
    here = outside(state.folder)
    return state, (SetFiles(ctx.vfs.make_dir(join(here, ctx.vfs.free_name(here, name.strip())), ctx.clock_ms)),)


def _rename(state: State, _ctx: Context, path: str) -> _Result:
    return state, (OpenDialog("prompt", ("Rename", "Name", base_name(path), "Rename"), ("renamed", path)),)


def _renamed(state: State, ctx: Context, path: str, name: str | None) -> _Result:
    if name is None or ctx.vfs.stat(path) is None or name.strip() == base_name(path):
        return state, ()
    if not valid_name(name.strip()):
        return state, (tell("", f"“{name}” cannot be the name of a file."),)
    return _moved_to(state, ctx, path, join(parent_of(path), name.strip()))


def _moved_to(state: State, ctx: Context, path: str, target: str) -> _Result:
    """A file goes elsewhere, with its star and the people that it is shared with."""
    if ctx.vfs.stat(target) is not None:
        return state, (tell("", f"There is a “{base_name(target)}” already."),)
    vfs = ctx.vfs.move(path, target, ctx.clock_ms)
    return state, (SetFiles(_followed(vfs, inside(path), inside(target), ctx.clock_ms)),)


def _followed(vfs: Vfs, old: str, new: str, now: int) -> Vfs:
    """The tables with another path of a file, or of a folder and what is in it; "" for one that is gone."""

    def path_of(path: str) -> str:
        inner = path == old or path.startswith(f"{old}/")
        return f"{new}{path[len(old) :]}" if inner and new else "" if inner else path

    shares = tuple([s._replace(path=p) for s in SHARES.rows(vfs) if (p := path_of(s.path))])
    stars = tuple([s._replace(path=p) for s in STARS.rows(vfs) if (p := path_of(s.path))])
    if shares != SHARES.rows(vfs):
        vfs = SHARES.written(vfs, shares, now)
    return STARS.written(vfs, stars, now) if stars != STARS.rows(vfs) else vfs


def _move(state: State, _ctx: Context, path: str) -> _Result:
    return state, (OpenDialog("pick_file", ("Move to", DRIVE, True), ("moved", path)),)


def _moved(state: State, ctx: Context, path: str, folder: str | None) -> _Result:
    if folder is None or ctx.vfs.stat(path) is None or folder == parent_of(path):
        return state, ()
    if folder == path or folder.startswith(f"{path}/") or not f"{folder}/".startswith(f"{DRIVE}/"):
        return state, (tell("", "It cannot be moved there."),)
    return _moved_to(state, ctx, path, join(folder, base_name(path)))


def _copy(state: State, ctx: Context, path: str) -> _Result:
    if not ctx.vfs.is_file(path):
        return state, ()
    name = f"Copy of {base_name(path)}"
    return state, (SetFiles(uploaded(ctx.vfs, parent_of(path), name, ctx.vfs.read(path), ctx.clock_ms)[0]),)


def _download(state: State, ctx: Context, path: str) -> _Result:
    if not ctx.vfs.is_file(path):
        return state, ()
    target = join(_DOWNLOAD, ctx.vfs.free_name(_DOWNLOAD, base_name(path)))
    saved = SetFiles(ctx.vfs.write(target, ctx.vfs.read(path), ctx.clock_ms))
    return state, (saved, tell("Download complete", f"{base_name(target)} is in Downloads."))


def _star(state: State, ctx: Context, path: str) -> _Result:
    rows, where = STARS.rows(ctx.vfs), inside(path)
    left_over = tuple([s for s in rows if s.path != where])
    after = left_over if left_over != rows else (*rows, Star(next_id(rows), where))
    return state, (saved(STARS, ctx, after),)


def _share(state: State, _ctx: Context, path: str) -> _Result:
    args = (f"Share “{base_name(path)}”", "Add a person or an address", "", "Next")
    return state, (OpenDialog("prompt", args, ("share_with", path)),)


def _share_with(state: State, ctx: Context, path: str, who: str | None) -> _Result:
    if who is None:
        return state, ()
    known = {c.name.casefold(): c.email for c in CONTACTS.rows(ctx.vfs) if c.email}
    email = known.get(who.strip().casefold(), who.strip())
    if "@" not in email:
        return state, (tell("", f"“{who}” is nobody’s address."),)
    return state, (OpenDialog("choose", (f"{email} may be", _ROLES, "Editor"), ("shared", path, email)),)


def _shared(state: State, ctx: Context, path: str, email: str, role: str | None) -> _Result:
    if role is None:
        return state, ()
    where = inside(path)
    rows = tuple([s for s in SHARES.rows(ctx.vfs) if (s.path, s.email) != (where, email)])
    after = (*rows, Share(next_id(rows), where, email, role))
    return state, (saved(SHARES, ctx, after),)


def _remove(state: State, ctx: Context, path: str) -> _Result:
    if ctx.vfs.stat(path) is None:
        return state, ()
    vfs = ctx.vfs.make_dir(TRASH, ctx.clock_ms)
    vfs = vfs.move(path, join(TRASH, vfs.free_name(TRASH, base_name(path))), ctx.clock_ms)
    return state, (SetFiles(_followed(vfs, inside(path), "", ctx.clock_ms)),)


def _restore(state: State, ctx: Context, path: str) -> _Result:
    if ctx.vfs.stat(path) is None:
        return state, ()
    return state, (SetFiles(ctx.vfs.move(path, join(DRIVE, ctx.vfs.free_name(DRIVE, base_name(path))), ctx.clock_ms)),)


def _forever(state: State, _ctx: Context, path: str) -> _Result:
    args = ("Delete forever?", f"“{base_name(path)}” cannot be restored.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", path)),)


def _deleted(state: State, ctx: Context, path: str, yes: bool) -> _Result:
    if not yes or ctx.vfs.stat(path) is None:
        return state, ()
    return state, (SetFiles(ctx.vfs.delete(path, ctx.clock_ms)),)


def _back(state: State, _ctx: Context) -> _Result:
    if state.folder:
        return State(folder=parent_of(state.folder) if "/" in state.folder else ""), (ScrollTo(_LIST),)
    return (State(), ()) if state != State() else left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "copy": _copy,
    "deleted": _deleted,
    "download": _download,
    "folder": _folder,
    "forever": _forever,
    "menu": _menu,
    "move": _move,
    "moved": _moved,
    "new_document": lambda s, _: (s, (Launch("docs", f"new:{outside(s.folder)}"),)),
    "new_folder": _new_folder,
    "open": _open,
    "opened": _opened,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "remove": _remove,
    "rename": _rename,
    "renamed": _renamed,
    "restore": _restore,
    "save_shared": _save_shared,
    "send": lambda s, _, path: (s, (OpenDialog("share", ("file", path)),)),
    "share": _share,
    "share_with": _share_with,
    "shared": _shared,
    "star": _star,
    "tab": lambda _, __, tab: (State(tab), (ScrollTo(_LIST),)),
    "upload": lambda s, _: (s, (OpenDialog("pick_file", ("Upload", ""), ("uploaded",)),)),
    "uploaded": _upload,
}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("drive", "")


def _entries(state: State, ctx: Context) -> tuple[Entry, ...]:
    vfs, wanted = ctx.vfs, state.query.strip().casefold()
    if state.tab == "trash":
        found: list[Stat] = list(vfs.list(TRASH)) if vfs.is_dir(TRASH) else []
    elif state.tab == "starred":
        starred = {s.path for s in STARS.rows(vfs)}
        found = [e for e in below(vfs) if inside(e.path) in starred]
    elif wanted:
        found = [e for e in below(vfs) if wanted in e.name.casefold()]
    else:
        here = outside(state.folder)
        found = list(vfs.list(here)) if vfs.is_dir(here) else []
    found.sort(key=lambda e: (not e.is_dir, e.name.casefold(), e.path))
    shared = {s.path for s in SHARES.rows(vfs)}
    starred = {s.path for s in STARS.rows(vfs)}
    now = local(ctx.clock_ms, ctx.settings)
    return tuple(
        [_entry(e, shared, starred, day_text(local(e.mtime_ms, ctx.settings), now, ctx.settings)) for e in found]
    )


def _entry(entry: Stat, shared: set[str], starred: set[str], when: str) -> Entry:
    path = inside(entry.path)
    note = f"Modified {when}{'' if entry.is_dir else f' · {size_text(entry.size)}'}"
    return Entry(entry.path, entry.name, (entry.is_dir, note, path in shared, path in starred, image_of(entry)))


def _line(entry: Entry, _selected: bool, trashed: bool) -> Node:
    is_dir, note, shared, starred, image = entry.data
    name, key = entry.text, f"drive.file.{entry.id.rpartition('/')[2]}"
    return row(
        ui.icon(f"m/{'folder_shared' if is_dir and shared else image}", "" if is_dir else "accent", size=28),
        column(
            ui.text(name, "body", w=FILL, role=None),
            row(
                icon("m/people", size=14) if shared else None,
                icon("m/star", size=14) if starred else None,
                ui.text(note, "muted", w=FILL, role=None),
                gap=5,
            ),
            gap=2,
        ),
        action(f"{key}.more", "more_vert", f"More actions for {name}", ("menu", entry.id)),
        style="item",
        key=key,
        role=Role.LIST_ITEM,
        name=name,
        w=FILL,
        h=_ROW,
        pad=(18, 0, 4, 0),
        gap=18,
        click=("menu" if trashed else "open", entry.id),
        context=("menu", entry.id),
    )._replace(value=note)


def _bar(state: State) -> Node:
    if state.folder and state.tab == "files":
        up = ui.tool("up", "m/arrow_back", "Navigate up", "icon", click=("back",))
        return row(up, ui.heading(base_name(state.folder), "title", w=FILL), h=68, pad=(4, 0, 12, 0))
    search = search_box("drive", state.query, "Search in Drive")
    return row(search, pad=(14, 10))


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    entries = _entries(state, ctx)
    body: Element = list_view(_LIST, entries, _line, name="Files", row_h=_ROW, args=(state.tab == "trash",))
    if not entries:
        blank = {"files": "This folder is empty", "starred": "No starred files", "trash": "Nothing in trash"}[state.tab]
        body = empty("folder_open", "No results" if state.query else blank)
    new = fab("drive.new", "add", "New", ("none",))._replace(menu=_NEW) if state.tab == "files" else None
    return screen("drive", "Drive", _bar(state), body, bottom_bar("drive", _TABS, state.tab), floating=new)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="drive",
        title="Drive",
        icon="app/drive",
        art={"app/drive": sign_icon(0xFFFFFF, "add_to_drive", 0x0F9D58)},
        program=Program(category="Office", takes=(Taken("file", 2),)),
        initial=with_drive,
        init=_init,
        view=_view,
        on=_UPDATES,
        tables=(SHARES, STARS),
    ),
)
