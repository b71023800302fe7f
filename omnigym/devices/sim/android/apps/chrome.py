"""Chrome: tabs, bookmarks, downloads, and the sites of `omnigym.devices.sim.sites`, laid out for a narrow page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.android.apps._chrome_going import GOING, go_to, new_tab, tell
from omnigym.devices.sim.android.apps._chrome_state import ADDRESS, FIND, PAGE, Result, State, blank, page, tab
from omnigym.devices.sim.android.apps._chrome_view import view
from omnigym.devices.sim.android.catalogue import program
from omnigym.devices.sim.android.kit import left, phone_app
from omnigym.devices.sim.android.storage import opener
from omnigym.devices.sim.app import Context, Focus, Launch, OpenDialog, ScrollTo, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.apps._browser_finding import FOUND, matches
from omnigym.devices.sim.sites.browsing import can_step, place_of, typed_url
from omnigym.devices.sim.sites.profile import forgotten, toggled
from omnigym.devices.sim.ui.nodes import Msg
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import base_name

__all__ = ["APPS"]


def _init(path: str, ctx: Context) -> Result:
    return go_to(State(), ctx, typed_url(path)) if path else (State(), ())


def _opened(state: State, ctx: Context, path: str) -> Result:
    """A page, in a tab of its own."""
    if not path:
        return state, ()
    return go_to(state, ctx, typed_url(path)) if blank(state) else new_tab(state, ctx, typed_url(path))


def _star(state: State, ctx: Context) -> Result:
    here = tab(state)
    return state, (SetFiles(toggled(ctx.vfs, here.title, place_of(here).url, ctx.clock_ms)),)


def _mark_menu(state: State, _ctx: Context, title: str, url: str) -> Result:
    items = (
        MenuItem("chrome.menu.open_tab", "Open in new tab", ("new_tab", url), icon="m/add_box"),
        MenuItem("chrome.menu.copy_link", "Copy link address", ("copy", url), icon="m/link"),
        MenuItem("chrome.menu.delete_mark", "Delete", ("unmark", title, url), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _open_file(state: State, ctx: Context, path: str) -> Result:
    app = opener(path)
    if not ctx.vfs.is_file(path) or program(app) is None:
        return state, (tell("Can’t open file", f"{base_name(path)} is gone, or no app opens it."),)
    return state._replace(saved=""), (Launch(app, path),)


def _find_step(state: State, ctx: Context, by: int, *_: str) -> Result:
    count = len(matches(page(state, ctx).body, state.finding or ""))
    if not count:
        return state, ()
    return state._replace(found=(state.found + by) % count), (ScrollTo(PAGE, FOUND),)


def _find_text(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(finding=text, found=0), (ScrollTo(PAGE, FOUND),) if text else ()


def _share(state: State, _ctx: Context, url: str) -> Result:
    return state, (OpenDialog("share", ("text", url or place_of(tab(state)).url), ("shared",)),)


def _back(state: State, ctx: Context) -> Result:
    """What is over the page goes, then the page; on the first one of a tab Chrome is left."""
    if state.finding is not None or state.over or state.saved:
        return state._replace(finding=None, over="", saved=""), ()
    if can_step(tab(state), -1):
        return GOING["step"](state, ctx, -1)
    return left(state)


_HANDLERS: Mapping[str, Callable[..., Result]] = {
    **GOING,
    "address": lambda s, _: (s, (Focus(ADDRESS, 0, -1),)),
    "back": _back,
    "clear": lambda s, ctx: (s, (SetFiles(forgotten(ctx.vfs, ctx.clock_ms)),)),
    "copy": lambda s, _, text: (s, (SetClipboard(ClipboardContent(text=text)),)),
    "edit": lambda s, _, edit: (State(edit, *s[1:]), ()),
    "find": lambda s, _: (s._replace(finding="", found=0), (Focus(FIND),)),
    "find_done": lambda s, _: (s._replace(finding=None), (Focus(PAGE),)),
    "find_step": _find_step,
    "find_text": _find_text,
    "hide": lambda s, _: (s._replace(saved=""), ()),
    "mark_menu": _mark_menu,
    "open_file": _open_file,
    "opened": _opened,
    "over": lambda s, _, over: (s._replace(over=over, finding=None, typed=None, saved=""), (ScrollTo("chrome.list"),)),
    "share": _share,
    "star": _star,
    "typed": lambda s, _, text: (s._replace(typed=text), ()),
    "typed_left": lambda s, _, __: (s._replace(typed=None), ()),
    "unmark": lambda s, ctx, title, url: (s, (SetFiles(toggled(ctx.vfs, title, url, ctx.clock_ms)),)),
}


def _update(state: State, msg: Msg, ctx: Context) -> Result:
    handler = _HANDLERS.get(msg[0])
    return handler(state, ctx, *msg[1:]) if handler is not None else (state, ())


APPS = (
    phone_app(
        name="chrome",
        title="Chrome",
        icon="app/chrome",
        init=_init,
        view=view,
        update=_update,
        caption=lambda state: tab(state).title if not blank(state) else "New tab",
        document=lambda state: place_of(tab(state)).url,
        sees=("vfs", "settings", "clock_ms"),
        edit=lambda state: state.edit,
        shown=lambda state: state[1:],
    ),
)
