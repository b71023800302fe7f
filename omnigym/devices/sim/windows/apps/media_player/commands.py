"""What can be done with tracks and playlists in Media Player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from omnigym.devices.sim.app import Context, OpenDialog, SetFiles, ShowMenu
from omnigym.devices.sim.commands import BAR, MENU, Command, Commands, Records
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import VfsError, base_name, join, valid_name
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking, tell
from omnigym.devices.sim.windows.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.windows.apps.media_player.library import LISTS, TRANSPORT, playlists, track_at, tracks_in
from omnigym.devices.sim.windows.apps.media_player.state import NAME, Listed, Result, State, shown
from omnigym.documents.m3u import write_m3u

__all__ = ["LISTING", "PLAYLIST", "TRACK", "list_name"]


def list_name(path: str) -> str:
    """What a person calls a playlist."""
    return base_name(path)[: -len(".m3u")]


def _written(state: State, ctx: Context, playlist: str, tracks: tuple[str, ...]) -> Result:
    """A playlist kept with these tracks, or the reason for which it cannot be."""
    folder, _, _ = playlist.rpartition("/")
    try:
        return state, (SetFiles(ctx.vfs.write(playlist, write_m3u(tracks, folder).encode(), ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(NAME, str(e)),)


def _play(state: State, ctx: Context, listed: Listed) -> Result:
    path = listed.track.path
    queue = (path,) if state.page == "queue" else tuple([t.path for t in shown(state, ctx.vfs)])
    if state.page == "queue":
        player = TRANSPORT.player(ctx.vfs)
        return TRANSPORT.kept(
            state, ctx, player._replace(path=path, playing=True, position_ms=0, since_ms=ctx.clock_ms)
        )
    return TRANSPORT.start(state._replace(full=state.full or listed.track.video), ctx, path, queue)


def _enqueue(next_up: bool) -> Callable[[State, Context, Listed], Result]:
    def run(state: State, ctx: Context, listed: Listed) -> Result:
        player = TRANSPORT.player(ctx.vfs)
        if not player.path:
            return TRANSPORT.start(state, ctx, listed.track.path, (listed.track.path,))
        return TRANSPORT.kept(state, ctx, player.followed(listed.track.path, next_up=next_up))

    return run


def _choose(state: State, ctx: Context, listed: Listed) -> Result:
    """The menu of the playlists."""
    known = [
        MenuItem(f"media.to.{list_name(p)}", list_name(p), ("added", listed.track.path, p)) for p in playlists(ctx.vfs)
    ]
    new = MenuItem("media.to.new", "New playlist", ("new_list", listed.track.path), icon="add")
    return state, (ShowMenu((new, *known)),)


def _added(state: State, ctx: Context, path: str, playlist: str) -> Result:
    tracks = tracks_in(ctx.vfs, playlist)
    return (state, ()) if path in tracks else _written(state, ctx, playlist, (*tracks, path))


def _remove(state: State, ctx: Context, listed: Listed) -> Result:
    left = tuple([path for path in tracks_in(ctx.vfs, listed.playlist) if path != listed.track.path])
    return _written(state._replace(selected=""), ctx, listed.playlist, left)


def _drop(state: State, ctx: Context, listed: Listed) -> Result:
    player = TRANSPORT.player(ctx.vfs)
    left = tuple([path for path in player.queue if path != listed.track.path])
    return TRANSPORT.kept(state, ctx, player._replace(queue=left))


def _track(state: State, ctx: Context, *named: str) -> Listed | None:
    track = track_at(ctx.vfs, named[0] if named else state.selected)
    return None if track is None else Listed(track, state.playlist or ("queue" if state.page == "queue" else ""))


def _in_list(listed: Listed) -> bool:
    return listed.playlist not in ("", "queue")


_BOTH = (BAR, MENU)
TRACK = Commands(
    "media",
    Command("play", "Play", run=_play, icon="play", places=_BOTH),
    Command("next_up", "Play next", run=_enqueue(True), icon="arrow-next", places=_BOTH),
    Command("enqueue", "Add to queue", run=_enqueue(False), icon="list", shortcut="ctrl+shift+q", places=_BOTH),
    Command("add_to", "Add to playlist", run=_choose, icon="add", places=_BOTH),
    Command("remove", "Remove from playlist", run=_remove, icon="delete", places=_BOTH, enabled=_in_list),
    Command("drop", "Remove from queue", run=_drop, places=(MENU,), enabled=lambda x: x.playlist == "queue"),
    records=Records(_track, lambda state, *_: (state, ())),
    menu="menu",
)


def _new(state: State, _ctx: Context, path: str = "") -> Result:
    prompt = Prompt("New playlist", "Name:", "Untitled playlist", button="Create playlist")
    return state, (OpenDialog("prompt", prompt, ("named", "", path)),)


def _rename(state: State, _ctx: Context, playlist: str) -> Result:
    prompt = Prompt("Rename playlist", "Name:", list_name(playlist), button="Rename")
    return state, (OpenDialog("prompt", prompt, ("named", playlist, "")),)


def _named(state: State, ctx: Context, old: str, track: str, typed: str | None) -> Result:
    """A playlist is made, with a track or none, or has another name."""
    name = (typed or "").strip()
    if not name or name == (old and list_name(old)):
        return state, ()
    path = join(old.rpartition("/")[0] or LISTS, f"{name}.m3u")
    if not valid_name(f"{name}.m3u"):
        return state, (tell(NAME, f"'{name}' cannot be the name of a playlist. Choose another one."),)
    if ctx.vfs.get(path) is not None and path.casefold() != old.casefold():
        return state, (tell(NAME, f"A playlist named '{name}' already exists. Choose another name."),)
    if not old:
        return _written(state, ctx, path, (track,) if track else ())
    try:
        return state._replace(playlist=path), (SetFiles(ctx.vfs.move(old, path, ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(NAME, str(e)),)


def _delete(state: State, ctx: Context, playlist: str) -> Result:
    return state._replace(playlist="", selected=""), (SetFiles(ctx.vfs.delete(playlist, ctx.clock_ms)),)


def _play_list(shuffle: bool, state: State, ctx: Context, playlist: str) -> Result:
    paths = tuple([path for path in tracks_in(ctx.vfs, playlist) if track_at(ctx.vfs, path) is not None])
    return TRANSPORT.start_all(state, ctx, paths, shuffle)


def _playlist(state: State, ctx: Context, *named: str) -> str | None:
    wanted = named[0] if named else state.playlist
    return wanted if wanted and ctx.vfs.is_file(wanted) else None


_SURE = asking("Delete playlist", "This permanently deletes the playlist. Its tracks stay.", "Delete", "Cancel")
PLAYLIST = Commands(
    "media",
    Command("play_list", "Play all", run=partial(_play_list, False), icon="play", places=_BOTH),
    Command("shuffle_list", "Shuffle and play", run=partial(_play_list, True), icon="arrow-shuffle", places=_BOTH),
    Command("rename_list", "Rename", run=_rename, icon="rename", shortcut="f2", places=_BOTH),
    Command("delete_list", "Delete", run=_delete, icon="delete", places=_BOTH, ask=lambda _: _SURE),
    records=Records(_playlist, lambda state, *_: (state, ())),
    menu="list_menu",
)
#: The handlers of what these ask for.
LISTING: Mapping[str, Callable[..., Result]] = {"added": _added, "named": _named, "new_list": _new}
