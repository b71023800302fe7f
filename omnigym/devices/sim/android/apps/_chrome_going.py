"""Going from page to page, tabs, and doing what pages ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.android.apps._chrome_state import ADDRESS, PAGE, Result, State, page, tab, visit, with_tab
from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.documents.edit import start_editing
from omnigym.devices.sim.sites.browsing import (
    NEW_TAB,
    Tab,
    editor_edit,
    filled,
    place_of,
    site_at,
    stepped,
    target,
    typed_url,
    went,
)
from omnigym.devices.sim.sites.edge import icon_at
from omnigym.devices.sim.sites.profile import downloaded, visited
from omnigym.devices.sim.sites.site import Ask, Download, Outcome
from omnigym.devices.sim.ui.nodes import Msg
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import HOME, VfsError, base_name, join
from omnigym.documents import plain

__all__ = ["GOING", "go_to", "new_tab", "tell"]

_DOWNLOADS = f"{HOME}/Download"


def tell(title: str, words: str) -> OpenDialog:
    """A message with nothing but OK."""
    return OpenDialog("ask", (title, words, "OK", ""), ("told",))


def _arrived(state: State, ctx: Context, *, remember: bool = True) -> Result:
    """At another page: its title, its text area, its top; and it is in the history."""
    shown, here = page(state, ctx), tab(state)
    url = place_of(here).url
    state = with_tab(state, here._replace(title=shown.title, icon=icon_at(url)))
    state = state._replace(edit=editor_edit(shown), typed=None, finding=None, over="", saved="")
    vfs = _told(state, ctx, ("opened",)).vfs or ctx.vfs
    if remember and url.startswith("https"):
        vfs = visited(vfs, shown.title, url, ctx.clock_ms)
    # The address is shown from its beginning on once nobody types in it.
    effects: tuple[Effect, ...] = (ScrollTo(PAGE), Focus(ADDRESS, 0, 0), Focus(PAGE))
    return state, effects if vfs is ctx.vfs else (SetFiles(vfs), *effects)


def _told(state: State, ctx: Context, msg: Msg) -> Outcome:
    """What the site of the page makes of a message."""
    seen = visit(state, ctx)
    site = site_at(seen.address.host)
    data = site.load(ctx.vfs, seen.address)
    return site.update(Ask(seen, data, state.edit.document.text, ctx.vfs, ctx.clock_ms), msg)


def go_to(state: State, ctx: Context, url: str) -> Result:
    """To a page by its whole address."""
    return _arrived(with_tab(state, went(tab(state), url)), ctx)


def _go(state: State, ctx: Context, url: str) -> Result:
    return go_to(state, ctx, target(tab(state), url))


def _step(state: State, ctx: Context, by: int) -> Result:
    here = tab(state)
    moved = stepped(here, by)
    return _arrived(with_tab(state, moved), ctx) if moved is not here else (state, ())


def _typed_done(state: State, ctx: Context, typed: str) -> Result:
    return go_to(state, ctx, typed_url(typed)) if typed.strip() else (state._replace(typed=None), (Focus(PAGE),))


def _refresh(state: State, ctx: Context) -> Result:
    return _arrived(with_tab(state, filled(tab(state), ())), ctx, remember=False)


# -- tabs ----------------------------------------------------------------------------------------------------


def _left(state: State) -> State:
    """The state with the text area of the page kept in its tab."""
    return with_tab(state, tab(state)._replace(edit=state.edit))


def new_tab(state: State, ctx: Context, url: str = NEW_TAB) -> Result:
    """One more tab, in front."""
    state = _left(state)
    fresh = Tab(state.next_id)
    state = state._replace(tabs=(*state.tabs, fresh), active=len(state.tabs), next_id=state.next_id + 1)
    return go_to(state, ctx, url)


def _shown(state: State, at: int) -> State:
    return state._replace(active=at, edit=state.tabs[at].edit, typed=None, finding=None, over="", saved="")


def _tab(state: State, _ctx: Context, at: int) -> Result:
    return (_shown(_left(state), at), (ScrollTo(PAGE),)) if 0 <= at < len(state.tabs) else (state, ())


def _close_tab(state: State, _ctx: Context, at: int) -> Result:
    """Without a tab; where it was the last one, a new one is there."""
    state = _left(state)
    tabs = (*state.tabs[:at], *state.tabs[at + 1 :])
    if not tabs:
        return State(tabs=(Tab(state.next_id),), next_id=state.next_id + 1, over=state.over), ()
    active = min(state.active - (at < state.active), len(tabs) - 1)
    return _shown(state._replace(tabs=tabs), active)._replace(over=state.over), ()


# -- what a page asks for ------------------------------------------------------------------------------------


def _on_page(state: State, ctx: Context, *msg: Any) -> Result:
    if msg == ("refresh",):
        return _refresh(state, ctx)
    return _carried_out(state, ctx, _told(state, ctx, msg))


def _carried_out(state: State, ctx: Context, outcome: Outcome) -> Result:
    """What a site wants done, in the order of `Outcome`'s fields."""
    effects: list[Effect] = []
    if outcome.vfs is not None and outcome.vfs is not ctx.vfs:
        ctx = ctx._replace(vfs=outcome.vfs)
        effects.append(SetFiles(ctx.vfs))
    if outcome.form is not None:
        state = with_tab(state, filled(tab(state), outcome.form))
    if outcome.text is not None:
        state = state._replace(edit=start_editing(plain(outcome.text)))
    if outcome.copy:
        effects.append(SetClipboard(ClipboardContent(text=outcome.copy)))
    if outcome.upload:
        effects.append(OpenDialog("pick_file", ("Choose a file", ""), ("uploaded", outcome.upload)))
    if outcome.download is not None:
        state, more = _saved(state, ctx, outcome.download)
        return state, (*effects, *more)
    if outcome.go:
        state, more = _go(state, ctx, outcome.go)
        return state, (*effects, *more)
    return state, tuple(effects)


