"""Chrome: tabs, bookmarks, downloads, and the sites of `omnigym.sim.sites`, laid out for a narrow page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.android.catalogue import program
from omnigym.sim.android.dates import ZONES, local
from omnigym.sim.android.kit import app_bar, empty, left, phone_app, refreshed, screen, tell
from omnigym.sim.android.material_styles import PILL
from omnigym.sim.android.storage import opener
from omnigym.sim.app import Context, Effect, Focus, Handler, Launch, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.handlers import focuses
from omnigym.sim.paint.material import on_disc
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.sites.art import SITE_ART
from omnigym.sim.sites.browser import BrowserParts, line, menus, opens_file, slim
from omnigym.sim.sites.browsing import NEW_TAB, Tab, can_step, place_of, target, typed_url
from omnigym.sim.sites.catalogue import web_tables
from omnigym.sim.sites.edge import icon_at
from omnigym.sim.sites.finding import highlighted, matches
from omnigym.sim.sites.initial import with_sites_of_an_hour_ago
from omnigym.sim.sites.navigation import Going, Result
from omnigym.sim.sites.profile import Mark, downloads, favourites, forgotten, history, is_favourite
from omnigym.sim.sites.site import TEXT, Page
from omnigym.sim.sites.styles import SITE_STYLES
from omnigym.sim.sites.window import PAGE, Window, blank, shown_url, tab, with_tab
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.ui.nodes import AUTO, FILL, Element, Msg, Node, column, memo, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import area, icon, scroll, spacer
from omnigym.sim.vfs import HOME, base_name

ui = Scope("chrome", "", button="icon", item="item")
_PARTS = BrowserParts(ui)
_ADDRESS = "chrome.address"


def _now(ctx: Context) -> tuple[int, int]:
    minutes = ZONES.get(ctx.settings.get("global/time_zone", ""), 0)
    return local(ctx.clock_ms, ctx.settings).toordinal(), minutes


_CHROME = Going(
    folder=f"{HOME}/Download",
    margin=0,
    now=_now,
    # The address is shown from its beginning on once nobody types in it.
    arrival=lambda _shown: (Focus(_ADDRESS, 0, 0), Focus(PAGE)),
    pick=lambda msg: OpenDialog("pick_file", ("Choose a file", ""), msg),
    refuse=lambda why: tell("Can’t download", why.replace("\n", " ")),
    saved=lambda window, path: window._replace(saved=path),
)

# -- a page -----------------------------------------------------------------------------------------------------------


def _bar(shown: str, there: bool, starred: bool, ahead: bool, count: int) -> Node:
    menu = (
        line("chrome", "forward", "Forward", ("step", 1), "m/arrow_forward", "", ahead),
        line(
            "chrome",
            "star",
            "Remove bookmark" if starred else "Bookmark",
            ("star",),
            "m/star" if starred else "m/star_border",
            "",
            there,
        ),
        line("chrome", "refresh", "Refresh", ("refresh",), "m/refresh"),
        line("chrome", "new_tab", "New tab", ("new_tab",), "m/add_box"),
        line("chrome", "history", "History", ("over", "history"), "m/history"),
        line("chrome", "downloads", "Downloads", ("over", "downloads"), "m/download_done"),
        line("chrome", "bookmarks", "Bookmarks", ("over", "bookmarks"), "m/bookmarks"),
        line("chrome", "share", "Share…", ("share", ""), "m/share", "", there),
        line("chrome", "find", "Find in page", ("find",), "m/find_in_page", "", there),
    )
    hint, image = "Search or type web address", "m/lock" if there else "m/search"
    open_tabs: dict[str, Any] = {"name": count_of(count, "open tab"), "w": 30, "h": 28, "click": ("over", "tabs")}
    return row(
        ui.tool("home", "m/home", "Home", w=44),
        _PARTS.address(shown, "Address and search bar", "address", placeholder=hint, h=44, icon=image),
        row(ui.button("tabs", str(count) if count < 100 else ":D", "tab_count", **open_tabs), w=40, justify="center"),
        ui.tool("more", "m/more_vert", "More options", w=40, menu=menu),
        style="surface",
        h=60,
        pad=(2, 0),
        gap=2,
        role=Role.TOOLBAR,
        name="Toolbar",
    )


def _tile(mark: Mark, w: int) -> Node:
    return ui.item(
        f"tile.{mark.title}",
        mark.title,
        row(icon(icon_at(mark.url), size=26), style="nav_pill", w=52, h=52, justify="center"),
        ui.text(mark.title, "caption_center", w=w - 8),
        box=column,
        style="",
        role=Role.LINK,
        w=w,
        gap=6,
        align="center",
        click=("visit", mark.url),
        context=("link_menu", mark.url),
    )


def _new_tab(marks: tuple[Mark, ...], w: int) -> Node:
    tiles = [_tile(m, (w - 24) // 4) for m in marks[:8]]
    rows = [row(*tiles[i : i + 4], align="start") for i in range(0, len(tiles), 4)]
    hint, look = "Search or type web address", dict[str, Any](h=54, pad=(18, 0), gap=14, click=("address",))
    said = ui.text(hint, "body_muted", w=FILL)
    return column(
        row(icon("app/chrome", size=72), justify="center", h=120),
        ui.item("search_box", hint, icon("m/search", size=22), said, style="card", role=Role.BUTTON, **look),
        column(*rows, gap=18, pad=(0, 18)),
        pad=(12, 30, 12, 20),
        gap=8,
    )


def _page(window: Window, shown: Page) -> Node:
    body: Element = highlighted(shown.body, window.finding, window.found) if window.finding else shown.body
    fills, editor = shown.editor is not None and shown.editor.h == FILL, None
    if shown.editor is not None:
        text = area(TEXT, window.edit, name=shown.editor.name, change=("edit",), h=shown.editor.h)
        editor = column(text, pad=(16, 6), h=FILL if fills else AUTO)
    inside = body if fills else scroll(PAGE, body, name=shown.title)
    return column(shown.head, inside, editor, shown.foot, h=FILL, swipe_down=("pull",))


def _find_bar(query: str, at: int, count: int) -> Node:
    def step(key: str, image: str, name: str, by: int) -> Node:
        return ui.tool(key, image, name, w=40, disabled=not count, click=("find_step", by))

    return row(
        _PARTS.find_field(query, "Find in page", "pill", placeholder="Find in page"),
        ui.text(f"{at + 1}/{count}" if count else "0/0", "muted", key="found", w=44),
        step("find_up", "m/expand_less", "Previous", -1),
        step("find_down", "m/expand_more", "Next", 1),
        ui.tool("find_close", "m/close", "Close", w=40, click=("find_done",)),
        style="surface",
        h=60,
        pad=(10, 0, 4, 0),
        gap=4,
    )


def _saved(path: str) -> Node:
    said = ui.text(f"{base_name(path)} downloaded", "snack", w=FILL, role=Role.ALERT, key="saved")
    return row(
        icon("m/download_done", size=22, style="home"),
        said,
        ui.button("open_saved", "Open", "snack", click=("open_file", path)),
        ui.tool("hide_saved", "m/close", "Close", "film_icon", w=40, click=("hide",)),
        style="snackbar",
        h=56,
        pad=(16, 0, 4, 0),
        gap=12,
    )


def _browsing(window: Window, ctx: Context) -> Node:
    here, there = tab(window), not blank(window)
    address = shown_url(window) if window.typed is None else window.typed
    starred = there and is_favourite(ctx.vfs, place_of(here).url)
    bar: Element = panel(_bar, address, there, starred, can_step(here, 1), len(window.tabs))
    if not there:
        tiles = panel(_new_tab, favourites(ctx.vfs), ctx.w)
        return screen("chrome", "New tab", bar, scroll(PAGE, tiles, name="New tab"))
    shown = _CHROME.page(window, ctx)
    if window.finding is not None:
        bar = panel(_find_bar, window.finding, window.found, len(matches(shown.body, window.finding)))
    note = row(panel(_saved, window.saved), pad=(12, 4, 12, 10)) if window.saved else None
    return screen("chrome", shown.title, bar, _page(window, shown), note, refreshing=window.refreshing)


# -- tabs, and lists of pages -----------------------------------------------------------------------------------------


def _card(at: int, shown: Tab, new: bool, chosen: bool, w: int) -> Node:
    title, image = ("New tab", "app/chrome") if new else (shown.title, shown.icon)
    close = ui.tool(f"close_tab.{shown.id}", "m/close", f"Close {title}", w=36, h=40, click=("close_tab", at))
    return ui.item(
        f"tab.{shown.id}",
        title,
        row(icon(image, size=20), ui.text(title, "label", w=FILL), close, h=42, pad=(12, 0, 2, 0), gap=8),
        row(row(icon(image, size=56), style="item_card", h=136, justify="center"), pad=(6, 0, 6, 6)),
        box=column,
        style="tab_chosen" if chosen else "card",
        role=Role.TAB,
        w=w,
        h=190,
        click=("tab", at),
    )


def _grid(tabs: tuple[Tab, ...], new: tuple[bool, ...], active: int, w: int) -> Node:
    cards = [_card(n, t, new[n], n == active, (w - 36) // 2) for n, t in enumerate(tabs)]
    rows = [row(*cards[i : i + 2], gap=12, align="start") for i in range(0, len(cards), 2)]
    return column(*rows, gap=12, pad=12, role=Role.TAB_LIST, name="Open tabs")


def _tabs(window: Window, ctx: Context) -> Node:
    count, new = len(window.tabs), tuple([place_of(t).url == NEW_TAB for t in window.tabs])
    bar = row(
        ui.tool("new_tab", "m/add", "New tab"),
        spacer(),
        ui.heading(count_of(count, "tab"), "heading"),
        spacer(),
        ui.tool("done", "m/check", "Done", click=("back",)),
        h=60,
        pad=(6, 0),
    )
    grid = panel(_grid, slim(window.tabs), new, window.active, ctx.w)
    return screen("chrome", "Tabs", bar, scroll("chrome.grid", grid, name="Tabs"))


def _line(mark: Mark, kind: str) -> Node:
    """A page of a list, or a file."""
    file, menu = kind == "downloads", ("mark_menu", mark.title, mark.url) if kind == "bookmarks" else None
    tap: Msg = ("open_file", mark.path) if file else ("visit", mark.url)
    image = icon("m/insert_drive_file", size=24) if file else icon(icon_at(mark.url), size=26)
    more = ui.tool(f"mark_more.{mark.title}", "m/more_vert", f"More options for {mark.title}", click=menu)
    said = ui.text(mark.title, "body", w=FILL), ui.text(mark.url.removeprefix("https://"), "caption", w=FILL)
    look: dict[str, Any] = {"w": FILL, "h": 66, "pad": (18, 0, 4, 0), "gap": 18, "click": tap, "context": menu}
    key = f"mark.{mark.path if file else mark.url}"
    return ui.item(key, mark.title, image, column(*said, gap=1), more if menu else None, **look)


def _lines(marks: tuple[Mark, ...], kind: str) -> Node:
    lines = [memo(_line, m, kind, w=FILL) for m in marks]
    return column(*lines, role=Role.LIST, name=kind.capitalize(), pad=(0, 0, 0, 20))


def _listing(window: Window, ctx: Context) -> Node:
    kind, title, clear = window.over, window.over.capitalize(), None
    marks = {"history": history, "downloads": downloads}.get(kind, favourites)(ctx.vfs)
    if kind == "history":
        marks = tuple({m.url: m for m in marks}.values())
    if kind == "history" and marks:
        clear = row(ui.button("clear", "Delete browsing data", "text"), pad=(8, 0))
    body: Element = scroll("chrome.list", panel(_lines, marks, kind), name=title)
    none = empty("bookmark_border", "Nothing here yet")
    return screen("chrome", title, app_bar(title, back="chrome.up"), clear, body if marks else none)


def _view(window: Window, ctx: Context) -> Node:
    if window.over == "tabs":
        return _tabs(window, ctx)
    return _listing(window, ctx) if window.over else _browsing(window, ctx)


# -- what can be done -------------------------------------------------------------------------------------------------


def _left(window: Window) -> Window:
    """The window with the text area of the page kept in its tab."""
    return with_tab(window, tab(window)._replace(edit=window.edit))


def _add_tab(window: Window, ctx: Context, url: str = NEW_TAB) -> Result:
    """One more tab, in front."""
    window = _left(window)
    tabs, number = (*window.tabs, Tab(window.next_id)), window.next_id + 1
    return _CHROME.go_to(window._replace(tabs=tabs, active=len(window.tabs), next_id=number), ctx, url)


def _shown(window: Window, at: int) -> Window:
    return window._replace(active=at, edit=window.tabs[at].edit, typed=None, finding=None, over="", saved="")


def _to_tab(window: Window, _ctx: Context, at: int) -> Result:
    return (_shown(_left(window), at), (ScrollTo(PAGE),)) if 0 <= at < len(window.tabs) else (window, ())


def _close_tab(window: Window, _ctx: Context, at: int) -> Result:
    """Without a tab; where it was the last one, a new one is there."""
    window = _left(window)
    tabs = (*window.tabs[:at], *window.tabs[at + 1 :])
    if not tabs:
        return Window(tabs=(Tab(window.next_id),), next_id=window.next_id + 1, over=window.over), ()
    active = min(window.active - (at < window.active), len(tabs) - 1)
    return _shown(window._replace(tabs=tabs), active)._replace(over=window.over), ()


def _opened(window: Window, ctx: Context, path: str) -> Result:
    """A page, in a tab of its own."""
    if not path:
        return window, ()
    return _CHROME.to_typed(window, ctx, path) if blank(window) else _add_tab(window, ctx, typed_url(path))


def _link_lines(window: Window, _ctx: Context, url: str) -> Iterable[Any]:
    whole = target(tab(window), url)
    yield "open_tab", "Open in new tab", ("new_tab", whole), "m/add_box"
    yield "copy_link", "Copy link address", ("copy", whole), "m/link"
    yield "share_link", "Share link", ("share", whole), "m/share"


def _mark_lines(_window: Window, _ctx: Context, title: str, url: str) -> Iterable[Any]:
    yield "open_tab", "Open in new tab", ("new_tab", url), "m/add_box"
    yield "copy_link", "Copy link address", ("copy", url), "m/link"
    yield "delete_mark", "Delete", ("unmark", title, url), "m/delete"


def _opening(ctx: Context, path: str) -> tuple[Effect, ...]:
    app = opener(path)
    return (Launch(app, path),) if ctx.vfs.is_file(path) and program(app) is not None else ()


def _share(window: Window, _ctx: Context, url: str) -> Result:
    return window, (OpenDialog("share", ("text", url or place_of(tab(window)).url)),)


def _back(window: Window, ctx: Context) -> Result:
    """What is over the page goes, then the page; on the first one of a tab Chrome is left."""
    if window.finding is not None or window.over or window.saved:
        return window._replace(finding=None, over="", saved=""), ()
    return _CHROME.step(window, ctx, -1) if can_step(tab(window), -1) else left(window)


def _pull(window: Window, ctx: Context) -> Result:
    """Pull the page down: it is loaded again."""
    window, effects = _ON_PAGES["refresh"](window, ctx)
    return window._replace(refreshing=True), (*effects, refreshed())


def _typed_done(window: Window, ctx: Context, typed: str) -> Result:
    return _CHROME.to_typed(window, ctx, typed) if typed.strip() else (window._replace(typed=None), (Focus(PAGE),))


_ON_PAGES = _CHROME.handlers()
_ON: Mapping[str, Handler] = {
    **_ON_PAGES,
    **menus("chrome", link_menu=_link_lines, mark_menu=_mark_lines),
    "address": focuses(_ADDRESS),
    "back": _back,
    "clear": lambda w, ctx: (w, (SetFiles(forgotten(ctx.vfs, ctx.clock_ms)),)),
    "close_tab": _close_tab,
    "find": lambda w, _: (w._replace(finding="", found=0), (Focus("chrome.find"),)),
    "hide": lambda w, _: (w._replace(saved=""), ()),
    "home": lambda w, ctx: _CHROME.go_to(w, ctx, NEW_TAB),
    "new_tab": _add_tab,
    "open_file": opens_file(
        _opening, lambda name: tell("Can’t open file", f"{name} is gone, or no app opens it."), {"saved": ""}
    ),
    "opened": _opened,
    "over": lambda w, _, over: (w._replace(over=over, finding=None, typed=None, saved=""), (ScrollTo("chrome.list"),)),
    "pull": _pull,
    "refreshed": lambda w, _: (w._replace(refreshing=False), ()),
    "share": _share,
    "tab": _to_tab,
    "typed_done": _typed_done,
}


def _disc(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.42, 0xDB4437)
    p.shape([(0.5, 0.5), (0.136, 0.29), (0.136, 0.71), (0.32, 0.86), (0.5, 0.92), (0.66, 0.59)], 0x0F9D58)
    p.shape([(0.5, 0.5), (0.66, 0.59), (0.5, 0.92), (0.71, 0.86), (0.87, 0.70), (0.92, 0.5), (0.87, 0.32)], 0xFFCD40)
    p.disc(0.5, 0.5, 0.20, 0xFFFFFF)
    p.disc(0.5, 0.5, 0.155, 0x4285F4)


_STYLES = looks(
    box={"snackbar": Look(fill="ink", radius=8), "tab_chosen": Look(fill="checked", edge="accent", radius=20)},
    text={"snack": Look(size=14, ink="on_picture")},
    button={
        "tab_count": Look(size=13, family="ui-semibold", min_w=30, min_h=28, radius=7, edge="text", pad=(2, 2, 2, 2)),
        "snack": PILL._replace(ink="thumb", pad=(10, 9, 10, 9)),
    },
)
APPS = (
    phone_app(
        name="chrome",
        title="Chrome",
        icon="app/chrome",
        art={"app/chrome": on_disc(_disc), **SITE_ART},
        styles={**SITE_STYLES, **_STYLES},
        program=Program(category="Web Browsing", dock=3),
        initial=with_sites_of_an_hour_ago,
        init=lambda path, ctx: _CHROME.to_typed(Window(), ctx, path) if path else (Window(), ()),
        view=_view,
        on=_ON,
        caption=lambda window: tab(window).title if not blank(window) else "New tab",
        document=lambda window: place_of(tab(window)).url,
        tables=web_tables(),
    ),
)
