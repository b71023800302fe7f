"""What can be done in Chrome: going from page to page, groups of tabs, bookmarks and the reading list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from omnigym.sim.app import Context, Effect, Focus, Handler, OpenDialog, SetClipboard, SetFiles
from omnigym.sim.commands import LINE, MENU, Command, Commands, rows_of
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking_text, tell
from omnigym.sim.handlers import saved
from omnigym.sim.sites.browser import desktop_going
from omnigym.sim.sites.browsing import Tab, place_of
from omnigym.sim.sites.navigation import Going, Result
from omnigym.sim.sites.site import Page, Visit
from omnigym.sim.sites.tabbing import Tabbing
from omnigym.sim.sites.window import Window, tab
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, Vfs, VfsError
from omnigym.sim.windows.apps.chrome.pages import own_page
from omnigym.sim.windows.apps.chrome.state import ADDRESS, SIDE, TITLE, changed, here, inward, outward, own
from omnigym.sim.windows.apps.chrome.store import (
    BAR,
    BOOKMARKS,
    COLOURS,
    DEEPEST,
    GROUPS,
    OTHER,
    READING,
    Bookmark,
    Group,
    Later,
    below,
    downloaded,
    folders,
    marked,
    visited,
)
from omnigym.sim.windows.clock import local, zone_of
from omnigym.values import ClipboardContent

# -- from page to page ------------------------------------------------------------------------------------------------


class _Chrome(Going):
    """As every browser, but for its own pages, and what it remembers."""

    __slots__ = ()

    def visit(self, window: Window, ctx: Context) -> Visit:
        """The visit of the page that is shown, which has the room that the reading list leaves."""
        seen = Going.visit(self, window, ctx)
        return seen._replace(w=max(1, seen.w - SIDE)) if own(window).reading else seen

    def page(self, window: Window, ctx: Context) -> Page:
        """The page that is shown."""
        visit = self.visit(window, ctx)
        if visit.address.host == "edge":
            return own_page(visit, own(window), ctx.vfs, ctx.settings)
        return Going.page(self, window, ctx)

    def to_typed(self, window: Window, ctx: Context, typed: str) -> Result:
        """To what was typed into the address bar."""
        return Going.to_typed(self, window, ctx, inward(typed))

    def visited(self, vfs: Vfs, title: str, url: str, now_ms: int) -> Vfs:
        """The files with a visit of a page."""
        return visited(vfs, title, url, now_ms)

    def downloaded(self, vfs: Vfs, name: str, url: str, path: str, now_ms: int) -> Vfs:
        """The files with a download."""
        return downloaded(vfs, name, url, path, now_ms)


def _now(ctx: Context) -> tuple[int, int]:
    return local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes


CHROME = desktop_going(TITLE, 14, _now, _Chrome)  # a page is laid out beside the scrollbar
TABS = Tabbing(CHROME, ADDRESS)


# -- groups of tabs ---------------------------------------------------------------------------------------------------

#: The field with the name of the group that is edited.
GROUP_NAME = "chrome.group_name"


def group_of(vfs: Vfs, number: int) -> Group | None:
    """The group with a number; None where it was deleted meanwhile."""
    return next((g for g in GROUPS.rows(vfs) if g.id == number), None)


def _with_group(ctx: Context, number: int, **values: object) -> SetFiles:
    rows = [g._replace(**values) if g.id == number else g for g in GROUPS.rows(ctx.vfs)]  # type: ignore[arg-type]
    return saved(GROUPS, ctx, rows)


def _without(ctx: Context, number: int) -> SetFiles:
    return saved(GROUPS, ctx, [g for g in GROUPS.rows(ctx.vfs) if g.id != number])


def keeping(handler: Callable[..., Result]) -> Callable[..., Result]:
    """A handler after which each group has the addresses of its tabs; one without tabs keeps those that it had."""

    def handle(window: Window, ctx: Context, *rest: object) -> Result:
        after, effects = handler(window, ctx, *rest)
        if after.tabs is window.tabs:
            return after, effects
        files = next((e.vfs for e in reversed(effects) if type(e) is SetFiles), ctx.vfs)
        rows = GROUPS.rows(files)
        now = tuple([_as_shown(group, after.tabs) for group in rows])
        return after, effects if now == rows else (*effects, SetFiles(GROUPS.written(files, now, ctx.clock_ms)))

    return handle


def _as_shown(group: Group, tabs: Iterable[Tab]) -> Group:
    urls = tuple([outward(place_of(t).url) for t in tabs if t.group == group.id])
    return group._replace(urls=urls) if urls else group


def _ordered(window: Window, tabs: Iterable[Tab]) -> Window:
    """The window with its tabs in another order, or with other groups; the same one is in front."""
    tabs = tuple(tabs)
    return window._replace(tabs=tabs, active=[t.id for t in tabs].index(tab(window).id))


def _put(window: Window, at: int, number: int) -> Window:
    """A tab in a group, behind the others of it; with 0 in none, behind those of its own."""
    moved = window.tabs[at]
    beside = number or moved.group
    others = [t for t in window.tabs if t.id != moved.id]
    last = max([n for n, t in enumerate(others) if t.group == beside], default=at - 1)
    return _ordered(window, (*others[: last + 1], moved._replace(group=number), *others[last + 1 :]))


def _edit(window: Window, _ctx: Context, number: int) -> Result:
    return window._replace(over=f"group.{number}", finding=None), (Focus(GROUP_NAME, 0, -1),)


def _new(window: Window, ctx: Context, at: int) -> Result:
    """A tab in a group of its own, whose name is asked for."""
    if not 0 <= at < len(window.tabs):
        return window, ()
    rows, moved = GROUPS.rows(ctx.vfs), window.tabs[at]
    group = Group(next_id(rows), "", COLOURS[len(rows) % len(COLOURS)])
    if moved.group:
        window = _put(window, at, 0)
    window = _put(window, [t.id for t in window.tabs].index(moved.id), group.id)
    window, effects = _edit(window, ctx, group.id)
    return window, (saved(GROUPS, ctx, (*rows, group)), *effects)


def _join(window: Window, _ctx: Context, at: int, number: int) -> Result:
    inside = 0 <= at < len(window.tabs) and window.tabs[at].group != number
    return (_put(window, at, number) if inside else window), ()


def _fold(window: Window, ctx: Context, number: int) -> Result:
    """Its tabs are hidden, or shown again; the tab in front is one that is not hidden."""
    group = group_of(ctx.vfs, number)
    if group is None:
        return window, ()
    effects: tuple[Effect, ...] = ()
    if not group.collapsed and tab(window).group == number:
        free = [n for n, t in enumerate(window.tabs) if t.group != number]
        if free:
            window, effects = TABS.handlers()["tab"](window, ctx, free[0])
        else:
            window, effects = TABS.new_tab(window, ctx)
    return window, (_with_group(ctx, number, collapsed=not group.collapsed), *effects)


def _add(window: Window, ctx: Context, number: int) -> Result:
    window, effects = TABS.new_tab(window, ctx)
    return _put(window, window.active, number)._replace(over=""), effects


def _ungroup(window: Window, ctx: Context, number: int) -> Result:
    tabs = [t._replace(group=0) if t.group == number else t for t in window.tabs]
    return _ordered(window, tabs)._replace(over=""), (_without(ctx, number),)


def _close(window: Window, ctx: Context, number: int) -> Result:
    """Its tabs close; it stays, and can be opened again."""
    effects: tuple[Effect, ...] = ()
    if all(t.group == number for t in window.tabs):
        window, effects = TABS.new_tab(window, ctx)
    elif tab(window).group == number:
        free = next(n for n, t in enumerate(window.tabs) if t.group != number)
        window, effects = TABS.handlers()["tab"](window, ctx, free)
    return _ordered(window, [t for t in window.tabs if t.group != number])._replace(over=""), effects


def _delete_group(window: Window, ctx: Context, number: int) -> Result:
    window, effects = _close(window, ctx, number)
    return window, (_without(ctx, number), *effects)


def _open_group(window: Window, ctx: Context, number: int) -> Result:
    """A group that was closed, with the pages that it had."""
    group, effects = group_of(ctx.vfs, number), list[Effect]()
    if group is None or any(t.group == number for t in window.tabs):
        return window, ()
    for url in group.urls:
        window, more = TABS.new_tab(window, ctx, url)
        window = _put(window, window.active, number)
        effects += more
        ctx = ctx._replace(vfs=next((e.vfs for e in reversed(more) if type(e) is SetFiles), ctx.vfs))
    return window, tuple(effects)


#: The handlers, by the first word of their messages.
GROUPING: Mapping[str, Callable[..., Result]] = {
    "add_to_group": _add,
    "close_group": _close,
    "colour_group": lambda w, ctx, number, colour: (w, (_with_group(ctx, number, colour=colour),)),
    "delete_group": _delete_group,
    "edit_group": _edit,
    "fold_group": _fold,
    "join_group": _join,
    "name_group": lambda w, ctx, number, name: (w, (_with_group(ctx, number, name=name),)),
    "new_group": _new,
    "open_group": _open_group,
    "ungroup": _ungroup,
}


# -- bookmarks and the reading list -----------------------------------------------------------------------------------

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
