"""Going from page to page, and doing what pages ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, Effect, Focus, OpenDialog, ScrollTo, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.apps._browser_state import PAGE, Result, State, page, tab, visit, with_tab
from omnigym.devices.sim.apps.file_dialog import FileDialog
from omnigym.devices.sim.apps.message_box import tell
from omnigym.devices.sim.documents.edit import start_editing
from omnigym.devices.sim.sites.browsing import (
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
from omnigym.devices.sim.ui.widgets import SEPARATOR, MenuItem
from omnigym.devices.sim.vfs import HOME, VfsError, base_name, join
from omnigym.documents import plain

__all__ = ["GOING", "TITLE", "arrived", "go_to"]

#: What a person calls the browser.
TITLE = "Microsoft Edge"
_DOWNLOADS = f"{HOME}/Downloads"


def arrived(state: State, ctx: Context, *, remember: bool = True) -> Result:
    """At another page: its title, its text area, its top; and it is in the history."""
    shown, here = page(state, ctx), tab(state)
    url = place_of(here).url
    state = with_tab(state, here._replace(title=shown.title, icon=icon_at(url)))
    state = state._replace(edit=editor_edit(shown), typed=None, finding=None, flyout="")
    vfs = _told(state, ctx, ("opened",)).vfs or ctx.vfs
    if remember and url.startswith("https"):
        vfs = visited(vfs, shown.title, url, ctx.clock_ms)
    effects: tuple[Effect, ...] = (ScrollTo(PAGE), Focus(shown.focus or PAGE))
    return state, effects if vfs is ctx.vfs else (SetFiles(vfs), *effects)


def _told(state: State, ctx: Context, msg: Msg) -> Outcome:
    """What the site of the page makes of a message."""
    seen = visit(state, ctx)
    site = site_at(seen.address.host)
    data = site.load(ctx.vfs, seen.address)
    return site.update(Ask(seen, data, state.edit.document.text, ctx.vfs, ctx.clock_ms), msg)


def go_to(state: State, ctx: Context, url: str) -> Result:
    """To a page by its whole address."""
    return arrived(with_tab(state, went(tab(state), url)), ctx)


def _go(state: State, ctx: Context, url: str) -> Result:
    return go_to(state, ctx, target(tab(state), url))


def _step(state: State, ctx: Context, by: int) -> Result:
    here = tab(state)
    moved = stepped(here, by)
    return arrived(with_tab(state, moved), ctx) if moved is not here else (state, ())


def _typed_done(state: State, ctx: Context, typed: str) -> Result:
    return go_to(state, ctx, typed_url(typed)) if typed.strip() else (state, ())


def _refresh(state: State, ctx: Context) -> Result:
    return arrived(with_tab(state, filled(tab(state), ())), ctx, remember=False)


# -- what a page asks for ---------------------------------------------------------------------------------------


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
        effects.append(OpenDialog("file_dialog", FileDialog(False), ("uploaded", outcome.upload)))
    if outcome.download is not None:
        state, more = _saved(state, ctx, outcome.download)
        return state, (*effects, *more)
    if outcome.go:
        state, more = _go(state, ctx, outcome.go)
        return state, (*effects, *more)
    return state, tuple(effects)


def _saved(state: State, ctx: Context, download: Download) -> Result:
    """With a file in Downloads, and the list of downloads open."""
    name = ctx.vfs.free_name(_DOWNLOADS, download.name)
    path = join(_DOWNLOADS, name)
    try:
        vfs = ctx.vfs.write(path, download.content, ctx.clock_ms)
    except VfsError as e:
        return state, (tell(TITLE, str(e)),)
    vfs = downloaded(vfs, name, place_of(tab(state)).url, path, ctx.clock_ms)
    return state._replace(flyout="downloads", finding=None), (SetFiles(vfs),)


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
        MenuItem("browser.menu.open_tab", "Open link in new tab", ("new_tab", whole), "tab-add"),
        SEPARATOR,
        MenuItem("browser.menu.copy_link", "Copy link", ("copy", whole), "link"),
    )
    return state, (ShowMenu(items),)


#: What handles messages about pages.
GOING: Mapping[str, Callable[..., Result]] = {
    "go": _go,
    "input": _input,
    "link_menu": _link_menu,
    "opened": lambda s, ctx, path: go_to(s, ctx, typed_url(path)),
    "page": _on_page,
    "refresh": _refresh,
    "step": _step,
    "typed_done": _typed_done,
    "uploaded": _uploaded,
    "visit": go_to,
}
