"""What Chrome looks like: the bar with the address, the page, the tabs, and lists of pages."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.android.apps.chrome.going import ADDRESS, CHROME, FIND
from omnigym.devices.sim.android.kit import app_bar, empty, screen
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.sites.browsing import NEW_TAB, Tab, can_step, place_of
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.finding import highlighted, matches
from omnigym.devices.sim.sites.profile import Mark, downloads, favourites, history, is_favourite
from omnigym.devices.sim.sites.site import TEXT, Page
from omnigym.devices.sim.sites.window import PAGE, Window, blank, shown_url, tab
from omnigym.devices.sim.ui.nodes import AUTO, FILL, Element, Msg, Node, column, memo, panel, row
from omnigym.devices.sim.ui.widgets import MenuItem, area, button, field, icon, scroll, spacer, text
from omnigym.devices.sim.vfs import base_name

__all__ = ["view"]

_COLUMNS, _MOST_TILES, _CARD_H = 4, 8, 190
#: Between the names of two tiles.
_BETWEEN = 8


def _menu(starred: bool, ahead: bool, there: bool) -> tuple[MenuItem, ...]:
    star = "Remove bookmark" if starred else "Bookmark"
    return (
        MenuItem("chrome.menu.forward", "Forward", ("step", 1), icon="m/arrow_forward", enabled=ahead),
        MenuItem("chrome.menu.star", star, ("star",), icon="m/star" if starred else "m/star_border", enabled=there),
        MenuItem("chrome.menu.refresh", "Refresh", ("refresh",), icon="m/refresh"),
        MenuItem("chrome.menu.new_tab", "New tab", ("new_tab",), icon="m/add_box"),
        MenuItem("chrome.menu.history", "History", ("over", "history"), icon="m/history"),
        MenuItem("chrome.menu.downloads", "Downloads", ("over", "downloads"), icon="m/download_done"),
        MenuItem("chrome.menu.bookmarks", "Bookmarks", ("over", "bookmarks"), icon="m/bookmarks"),
        MenuItem("chrome.menu.share", "Share…", ("share", ""), icon="m/share", enabled=there),
        MenuItem("chrome.menu.find", "Find in page", ("find",), icon="m/find_in_page", enabled=there),
    )


def _bar(shown: str, there: bool, starred: bool, ahead: bool, count: int) -> Node:
    address = field(
        ADDRESS,
        shown,
        name="Address and search bar",
        placeholder="Search or type web address",
        style="address",
        h=44,
        icon="m/lock" if there else "m/search",
        change=("typed",),
        submit=("typed_done",),
        blur=("typed_left",),
        whole=True,
    )
    tabs = button(
        "chrome.tabs",
        str(count) if count < 100 else ":D",
        name=f"{count} open tabs",
        style="tab_count",
        w=30,
        h=28,
        click=("over", "tabs"),
    )
    return row(
        button("chrome.home", icon="m/home", name="Home", style="icon", w=44, click=("home",)),
        address,
        row(tabs, w=40, justify="center"),
        button(
            "chrome.more",
            icon="m/more_vert",
            name="More options",
            style="icon",
            w=40,
            menu=_menu(starred, ahead, there),
        ),
        style="surface",
        h=60,
        pad=(2, 0),
        gap=2,
        role=Role.TOOLBAR,
        name="Toolbar",
    )


# -- a page --------------------------------------------------------------------------------------------------


def _tile(mark: Mark, w: int) -> Node:
    face = row(icon(icon_at(mark.url), size=26), style="nav_pill", w=52, h=52, justify="center")
    return column(
        face,
        text(mark.title, style="caption_center", w=w - _BETWEEN, role=None),
        key=f"chrome.tile.{mark.title}",
        role=Role.LINK,
        name=mark.title,
        w=w,
        gap=6,
        align="center",
        click=("visit", mark.url),
        context=("link_menu", mark.url),
    )


def _new_tab(marks: tuple[Mark, ...], w: int) -> Node:
    cell = (w - 24) // _COLUMNS
    tiles = [_tile(m, cell) for m in marks[:_MOST_TILES]]
    rows = [row(*tiles[i : i + _COLUMNS], align="start") for i in range(0, len(tiles), _COLUMNS)]
    pill = row(
        icon("m/search", size=22),
        text("Search or type web address", style="body_muted", w=FILL, role=None),
        style="card",
        key="chrome.search_box",
        role=Role.BUTTON,
        name="Search or type web address",
        h=54,
        pad=(18, 0),
        gap=14,
        click=("address",),
    )
    return column(
        row(icon("app/chrome", size=72), justify="center", h=120),
        pill,
        column(*rows, gap=18, pad=(0, 18)),
        pad=(12, 30, 12, 20),
        gap=8,
    )


def _page(window: Window, shown: Page) -> Node:
    body: Element = highlighted(shown.body, window.finding, window.found) if window.finding else shown.body
    fills = shown.editor is not None and shown.editor.h == FILL
    return column(
        shown.head,
        body if fills else scroll(PAGE, body, name=shown.title),
        None
        if shown.editor is None
        else column(
            area(TEXT, window.edit, name=shown.editor.name, change=("edit",), h=shown.editor.h),
            pad=(16, 6),
            h=FILL if fills else AUTO,
        ),
        shown.foot,
        h=FILL,
        swipe_down=("pull",),
    )


#: Key, icon, name, and by how many places it goes on.
_FIND_STEPS = (("find_up", "m/expand_less", "Previous", -1), ("find_down", "m/expand_more", "Next", 1))


def _find_bar(query: str, at: int, count: int) -> Node:
    said = f"{at + 1}/{count}" if count else "0/0"
    return row(
        field(
            FIND,
            query,
            name="Find in page",
            placeholder="Find in page",
            style="pill",
            change=("find_text",),
            submit=("find_step", 1),
        ),
        text(said, style="muted", key="chrome.found", w=44),
        *[
            button(
                f"chrome.{key}", icon=sign, name=name, style="icon", w=40, disabled=not count, click=("find_step", by)
            )
            for key, sign, name, by in _FIND_STEPS
        ],
        button("chrome.find_close", icon="m/close", name="Close", style="icon", w=40, click=("find_done",)),
        style="surface",
        h=60,
        pad=(10, 0, 4, 0),
        gap=4,
    )


def _saved(path: str) -> Node:
    return row(
        icon("m/download_done", size=22, style="home"),
        text(f"{base_name(path)} downloaded", style="snack", w=FILL, role=Role.ALERT, key="chrome.saved"),
        button("chrome.open_saved", "Open", style="snack", click=("open_file", path)),
        button("chrome.hide_saved", icon="m/close", name="Close", style="film_icon", w=40, click=("hide",)),
        style="snackbar",
        h=56,
        pad=(16, 0, 4, 0),
        gap=12,
    )


def _browsing(window: Window, ctx: Context) -> Node:
    here, there = tab(window), not blank(window)
    url = place_of(here).url
    address = shown_url(window) if window.typed is None else window.typed
    bar: Element = panel(
        _bar, address, there, there and is_favourite(ctx.vfs, url), can_step(here, 1), len(window.tabs)
    )
    if not there:
        tiles = panel(_new_tab, favourites(ctx.vfs), ctx.w)
        return screen("chrome", "New tab", bar, scroll(PAGE, tiles, name="New tab"))
    shown = CHROME.page(window, ctx)
    if window.finding is not None:
        bar = panel(_find_bar, window.finding, window.found, len(matches(shown.body, window.finding)))
    note = row(panel(_saved, window.saved), pad=(12, 4, 12, 10)) if window.saved else None
    return screen("chrome", shown.title, bar, _page(window, shown), note, refreshing=window.refreshing)


# -- tabs, and lists of pages --------------------------------------------------------------------------------


def _card(at: int, shown: Tab, chosen: bool, w: int) -> Node:
    new = place_of(shown).url == NEW_TAB
    title, image = ("New tab", "app/chrome") if new else (shown.title, shown.icon)
    close = button(
        f"chrome.close_tab.{shown.id}",
        icon="m/close",
        name=f"Close {title}",
        style="icon",
        w=36,
        h=40,
        click=("close_tab", at),
    )
    return column(
        row(icon(image, size=20), text(title, style="label", w=FILL, role=None), close, h=42, pad=(12, 0, 2, 0), gap=8),
        row(row(icon(image, size=56), style="item_card", h=_CARD_H - 54, justify="center"), pad=(6, 0, 6, 6)),
        style="tab_chosen" if chosen else "card",
        key=f"chrome.tab.{shown.id}",
        role=Role.TAB,
        name=title,
        w=w,
        h=_CARD_H,
        click=("tab", at),
    )


def _grid(tabs: tuple[Tab, ...], active: int, w: int) -> Node:
    side = (w - 36) // 2
    cards = [_card(n, t, n == active, side) for n, t in enumerate(tabs)]
    rows = [row(*cards[i : i + 2], gap=12, align="start") for i in range(0, len(cards), 2)]
    return column(*rows, gap=12, pad=12, role=Role.TAB_LIST, name="Open tabs")


def _tabs(window: Window, ctx: Context) -> Node:
    slim = tuple([t._replace(places=(place_of(t)._replace(form=()),), at=0, edit=Window().edit) for t in window.tabs])
    bar = row(
        button("chrome.new_tab", icon="m/add", name="New tab", style="icon", click=("new_tab",)),
        spacer(),
        text(f"{len(slim)} tab{'s' * (len(slim) != 1)}", style="heading", role=Role.HEADING),
        spacer(),
        button("chrome.done", icon="m/check", name="Done", style="icon", click=("back",)),
        h=60,
        pad=(6, 0),
    )
    return screen("chrome", "Tabs", bar, scroll("chrome.grid", panel(_grid, slim, window.active, ctx.w), name="Tabs"))


def _line(mark: Mark, kind: str) -> Node:
    """A page of a list, or a file."""
    name = mark.path if kind == "downloads" else mark.url
    tap: Msg = ("open_file", mark.path) if kind == "downloads" else ("visit", mark.url)
    image = icon("m/insert_drive_file", size=24) if kind == "downloads" else icon(icon_at(mark.url), size=26)
    menu: Msg | None = ("mark_menu", mark.title, mark.url) if kind == "bookmarks" else None
    more = None
    if menu is not None:
        more = button(
            f"chrome.mark_more.{mark.title}",
            icon="m/more_vert",
            name=f"More options for {mark.title}",
            style="icon",
            click=menu,
        )
    return row(
        image,
        column(
            text(mark.title, style="body", w=FILL, role=None),
            text(mark.url.removeprefix("https://"), style="caption", w=FILL, role=None),
            gap=1,
        ),
        more,
        style="item",
        key=f"chrome.mark.{name}",
        role=Role.LIST_ITEM,
        name=mark.title,
        w=FILL,
        h=66,
        pad=(18, 0, 4, 0),
        gap=18,
        click=tap,
        context=menu,
    )


def _lines(marks: tuple[Mark, ...], kind: str) -> Node:
    return column(
        *[memo(_line, m, kind, w=FILL) for m in marks], role=Role.LIST, name=kind.capitalize(), pad=(0, 0, 0, 20)
    )


def _listing(window: Window, ctx: Context) -> Node:
    kind = window.over
    marks = {"history": history, "downloads": downloads}.get(kind, favourites)(ctx.vfs)
    if kind == "history":
        marks = tuple({m.url: m for m in marks}.values())
    clear = None
    if kind == "history" and marks:
        clear = row(button("chrome.clear", "Delete browsing data", style="text", click=("clear",)), pad=(8, 0))
    body: Element = scroll("chrome.list", panel(_lines, marks, kind), name=kind.capitalize())
    bar = app_bar(kind.capitalize(), back="chrome.up")
    return screen(
        "chrome", kind.capitalize(), bar, clear, body if marks else empty("bookmark_border", "Nothing here yet")
    )


def view(window: Window, ctx: Context) -> Node:
    """The screen of a window."""
    if window.over == "tabs":
        return _tabs(window, ctx)
    return _listing(window, ctx) if window.over else _browsing(window, ctx)
