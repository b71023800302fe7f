"""Going about in Explorer: navigating, opening, searching."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.devices.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo
from omnigym.devices.sim.vfs import Vfs, base_name, native, parent_of
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.explorer.files_view import BIN_PAGE, HOME_PAGE, PC_PAGE
from omnigym.devices.sim.windows.apps.explorer.state import State, is_directory, path_of, selected_paths
from omnigym.devices.sim.windows.apps.explorer.view import LIST
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["GOING", "Result", "location"]

Result: TypeAlias = tuple[State, tuple[Effect, ...]]

_PAGES = {page.casefold(): page for page in (HOME_PAGE, PC_PAGE, BIN_PAGE)} | {
    "home": HOME_PAGE,
    "this pc": PC_PAGE,
    "recycle bin": BIN_PAGE,
}


def location(typed: str, vfs: Vfs) -> str:
    """The location that a person means, or "" where there is none."""
    typed = typed.strip().strip('"')
    page = _PAGES.get(typed.casefold())
    if page is not None:
        return page
    return vfs.real_path(typed) if typed and vfs.is_dir(typed) else ""


def _at(state: State, path: str) -> State:
    """``state`` at another location, with nothing selected, searched or edited."""
    return state._replace(path=path, selected=(), cursor="", address=None, query="", results="", rename="")


def _go(state: State, ctx: Context, path: str) -> Result:
    found = location(path, ctx.vfs)
    if not found:
        return _go_nowhere(state, path, ctx)
    if found == state.path and not state.results:
        return state._replace(address=None), (Focus(LIST),)
    return _at(state, found)._replace(back=(*state.back, state.path), forward=()), (Focus(LIST),)


def _go_nowhere(state: State, path: str, ctx: Context) -> Result:
    """A file opens; for anything else Windows cannot find it."""
    state = state._replace(address=None)
    if ctx.vfs.is_file(path):
        return state, (_opening(ctx.vfs.real_path(path), ctx.settings),)
    shown = path if path.startswith("shell:") else native(path)
    return state, (tell("File Explorer", f"Windows can't find '{shown}'. Check the spelling and try again."),)


def _back(state: State, _ctx: Context) -> Result:
    if state.results:
        return _at(state, state.path), (Focus(LIST),)
    if not state.back:
        return state, ()
    moved = _at(state, state.back[-1])
    return moved._replace(back=state.back[:-1], forward=(*state.forward, state.path)), (Focus(LIST),)


def _forward(state: State, _ctx: Context) -> Result:
    if not state.forward:
        return state, ()
    moved = _at(state, state.forward[-1])
    return moved._replace(forward=state.forward[:-1], back=(*state.back, state.path)), (Focus(LIST),)


def _up(state: State, ctx: Context) -> Result:
    if state.path.startswith("shell:"):
        return state, ()
    if state.path == "C:":
        return _go(state, ctx, PC_PAGE)
    moved, effects = _go(state, ctx, parent_of(state.path))
    child = base_name(state.path)  # as in Windows, where one came from is selected
    return moved._replace(selected=(child,), cursor=child), (*effects, ScrollTo(LIST, child))


def _opening(path: str, settings: Mapping[str, str]) -> Effect:
    app = app_for(base_name(path), settings)
    if not app:
        return tell("File Explorer", f"{base_name(path)}\nThere is no app to open this type of file.", "info")
    return Launch(app, path)


def _open(state: State, ctx: Context, entry_id: str) -> Result:
    path = path_of(state, entry_id)
    if ctx.vfs.is_dir(path):
        return _go(state, ctx, path)
    return state, (_opening(path, ctx.settings),) if ctx.vfs.is_file(path) else ()


def _open_selected(state: State, ctx: Context) -> Result:
    return _open(state, ctx, state.selected[0]) if state.selected else (state, ())


def _properties(state: State, _ctx: Context) -> Result:
    paths = selected_paths(state) or ((state.path,) if is_directory(state) else ())
    return state, (OpenDialog("properties", paths[0]),) if paths else ()


def _search(state: State, _ctx: Context, query: str) -> Result:
    return state._replace(results=query.strip(), query=query, selected=(), cursor="", rename=""), ()


def _key_address(state: State, ctx: Context) -> Result:
    shown = state.path if state.path.startswith("shell:") else native(state.path)
    return _edit_address(state, ctx, shown)


def _edit_address(state: State, _ctx: Context, text: str) -> Result:
    return state._replace(address=text), (Focus("explorer.address", 0, -1),)


GOING: Mapping[str, Callable[..., Result]] = {
    "address": lambda s, _, text: (s._replace(address=text), ()),
    "address_cancel": lambda s, *_: (s._replace(address=None), ()),
    "back": _back,
    "edit_address": _edit_address,
    "focus_search": lambda s, _: (s, (Focus("explorer.search", 0, -1),)),
    "forward": _forward,
    "go": _go,
    "go_typed": _go,
    "key_address": _key_address,
    "new_window": lambda s, _: (s, (Launch("file_manager", s.path),)),
    "open": _open,
    "open_selected": _open_selected,
    "open_with": lambda s, _, app, path: (s, (Launch(app, path),)),
    "properties": _properties,
    "query": lambda s, _, text: (s._replace(query=text, results=s.results if text else ""), ()),
    "search": _search,
    "search_cancel": lambda s, _: (s._replace(query="", results=""), (Focus(LIST),)),
    "up": _up,
}
