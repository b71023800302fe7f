"""Microsoft Edge: tabs, an address bar, favourites, downloads, and the sites of `omnigym.devices.sim.sites`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import (
    App,
    Context,
    Focus,
    Launch,
    RequestClose,
    ScrollTo,
    SetClipboard,
    SetFiles,
    ShowMenu,
)
from omnigym.devices.sim.apps._browser_finding import FOUND, matches
from omnigym.devices.sim.apps._browser_going import GOING, TITLE, go_to
from omnigym.devices.sim.apps._browser_state import ADDRESS, FIND, PAGE, Result, State, page, tab
from omnigym.devices.sim.apps._browser_tabs import TABBING
from omnigym.devices.sim.apps._browser_view import view
from omnigym.devices.sim.apps.message_box import tell
from omnigym.devices.sim.files.kinds import app_for
from omnigym.devices.sim.sites.browsing import NEW_TAB, place_of, typed_url
from omnigym.devices.sim.sites.profile import toggled
from omnigym.devices.sim.sites.site import TEXT
from omnigym.devices.sim.ui.nodes import Msg
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.vfs import base_name, parent_of

__all__ = ["APPS"]


def _star(state: State, ctx: Context) -> Result:
    here = tab(state)
    return state, (SetFiles(toggled(ctx.vfs, here.title, place_of(here).url, ctx.clock_ms)),)


def _mark_menu(state: State, _ctx: Context, title: str, url: str) -> Result:
    items = (
        MenuItem("browser.menu.open_tab", "Open in new tab", ("new_tab", url), "tab-add"),
        MenuItem("browser.menu.copy_link", "Copy link", ("copy", url), "link"),
        SEPARATOR,
        MenuItem("browser.menu.delete_mark", "Delete", ("unmark", title, url), "delete"),
    )
    return state, (ShowMenu(items),)


def _open_file(state: State, ctx: Context, path: str) -> Result:
    app = app_for(base_name(path))
    if not app or not ctx.vfs.is_file(path):
        return state, (tell(TITLE, f"{base_name(path)}\nThe file is gone, or no app opens it."),)
    return state._replace(flyout=""), (Launch(app, path),)


def _find(state: State, _ctx: Context) -> Result:
    return state._replace(finding=state.finding or "", found=0, flyout=""), (Focus(FIND, 0, -1),)


def _find_text(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(finding=text, found=0), (ScrollTo(PAGE, FOUND),) if text else ()


def _find_step(state: State, ctx: Context, by: int, *_: str) -> Result:
    count = len(matches(page(state, ctx).body, state.finding or ""))
    if not count:
        return state, ()
    return state._replace(found=(state.found + by) % count), (ScrollTo(PAGE, FOUND),)


def _copied(state: State, _ctx: Context, text: str) -> Result:
    return state, (SetClipboard(ClipboardContent(text=text)),)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **GOING,
    **TABBING,
    "address": lambda s, _: (s, (Focus(ADDRESS, 0, -1),)),
    "copy": _copied,
    "edit": lambda s, _, edit: (State(edit, *s[1:]), ()),
    "escape": lambda s, _: (s._replace(finding=None, flyout=""), ()),
    "exit": lambda s, _: (s, (RequestClose(),)),
    "find": _find,
    "find_done": lambda s, _: (s._replace(finding=None), (Focus(PAGE),)),
    "find_step": _find_step,
    "find_text": _find_text,
    "flyout": lambda s, _, kind: (s._replace(flyout="" if s.flyout == kind else kind, finding=None), ()),
    "mark_menu": _mark_menu,
    "new_window": lambda s, _: (s, (Launch("browser"),)),
    "open_file": _open_file,
    "show_file": lambda s, _, path: (s._replace(flyout=""), (Launch("file_manager", parent_of(path)),)),
    "star": _star,
    "typed": lambda s, _, text: (s._replace(typed=text), ()),
    "typed_cancel": lambda s, _: (s._replace(typed=None), (Focus(PAGE),)),
    "typed_left": lambda s, _, __: (s._replace(typed=None), ()),
    "unmark": lambda s, ctx, title, url: (s, (SetFiles(toggled(ctx.vfs, title, url, ctx.clock_ms)),)),
}


def _update(state: State, msg: Msg, ctx: Context) -> Result:
    handler = _HANDLERS.get(msg[0])
    return handler(state, ctx, *msg[1:]) if handler is not None else (state, ())


def _init(args: object, ctx: Context) -> Result:
    if not args:
        return State(), (Focus(ADDRESS),)
    return go_to(State(), ctx, typed_url(str(args)))


def _caption(state: State) -> str:
    others = len(state.tabs) - 1
    more = f" and {others} more page{'s' * (others > 1)}" if others else ""
    return f"{tab(state).title}{more} - {TITLE}"


APPS = (
    App(
        name="browser",
        title=TITLE,
        icon="browser",
        init=_init,
        view=view,
        update=_update,
        caption=_caption,
        document=lambda state: place_of(tab(state)).url,
        keys=(
            ("ctrl+l", ("address",)),
            ("alt+d", ("address",)),
            ("f6", ("address",)),
            ("ctrl+t", ("new_tab",)),
            ("ctrl+n", ("new_window",)),
            ("ctrl+w", ("close_tab",)),
            ("ctrl+f4", ("close_tab",)),
            ("ctrl+tab", ("next_tab", 1)),
            ("ctrl+shift+tab", ("next_tab", -1)),
            ("ctrl+pagedown", ("next_tab", 1)),
            ("ctrl+pageup", ("next_tab", -1)),
            *[(f"ctrl+{n}", ("tab", n - 1)) for n in range(1, 9)],
            ("alt+left", ("step", -1)),
            ("alt+right", ("step", 1)),
            ("ctrl+r", ("refresh",)),
            ("f5", ("refresh",)),
            ("ctrl+d", ("star",)),
            ("ctrl+f", ("find",)),
            ("f3", ("find_step", 1)),
            ("ctrl+g", ("find_step", 1)),
            ("ctrl+h", ("visit", "edge://history")),
            ("ctrl+j", ("visit", "edge://downloads")),
            ("ctrl+shift+o", ("visit", "edge://favorites")),
            ("alt+home", ("visit", NEW_TAB)),
            ("escape", ("escape",)),
        ),
        sees=("vfs", "settings", "clock_ms"),
        size=(960, 620),
        min_size=(420, 320),
        focus=ADDRESS,
        over_title=True,
        edit=lambda state: state.edit,
        shown=lambda state: state[1:],
        locate={
            "address": {"key": ADDRESS},
            "page": {"key": PAGE},
            "text": {"key": TEXT},
            "favourite": {"key": "browser.favourite.{name}"},
        },
    ),
)
