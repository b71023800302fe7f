"""Firefox: tabs in the title bar, one bar below it, bookmarks, downloads, and the sites of `sites`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.pictures import read_picture, write_picture
from omnigym.sim.app import Context, OpenDialog, SetClipboard, SetFiles
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.linux.apps.browser.art import BROWSER_ART
from omnigym.sim.linux.apps.browser.pages import fox_page
from omnigym.sim.linux.clock import local, zone_of
from omnigym.sim.linux.file_kinds import opening
from omnigym.sim.linux.header_bar import BUTTONS_W, HEADER_H
from omnigym.sim.program import Program
from omnigym.sim.sites.browser import (
    BrowserParts,
    TabLook,
    desktop_browser,
    desktop_going,
    desktop_handlers,
    line,
    menus,
    slim,
)
from omnigym.sim.sites.browsing import NEW_TAB, Tab, can_step, place_of, target
from omnigym.sim.sites.catalogue import web_tables
from omnigym.sim.sites.content import page_content
from omnigym.sim.sites.finding import matches
from omnigym.sim.sites.initial import with_sites_of_yesterday
from omnigym.sim.sites.navigation import Going, Result
from omnigym.sim.sites.profile import Mark, downloaded, downloads, favourites, is_favourite, toggled
from omnigym.sim.sites.raw import content_at, file_name, picture_at
from omnigym.sim.sites.site import Page
from omnigym.sim.sites.tabbing import Tabbing
from omnigym.sim.sites.window import Window, tab
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import SEPARATOR, separator, spacer
from omnigym.sim.vfs import HOME, VfsError, base_name
from omnigym.values import ClipboardContent

_TITLE, _ADDRESS = "Mozilla Firefox", "browser.address"
#: How the addresses of the browser's own pages begin, in records and as a person reads them.
_INSIDE, _SAID = "edge://", "about:"


class _Fox(Going):
    """As every browser, but for its own pages."""

    __slots__ = ()

    def page(self, window: Window, ctx: Context) -> Page:
        """The page that is shown."""
        visit = self.visit(window, ctx)
        return fox_page(visit, ctx.vfs) if visit.address.host == "edge" else Going.page(self, window, ctx)

    def to_typed(self, window: Window, ctx: Context, typed: str) -> Result:
        """To what was typed into the address bar."""
        text = typed.strip()
        text = _INSIDE + text[len(_SAID) :] if text.lower().startswith(_SAID) else text
        return Going.to_typed(self, window, ctx, text)


def _now(ctx: Context) -> tuple[int, int]:
    return local(ctx.clock_ms, ctx.settings).toordinal(), zone_of(ctx.settings).minutes


_FOX = desktop_going(_TITLE, 12, _now, _Fox)  # a page is laid out beside the scrollbar

# -- what it looks like -----------------------------------------------------------------------------------------------

ui = Scope("browser", "fox", button="tool")
_PARTS = BrowserParts(ui)
#: A tab's widths, the button beside them, and the widths of a bookmark's least room and of a panel.
_TAB, _LEAST_TAB, _NEW, _MARK, _PANEL = 224, 44, 44, 150, 340
_TABS = TabLook("fox", "tab_close", "Close Tab {}", 36, 96, 6)
_MORE = (
    line("browser", "new_tab", "New Tab", ("new_tab",), "", "Ctrl+T"),
    line("browser", "new_window", "New Window", ("new_window",), "", "Ctrl+N"),
    SEPARATOR,
    line("browser", "favorites", "Bookmarks", ("visit", "edge://favorites"), "", "Ctrl+Shift+O"),
    line("browser", "history", "History", ("visit", "edge://history"), "", "Ctrl+H"),
    line("browser", "downloads", "Downloads", ("visit", "edge://downloads"), "", "Ctrl+Shift+Y"),
    SEPARATOR,
    line("browser", "find", "Find in Page…", ("find",), "", "Ctrl+F"),
    SEPARATOR,
    line("browser", "exit", "Quit", ("exit",), "", "Ctrl+Q"),
)


def _strip(tabs: tuple[Tab, ...], active: int, w: int) -> Node:
    width = max(_LEAST_TAB, min(_TAB, (w - BUTTONS_W - _NEW - 16) // len(tabs)))
    shown = [stack(*_PARTS.tab(n, t, n == active, width, _TABS), w=width, h=36) for n, t in enumerate(tabs)]
    new = ui.tool("new_tab", "add", "Open a new tab")
    look: dict[str, Any] = {"h": HEADER_H, "pad": (8, 5, BUTTONS_W, 5), "gap": 4}
    return row(*shown, new, role=Role.TAB_LIST, name="Browser tabs", **look)


def _star(starred: bool) -> Node:
    image, name = ("browser-star", "Edit this bookmark") if starred else ("star", "Bookmark this page")
    return ui.tool("star", image, name, "/tool", w=28, h=26)


def _bar(shown: str, lock: bool, steps: tuple[bool, bool], starred: bool, flyout: str, wide: bool) -> Node:
    name, image = "Search with Contoso or enter address", "lock-closed" if lock else "search"
    address = _PARTS.address(shown, name, "address", h=32, icon=image, cancel=("typed_cancel",))
    margin = row(w=56 if wide else 0, h=1)
    style = "open" if flyout == "downloads" else "tool"
    back, ahead = steps
    return row(
        ui.tool("back", "arrow-left", "Go back one page", disabled=not back, click=("step", -1)),
        ui.tool("forward", "arrow-right", "Go forward one page", disabled=not ahead, click=("step", 1)),
        ui.tool("refresh", "arrow-clockwise", "Reload current page"),
        margin,
        stack(address, row(spacer(), panel(_star, starred, w=28), h=32, pad=(0, 3, 4, 3)), w=FILL, h=32),
        margin,
        ui.tool("downloads", "arrow-download", "Downloads", style, click=("flyout", "downloads")),
        ui.tool("more", "navigation", "Open application menu", menu=_MORE),
        style="fox_bar",
        h=42,
        pad=(8, 5),
        gap=2,
        role=Role.TOOLBAR,
        name="Navigation",
    )


def _marks_bar(marks: tuple[Mark, ...], w: int) -> Node:
    shown = [_PARTS.mark(m, "fox_mark") for m in marks[: max(1, (w - 16) // _MARK)]]
    look: dict[str, Any] = {"style": "bar", "h": 30, "pad": (8, 1, 8, 4), "gap": 2}
    return ui.row(*shown, spacer(), role=Role.TOOLBAR, name="Bookmarks", **look)


def _find_bar(query: str, at: int, count: int) -> Node:
    said = f"{at + 1} of {count_of(count, 'match', 'matches')}" if count else "Phrase not found" if query else ""
    name, on = "Find in page", dict[str, Any](cancel=("find_done",))
    return ui.row(
        _PARTS.find_field(query, name, "/", placeholder=name, w=220, h=28, **on),
        ui.tool("find_up", "chevron-up", "Find the previous occurrence", click=("find_step", -1)),
        ui.tool("find_down", "chevron-down", "Find the next occurrence", click=("find_step", 1)),
        ui.text(said, "/muted", key="found"),
        spacer(),
        ui.tool("find_close", "close", "Close find bar", click=("find_done",)),
        style="bar",
        h=42,
        pad=(10, 4),
        gap=4,
    )


def _download(mark: Mark) -> Node:
    opens = ("open_file", mark.path)
    return row(
        ui.button(f"download.{mark.title}", mark.title, "line", icon="document", w=FILL, click=opens),
        ui.tool(f"show.{mark.title}", "folder-open", "Show In Folder", click=("show_file", mark.path)),
        gap=2,
    )


def _downloads(files: tuple[Mark, ...]) -> Node:
    every = ui.button("all_downloads", "Show all downloads", "line", w=FILL, click=("visit", "edge://downloads"))
    return ui.column(
        *([_download(m) for m in files[:6]] or [ui.text("No downloads for this session.", "/muted")]),
        separator(),
        every,
        style="panel",
        w=_PANEL,
        pad=(8, 8),
        gap=4,
        role=Role.PANE,
        name="Downloads",
    )


def _shown_address(url: str) -> str:
    """What the address bar says of a page; nothing of a new tab."""
    return "" if url == NEW_TAB else _SAID + url.removeprefix(_INSIDE) if url.startswith(_INSIDE) else url


def _view(window: Window, ctx: Context) -> Node:
    """The content of a window, which begins at its upper edge."""
    shown, here = _FOX.page(window, ctx), tab(window)
    url, steps = place_of(here).url, (can_step(here, -1), can_step(here, 1))
    address = _shown_address(url) if window.typed is None else window.typed
    content = page_content(window, shown, "fox_new" if url == NEW_TAB else "content")
    if window.over == "downloads":
        over = panel(_downloads, downloads(ctx.vfs), w=min(_PANEL, ctx.w))
        content = stack(content, row(spacer(), over, pad=(0, 2, 44, 0)), h=FILL)
    elif window.finding is not None:
        count = len(matches(shown.body, window.finding))
        content = column(content, separator(), panel(_find_bar, window.finding, window.found, count), h=FILL)
    lock, starred = url.startswith("https"), is_favourite(ctx.vfs, url)
    return column(
        panel(_strip, slim(window.tabs), window.active, ctx.w),
        panel(_bar, address, lock, steps, starred, window.over, ctx.w >= 820),
        panel(_marks_bar, favourites(ctx.vfs), ctx.w) if ctx.w >= 620 else None,
        separator(),
        content,
        h=FILL,
    )


# -- what can be done -------------------------------------------------------------------------------------------------


def _link_lines(window: Window, ctx: Context, url: str) -> Iterable[Any]:
    whole = target(tab(window), url)
    if picture_at(ctx.vfs, whole):
        yield "open_image", "Open Image in New Tab", ("new_tab", whole)
        yield None
        yield "save_image", "Save Image As…", ("save_link", whole)
        yield "copy_image", "Copy Image", ("copy_image", whole)
        yield "copy_image_link", "Copy Image Link", ("copy", whole)
        return
    yield "open_tab", "Open Link in New Tab", ("new_tab", whole)
    yield None
    yield "bookmark_link", "Bookmark Link…", ("bookmark_link", whole)
    if content_at(ctx.vfs, whole) is not None:
        yield "save_link", "Save Link As…", ("save_link", whole)
    yield "copy_link", "Copy Link", ("copy", whole)


def _mark_lines(_window: Window, _ctx: Context, title: str, url: str) -> Iterable[Any]:
    yield "open_tab", "Open in New Tab", ("new_tab", url)
    yield None
    yield "copy_link", "Copy", ("copy", url)
    yield "delete_mark", "Delete Bookmark", ("unmark", title, url)


def _tab_lines(window: Window, _ctx: Context, at: int) -> Iterable[Any]:
    yield "new_tab", "New Tab", ("new_tab",)
    yield "duplicate", "Duplicate Tab", ("new_tab", place_of(window.tabs[at]).url)
    yield None
    yield "close", "Close Tab", ("close_tab", at)
    yield "close_others", "Close Other Tabs", ("close_others", at), "", "", len(window.tabs) > 1


def _bookmark_link(window: Window, ctx: Context, url: str) -> Result:
    if is_favourite(ctx.vfs, url):
        return window, ()
    name = url.removeprefix("https://").rstrip("/")
    return window, (SetFiles(toggled(ctx.vfs, name, url, ctx.clock_ms)),)


def _copy_image(window: Window, ctx: Context, url: str) -> Result:
    image = read_picture(picture_at(ctx.vfs, url))
    return window, (SetClipboard(ClipboardContent(image=write_picture(image))),) if image is not None else ()


def _save_link(window: Window, _ctx: Context, url: str) -> Result:
    name = file_name(url)
    stem, _, ending = name.rpartition(".")
    kinds = ((f"{ending.upper()} file", ending.lower()),) if stem else (("All Files", ""),)
    return window, (OpenDialog("file_dialog", FileDialog(True, f"{HOME}/Downloads", name, kinds), ("link_to", url)),)


def _link_to(window: Window, ctx: Context, url: str, path: str | None) -> Result:
    content = content_at(ctx.vfs, url)
    if path is None or content is None:
        return window, ()
    try:
        vfs = ctx.vfs.write(path, content, ctx.clock_ms)
    except VfsError as e:
        return window, (tell(_TITLE, str(e)),)
    vfs = downloaded(vfs, base_name(path), url, path, ctx.clock_ms)
    return window._replace(over="downloads", finding=None), (SetFiles(vfs),)


# -- its looks and its declaration ------------------------------------------------------------------------------------


_BAR = Shade(0xF9F9FB, 0x2B2A33)
_FIELD, _HOVER, _PRESSED = Shade(0xF0F0F4, 0x1C1B22), Shade(0xE0E0E6, 0x42414D), Shade(0xCFCFD8, 0x5B5B66)
_PLAIN = Look(radius=4, hover=_HOVER, pressed=_PRESSED)
_TOOL = _PLAIN._replace(pad=(8, 8, 8, 8), min_w=32, min_h=32)
_TILE = _PLAIN._replace(pad=(4, 14, 4, 8), min_w=104, min_h=104, icon=44, gap=12, vertical=True, radius=8)
_SEARCH = Look(pad=(46, 12, 14, 12), min_h=48, min_w=160, size=14, radius=8, fill="field", edge="control_edge")
_STYLES = ui.looks(
    box={
        "bar": Look(fill=_BAR),
        "new": Look(fill=_BAR),
        "panel": Look(fill=_BAR, edge="menu_edge", radius=8, shadow=12),
    },
    text={"name": Look(size=34, family="ui-semibold")},
    button={
        "tool": _TOOL,
        "open": _TOOL._replace(fill=_PRESSED),
        "mark": _PLAIN._replace(pad=(8, 4, 8, 4), min_h=24, gap=6),
        "line": _PLAIN._replace(pad=(10, 6, 10, 6), min_h=32, gap=10),
        "tile": _TILE,
    },
    field={
        "address": Look(pad=(36, 6, 36, 6), min_h=32, min_w=120, size=13, radius=4, fill=_FIELD),
        "search": _SEARCH._replace(ink="muted"),
    },
    scroll={"new": Look(fill=_BAR)},
    tab={"": Look(pad=(10, 8, 28, 8), min_h=36, gap=8, radius=4, hover=_HOVER, checked=Shade(0xFFFFFF, 0x42414D))},
)
_GONE = "The file is gone, or no application opens it."
APPS = (
    desktop_browser(
        _FOX,
        name="browser",
        title="Firefox",
        icon="firefox",
        art=BROWSER_ART,
        styles=_STYLES,
        program=Program(spoken=("Firefox",), category="Web Browsing", pinned=4, commands=("firefox",)),
        initial=with_sites_of_yesterday,
        view=_view,
        on={
            **desktop_handlers(
                "browser",
                _TITLE,
                Tabbing(_FOX, _ADDRESS),
                lambda ctx, path: opening(ctx.vfs, path) if ctx.vfs.is_file(path) else (),
                _GONE,
            ),
            **menus("browser", link_menu=_link_lines, mark_menu=_mark_lines, tab_menu=_tab_lines),
            "bookmark_link": _bookmark_link,
            "copy_image": _copy_image,
            "link_to": _link_to,
            "save_link": _save_link,
        },
        caption=lambda window: _TITLE if place_of(tab(window)).url == NEW_TAB else f"{tab(window).title} — {_TITLE}",
        keys=(
            ("ctrl+k", ("address",)),
            ("ctrl+h", ("visit", "edge://history")),
            ("ctrl+shift+y", ("visit", "edge://downloads")),
            ("ctrl+shift+o", ("visit", "edge://favorites")),
            ("ctrl+q", ("exit",)),
        ),
        tables=web_tables(),
        size=(960, 620),
        min_size=(420, 320),
        focus=_ADDRESS,
        locate={
            "favourite": {"key": "browser.mark.{name}"},
            "picture": {"key": "page.picture.{name}"},
            "copy_image_link": {"key": "browser.menu.copy_image_link"},
            "copy_link": {"key": "browser.menu.copy_link"},
        },
    ),
)
