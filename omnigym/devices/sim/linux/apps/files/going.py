"""Files: going about, opening, searching."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Effect, Focus, Launch
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.linux.apps.files.state import (
    LIST,
    TRASH,
    Result,
    State,
    entries,
    is_folder,
    path_of,
    selected_paths,
)
from omnigym.devices.sim.linux.file_kinds import COLUMNS, date_text, kind_of, size_text
from omnigym.devices.sim.linux.names import entries_in, name_of
from omnigym.devices.sim.linux.opening import opening
from omnigym.devices.sim.linux.paths import ROOT, inward, outward
from omnigym.devices.sim.vfs import Vfs, base_name, join, parent_of

__all__ = ["GOING", "location"]


def location(typed: str, vfs: Vfs, here: str) -> str:
    """The location that a person means, or "" where there is none."""
    typed = typed.strip()
    if typed in (TRASH, "trash:///"):
        return TRASH
    path = inward(typed) if typed.startswith(("/", "~", "C:")) else join(here, typed)
    return vfs.real_path(path) if typed and vfs.is_dir(path) else ""


def _at(state: State, path: str) -> State:
    return state._replace(path=path, selected=(), cursor="", address=None, query=None, rename="")


def _go(state: State, ctx: Context, typed: str) -> Result:
    found = location(typed, ctx.vfs, state.path)
    if not found:
        return _nowhere(state, ctx, typed)
    if found == state.path and not state.query:
        return state._replace(address=None), (Focus(LIST),)
    return _at(state, found)._replace(back=(*state.back, state.path)[-50:], forward=()), (Focus(LIST),)


def _nowhere(state: State, ctx: Context, typed: str) -> Result:
    """A file opens; anything else cannot be found."""
    state = state._replace(address=None)
    path = inward(typed) if typed.startswith(("/", "~", "C:")) else join(state.path, typed)
    if ctx.vfs.is_file(path):
        return state, opening(ctx.vfs, ctx.vfs.real_path(path)) or (_no_app(path),)
    shown = f"Unable to find “{outward(path)}”. Please check the spelling and try again."
    return state, (tell("Files", shown),)


def _no_app(path: str) -> Effect:
    return tell("Could Not Display", f"There is no app installed for “{base_name(path)}” files.", "info")


def _back(state: State, _ctx: Context) -> Result:
    if state.query is not None:
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
    if state.path in (TRASH, ROOT):
        return state, ()
    moved, effects = _go(state, ctx, parent_of(state.path))
    child = base_name(state.path)
    return moved._replace(selected=(child,), cursor=child), effects


def _open(state: State, ctx: Context, entry_id: str) -> Result:
    path = path_of(state, entry_id)
    if state.path == TRASH:
        return state, ()
    if ctx.vfs.is_dir(path):
        return _go(state, ctx, path)
    return state, opening(ctx.vfs, path) or ((_no_app(path),) if ctx.vfs.is_file(path) else ())


def _ids(state: State, ctx: Context) -> tuple[str, ...]:
    return tuple([e.id for e in entries(state, ctx.vfs, ctx.clipboard)])


def _properties(state: State, ctx: Context) -> Result:
    paths = selected_paths(state) or ((state.path,) if is_folder(state) else ())
    stat = ctx.vfs.stat(paths[0]) if paths else None
    if stat is None:
        return state, ()
    inside = f"{len(entries_in(ctx.vfs, stat.path))} items" if stat.is_dir else size_text(stat)
    said = f"{name_of(stat)}\n{kind_of(stat)}\n{inside}\nParent Folder: {outward(parent_of(stat.path))}"
    return state, (tell("Properties", f"{said}\nModified: {date_text(stat.mtime_ms)}", "info"),)


def _sort(state: State, _ctx: Context, name: str) -> Result:
    if name not in COLUMNS:
        return state, ()
    return state._replace(column=name, descending=name == state.column and not state.descending), ()


def _terminal(state: State, ctx: Context) -> Result:
    chosen = [p for p in selected_paths(state) if ctx.vfs.is_dir(p)]
    return state, (Launch("terminal", (*chosen, state.path)[0]),) if is_folder(state) else ()


GOING: Mapping[str, Callable[..., Result]] = {
    "address": lambda s, _, text: (s._replace(address=text), ()),
    "address_off": lambda s, *_: (s._replace(address=None), ()),
    "back": _back,
    "direction": lambda s, _, descending: (s._replace(descending=descending), ()),
    "edit_address": lambda s, _: (
        s._replace(address="" if s.path == TRASH else outward(s.path), query=None),
        (Focus("files.address", 0, -1),),
    ),
    "forward": _forward,
    "go": _go,
    "go_typed": _go,
    "grid": lambda s, _, grid: (s._replace(grid=grid), ()),
    "hidden": lambda s, _: (s._replace(hidden=not s.hidden), ()),
    "home": lambda s, ctx: _go(s, ctx, "~"),
    "new_window": lambda s, _: (s, (Launch("file_manager", s.path),)),
    "open": _open,
    "open_selected": lambda s, ctx: _open(s, ctx, s.selected[0]) if s.selected else (s, ()),
    "open_with": lambda s, _, app, path: (s, (Launch(app, path),)),
    "properties": _properties,
    "query": lambda s, _, text: (s._replace(query=text, selected=(), cursor="", rename=""), ()),
    "search_off": lambda s, _: (s._replace(query=None, selected=(), cursor=""), (Focus(LIST),)),
    "search_on": lambda s, _: (s._replace(query="", address=None), (Focus("files.search"),)),
    "select": lambda s, _, ids, cursor: (s._replace(selected=tuple(ids), cursor=cursor), ()),
    "select_all": lambda s, ctx: (s._replace(selected=_ids(s, ctx)), ()),
    "sort": _sort,
    "sort_by": lambda s, _, name: (s._replace(column=name), ()),
    "terminal": _terminal,
    "up": _up,
}
