"""The home screen: home pages of apps, the dock and a search field; a swipe up opens the drawer with all apps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.catalogue import home_pages, programs
from omnigym.sim.android.dates import local, short_day
from omnigym.sim.android.shell.navigation_bar import HEIGHT as BELOW
from omnigym.sim.android.shell.status_bar import HEIGHT as ABOVE
from omnigym.sim.app import (
    App,
    Context,
    Effect,
    Focus,
    Handler,
    Launch,
    OpenShell,
    ScrollTo,
    ShowMenu,
    unchanged,
)
from omnigym.sim.common.system_settings import background_of
from omnigym.sim.program import Shortcut
from omnigym.sim.settings import arranged
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import MenuItem, button, field, icon, scroll, spacer, text

__all__ = ["APPS"]

#: Columns of the grid of apps, and the height of its cells in logical pixels.
_COLUMNS, _CELL_H = 4, 98


class _State(NamedTuple):
    """The state of the launcher.

    Attributes:
        page: Index of the home page that is shown.
        drawer: Whether the drawer is open.
        query: The text in the drawer's search field.
    """

    page: int = 0
    drawer: bool = False
    query: str = ""


def _app_button(where: str, program: Shortcut, style: str, w: int, label: bool = True) -> Node:
    return button(
        f"{where}.{program.app}",
        program.title if label else "",
        icon=program.icon,
        name=program.title,
        style=style,
        w=w,
        h=_CELL_H if label else 68,
        click=("launch", program.app),
        context=("about", program.app),
    )


def _grid(where: str, shown: tuple[Shortcut, ...], style: str, w: int) -> Node:
    cell = w // _COLUMNS
    rows = [
        row(*[_app_button(where, p, style, cell) for p in shown[i : i + _COLUMNS]], align="start")
        for i in range(0, len(shown), _COLUMNS)
    ]
    return column(*rows, role=Role.LIST, name="Apps", key=f"{where}.apps")


def _dots(page: int, count: int) -> Node:
    dots: list[Element] = [row(style="dot" if i == page else "dot_off", w=7, h=7) for i in range(count)]
    return row(*dots, h=24, gap=8, justify="center", role=Role.TEXT, name=f"Home screen {page + 1} of {count}")


def _home(dock: tuple[Shortcut, ...], shown: tuple[Shortcut, ...], page: int, count: int, day: str, w: int) -> Node:
    inner = w - 24
    glance = row(text(day, style="glance", key="launcher.date"), h=76, pad=(18, 22, 0, 0), align="start")
    search = row(
        icon("m/search", size=24, style="accent"),
        text("Search apps", style="muted", w=FILL, role=None),
        icon("m/apps", size=22),
        style="search_pill",
        role=Role.BUTTON,
        name="Search apps",
        key="launcher.search",
        h=50,
        pad=(16, 0),
        gap=14,
        click=("search",),
    )
    return column(
        glance if page == 0 else spacer(h=76),
        column(spacer(h=FILL), _grid("launcher", shown, "home_icon", inner), h=FILL),
        _dots(page, count),
        row(
            *[_app_button("launcher.dock", p, "home_icon", inner // max(1, len(dock)), False) for p in dock],
            role=Role.LIST,
            name="Dock",
            key="launcher.dock",
            h=72,
        ),
        row(search, pad=(8, 4)),
        h=FILL,
        pad=(12, 0),
        gap=4,
    )


def _found(query: str, settings: Mapping[str, str]) -> tuple[Shortcut, ...]:
    wanted = query.strip().casefold()
    return tuple([p for p in arranged(programs(), settings) if wanted in p.title.casefold()])


def _all_apps(query: str, found: tuple[Shortcut, ...], w: int) -> Node:
    if not found:
        return row(text(f"No apps found matching “{query.strip()}”", style="muted"), h=80, justify="center")
    return _grid("drawer", found, "drawer_icon", w - 24)


def _drawer(query: str, found: tuple[Shortcut, ...], w: int) -> Node:
    search = field(
        "drawer.search",
        query,
        name="Search apps",
        placeholder="Search apps",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
        submit=("first",),
    )
    return column(
        row(search, pad=(12, 14, 12, 10)),
        scroll("drawer.list", column(panel(_all_apps, query, found, w), pad=(12, 4)), name="All apps"),
        style="drawer",
        role=Role.WINDOW,
        name="All apps",
        key="drawer",
        h=FILL,
        swipe_down=("close",),
        click=("none",),
    )


def _view(state: _State, ctx: Context) -> Node:
    if state.drawer:
        inside = _drawer(state.query, _found(state.query, ctx.settings), ctx.w)
    else:
        dock, pages = home_pages(ctx.settings)
        page = min(state.page, len(pages) - 1)  # a page that exists, whatever was installed since
        day = short_day(local(ctx.clock_ms, ctx.settings))
        inside = column(panel(_home, dock, pages[page], page, len(pages), day, ctx.w, h=FILL), h=FILL)
    behind = column(
        style="desktop",
        role=Role.DESKTOP,
        name="Home screen",
        key="launcher",
        w=FILL,
        h=FILL,
        swipe_up=("drawer",),
        swipe_down=("shade",),
        swipe_left=("turn", 1),
        swipe_right=("turn", -1),
        context=("menu",),
        click=("none",),
    )._replace(data=background_of(ctx.settings, ctx.vfs))
    return stack(behind, column(inside, h=FILL, pad=(0, ABOVE, 0, BELOW)), h=FILL)


_MENU = (
    MenuItem("launcher.menu.wallpaper", "Wallpaper & style", ("settings", "display"), icon="m/wallpaper"),
    MenuItem("launcher.menu.settings", "Home settings", ("settings", ""), icon="m/settings"),
)


def _launch(state: _State, _ctx: Context, app: str) -> tuple[_State, tuple[Effect, ...]]:
    return _State(state.page), (Launch(app),)


def _turn(state: _State, ctx: Context, step: int) -> tuple[_State, tuple[Effect, ...]]:
    last = len(home_pages(ctx.settings)[1]) - 1
    return state._replace(page=min(max(state.page + step, 0), last)), ()


def _on_drawer(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(state.page, True), (ScrollTo("drawer.list"),)


def _search(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(state.page, True), (ScrollTo("drawer.list"), Focus("drawer.search"))


def _query(state: _State, _ctx: Context, query: str) -> tuple[_State, tuple[Effect, ...]]:
    return state._replace(query=query), ()


def _first(state: _State, ctx: Context, query: str) -> tuple[_State, tuple[Effect, ...]]:
    found = _found(query, ctx.settings)
    return (_State(state.page), (Launch(found[0].app), Focus(""))) if found else (state, ())


def _close(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(state.page), (Focus(""),)


def _on_home(_state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return _State(), (Focus(""),)


def _shade(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (OpenShell("shade"),)


def _menu(state: _State, _ctx: Context) -> tuple[_State, tuple[Effect, ...]]:
    return state, (ShowMenu(_MENU),)


def _about(state: _State, _ctx: Context, app: str) -> tuple[_State, tuple[Effect, ...]]:
    known = next(p for p in programs() if p.app == app)
    opens = MenuItem("launcher.menu.open", f"Open {known.title}", ("launch", app), icon="m/open_in_new")
    about = MenuItem("launcher.menu.info", "App info", ("settings", f"app:{app}"), icon="m/info")
    return state, (ShowMenu((opens, about)),)


def _settings(state: _State, _ctx: Context, page: str) -> tuple[_State, tuple[Effect, ...]]:
    return state, (Launch("settings", page),)


_ON: Mapping[str, Handler] = {
    "none": unchanged,
    "launch": _launch,
    "turn": _turn,
    "drawer": _on_drawer,
    "search": _search,
    "query": _query,
    "first": _first,
    "close": _close,
    "back": _close,
    "home": _on_home,
    "shade": _shade,
    "menu": _menu,
    "about": _about,
    "settings": _settings,
}


APPS = (
    App(
        name="launcher",
        title="Home screen",
        init=lambda _args, _ctx: (_State(), ()),
        view=_view,
        on=_ON,
        keys=(("back", ("back",)), ("escape", ("back",))),
        layer="desktop",
        place=lambda w, h: (0, 0, w, h),
    ),
)