def _saved(state: State, ctx: Context, download: Download) -> Result:
    """With a file in Download, and a line that says so."""
    name = ctx.vfs.free_name(_DOWNLOADS, download.name)
    path = join(_DOWNLOADS, name)
    try:
        vfs = ctx.vfs.write(path, download.content, ctx.clock_ms)
    except VfsError as e:
        return state, (tell("Can’t download", str(e).replace("\n", " ")),)
    vfs = downloaded(vfs, name, place_of(tab(state)).url, path, ctx.clock_ms)
    return state._replace(saved=path), (SetFiles(vfs),)


def _uploaded(state: State, ctx: Context, msg: Msg, path: str | None) -> Result:
    if path is None or not ctx.vfs.is_file(path):
        return state, ()
    return _on_page(state, ctx, *msg, base_name(ctx.vfs.real_path(path)), ctx.vfs.read(path))


def _input(state: State, _ctx: Context, name: str, text: str) -> Result:
    here = tab(state)
    form = tuple([f for f in place_of(here).form if f[0] != name])
    return with_tab(state, filled(here, (*form, (name, text)))), ()


def _link_menu(state: State, _ctx: Context, url: str) -> Result:
    whole = target(tab(state), url)
    items = (
        MenuItem("chrome.menu.open_tab", "Open in new tab", ("new_tab", whole), icon="m/add_box"),
        MenuItem("chrome.menu.copy_link", "Copy link address", ("copy", whole), icon="m/link"),
        MenuItem("chrome.menu.share_link", "Share link", ("share", whole), icon="m/share"),
    )
    return state, (ShowMenu(items),)


#: What handles messages about pages and tabs.
GOING: Mapping[str, Callable[..., Result]] = {
    "close_tab": _close_tab,
    "go": _go,
    "home": lambda s, ctx: go_to(s, ctx, NEW_TAB),
    "input": _input,
    "link_menu": _link_menu,
    "new_tab": new_tab,
    "page": _on_page,
    "refresh": _refresh,
    "step": _step,
    "tab": _tab,
    "typed_done": _typed_done,
    "uploaded": _uploaded,
    "visit": go_to,
}
