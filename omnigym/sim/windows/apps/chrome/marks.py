"""Bookmarks and the reading list: what can be done with them."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from omnigym.sim.app import Context, Effect, Focus, Handler, OpenDialog, SetClipboard, SetFiles
from omnigym.sim.commands import LINE, MENU, Command, Commands, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking_text, tell
from omnigym.sim.handlers import saved
from omnigym.sim.sites.navigation import Result
from omnigym.sim.sites.window import Window
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError
from omnigym.sim.windows.apps.chrome.navigation import CHROME, TABS
from omnigym.sim.windows.apps.chrome.state import TITLE, changed, here, own
from omnigym.sim.windows.apps.chrome.store import (
    BAR,
    BOOKMARKS,
    DEEPEST,
    OTHER,
    READING,
    Bookmark,
    Later,
    below,
    folders,
    marked,
)
from omnigym.values import ClipboardContent

#: The field with the name of the bookmark that is edited.
NAME = "chrome.mark_name"


def _edited(window: Window, number: int) -> Result:
    return window._replace(over=f"mark.{number}", finding=None), (Focus(NAME, 0, -1),)


def _star(window: Window, ctx: Context) -> Result:
    """The page is bookmarked at once, and its bookmark shown to be changed."""
    title, url = here(window)
    if not url.startswith("https"):
        return window, ()
    old, rows = marked(ctx.vfs, url), BOOKMARKS.rows(ctx.vfs)
    if old is not None:
        return _edited(window, old.id)
    new = Bookmark(next_id(rows), title, url)
    window, effects = _edited(window, new.id)
    return window, (saved(BOOKMARKS, ctx, (*rows, new)), *effects)


def _with(window: Window, ctx: Context, number: int, **values: object) -> Result:
    rows = BOOKMARKS.rows(ctx.vfs)
    return window, (saved(BOOKMARKS, ctx, [b._replace(**values) if b.id == number else b for b in rows]),)  # type: ignore[arg-type]


def _name(window: Window, ctx: Context, number: int, title: str) -> Result:
    return _with(window, ctx, number, title=title) if title.strip() else (window, ())


def _file(window: Window, ctx: Context, number: int, label: str) -> Result:
    return _moved(window, ctx, folders(BOOKMARKS.rows(ctx.vfs)).get(label, BAR), ("bookmark", number))


def _moved(window: Window, ctx: Context, folder: int, payload: object) -> Result:
    """A bookmark goes into a folder, the last there; a folder into none that is in itself."""
    rows = BOOKMARKS.rows(ctx.vfs)
    number = payload[1] if isinstance(payload, tuple) and payload[:1] == ("bookmark",) else 0
    moved = next((b for b in rows if b.id == number), None)
    if moved is None or moved.parent == folder or folder in below(rows, number):
        return window, ()
    return window, (saved(BOOKMARKS, ctx, (*[b for b in rows if b.id != number], moved._replace(parent=folder))),)


def _delete(window: Window, ctx: Context, bookmark: Bookmark) -> Result:
    rows = BOOKMARKS.rows(ctx.vfs)
    gone = below(rows, bookmark.id)
    window = changed(window, mark=0, folder=BAR if own(window).folder in gone else own(window).folder)
    return window._replace(over=""), (saved(BOOKMARKS, ctx, [b for b in rows if b.id not in gone]),)


def _open(window: Window, ctx: Context, bookmark: Bookmark) -> Result:
    if bookmark.url:
        return CHROME.go_to(window, ctx, bookmark.url)
    return CHROME.go_to(changed(window, folder=bookmark.id, mark=0, query=""), ctx, "edge://bookmarks")


def _aside(window: Window, ctx: Context, bookmark: Bookmark) -> Result:
    """In a new tab; of a folder all bookmarks that are in it."""
    rows, effects = BOOKMARKS.rows(ctx.vfs), list[Effect]()
    urls = [bookmark.url] if bookmark.url else [b.url for b in rows if b.parent == bookmark.id and b.url]
    for url in urls:
        window, more = TABS.new_tab(window, ctx, url)
        effects += more
        ctx = ctx._replace(vfs=next((e.vfs for e in reversed(more) if type(e) is SetFiles), ctx.vfs))
    return window, tuple(effects)


def _copy(window: Window, _ctx: Context, bookmark: Bookmark) -> Result:
    return window, (SetClipboard(ClipboardContent(text=bookmark.url)),)


MARK = Commands(
    "chrome",
    Command("open_mark", "Open", run=_open, places=(MENU,)),
    Command("open_aside", lambda b: "Open in new tab" if b.url else "Open all", run=_aside, places=(MENU,)),
    LINE,
    Command("edit_mark", "Edit...", run=lambda w, _, b: _edited(w, b.id), places=(MENU,)),
    Command("copy_mark", "Copy link", run=_copy, places=(MENU,), enabled=lambda b: b.url),
    LINE,
    Command("delete_mark", "Delete", run=_delete, places=(MENU,)),
    records=rows_of(BOOKMARKS, lambda window: own(window).mark),
    menu="mark_menu",
)


def _new_folder(window: Window, ctx: Context, *given: Any) -> Result:
    """A folder in the one that is named, or that is shown."""
    rows, (*named, title) = BOOKMARKS.rows(ctx.vfs), given
    parent = named[0] if named else own(window).folder
    return window, (saved(BOOKMARKS, ctx, (*rows, Bookmark(next_id(rows), title, "", parent))),)


FOLDER = Commands(
    "chrome",
    Command(
        "new_folder",
        "New folder",
        run=_new_folder,
        places=(),
        ask=asking_text("New folder", "Folder name:", "New folder", "Save"),
    ),
)


# -- to and from files --------------------------------------------------------------------------------------------


def _lines(rows: tuple[Bookmark, ...], parent: int, level: int) -> list[str]:
    found: list[str] = []
    for b in [b for b in rows if b.parent == parent]:
        if b.url:
            found.append(f'<DT><A HREF="{escape(b.url)}">{escape(b.title)}</A>')
        elif level < DEEPEST:
            found += [f"<DT><H3>{escape(b.title)}</H3>", "<DL><p>", *_lines(rows, b.id, level + 1), "</DL><p>"]
    return found


def _export(window: Window, _ctx: Context) -> Result:
    dialog = FileDialog(True, f"{HOME}/Documents", "bookmarks.html", (("HTML file", "html"),))
    return window, (OpenDialog("file_dialog", dialog, ("exported",)),)


def _exported(window: Window, ctx: Context, path: str | None) -> Result:
    """Every browser reads this form of a file."""
    if path is None:
        return window, ()
    rows = BOOKMARKS.rows(ctx.vfs)
    inside = (*_lines(rows, BAR, 0), *_lines(rows, OTHER, 0))
    text = "\n".join(("<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<H1>Bookmarks</H1>", "<DL><p>", *inside, "</DL><p>", ""))
    try:
        return window, (SetFiles(ctx.vfs.write(path, text.encode(), ctx.clock_ms)),)
    except VfsError as e:
        return window, (tell(TITLE, str(e)),)


# -- the reading list ---------------------------------------------------------------------------------------------


def _later(window: Window, ctx: Context, title: str, url: str) -> Result:
    """A page that is on the list already is unread again."""
    rows = READING.rows(ctx.vfs)
    if not url.startswith("https"):
        return window, ()
    others = tuple([row for row in rows if row.url != url])
    added = (*others, Later(next_id(rows), title, url))
    return changed(window, reading=True), (saved(READING, ctx, added),)


def _read(window: Window, ctx: Context, number: int, read: bool | None) -> Result:
    """A page of the list was read, or was not; None takes it off."""
    rows = READING.rows(ctx.vfs)
    left = [row._replace(read=bool(read)) if row.id == number else row for row in rows]
    left = [row for row in left if read is not None or row.id != number]
    return window, (saved(READING, ctx, left),)


def _open_later(window: Window, ctx: Context, number: int) -> Result:
    row = next((row for row in READING.rows(ctx.vfs) if row.id == number), None)
    if row is None:
        return window, ()
    window, effects = _read(window, ctx, number, True)
    kept = next(e.vfs for e in effects if type(e) is SetFiles)
    window, more = CHROME.go_to(window, ctx._replace(vfs=kept), row.url)
    return window, (*effects, *more)


#: The handlers, by the first word of their messages.
MARKING: Mapping[str, Handler] = {
    "exported": _exported,
    "export": _export,
    "file_mark": _file,
    "later": lambda w, ctx: _later(w, ctx, *here(w)),
    "moved": _moved,
    "name_mark": _name,
    "open_later": _open_later,
    "pick_mark": lambda w, _, number: (changed(w, mark=number), ()),
    "read": _read,
    "read_later": _later,
    "show_folder": lambda w, _, number: (changed(w, folder=number, mark=0, query=""), ()),
    "star": _star,
}
