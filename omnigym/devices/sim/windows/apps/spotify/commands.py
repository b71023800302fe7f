"""What can be done with songs, playlists and artists in Spotify."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, OpenDialog, ScrollTo, SetClipboard, SetFiles, ShowMenu
from omnigym.devices.sim.commands import BAR, LINE, MENU, Command, Commands, Records, gone, rows_of
from omnigym.devices.sim.kinds.player.playlists import Playlist, listed, swapped, switched
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking
from omnigym.devices.sim.windows.apps.dialogs.prompt import Prompt
from omnigym.devices.sim.windows.apps.spotify.state import LIST, Listed, Result, State, Where, playlist_at, songs_at
from omnigym.devices.sim.windows.apps.spotify.store import FOLLOWS, LIKES, PLAYLISTS, SONGS, TRANSPORT, Follow, link_of

__all__ = ["LISTING", "PLAYLIST", "SONG", "go"]


def go(state: State, _ctx: Context, page: str, name: str = "") -> Result:
    """To a page."""
    where = Where(page, name)
    back = state.back if where == state.where else (*state.back, state.where)[-20:]
    return state._replace(where=where, back=back, song="", query=state.query if page == "search" else ""), (
        ScrollTo(LIST),
    )


def _of(state: State, ctx: Context, *named: str) -> Listed | None:
    title = named[0] if named else state.song
    if title not in SONGS:
        return None
    liked = any(like.path == title for like in LIKES.rows(ctx.vfs))
    return Listed(SONGS[title], liked, playlist_at(state.where, ctx.vfs))


def _put(state: State, ctx: Context, old: Listed, after: Listed) -> Result:
    """The playlist in which the song is shown is another one."""
    rows = [after.playlist if row == old.playlist else row for row in PLAYLISTS.rows(ctx.vfs)]
    kept = [row for row in rows if row is not None]
    return state, (SetFiles(PLAYLISTS.written(ctx.vfs, kept, ctx.clock_ms)),)


def _play(state: State, ctx: Context, chosen: Listed) -> Result:
    queue = tuple([song.title for song in songs_at(state.where, state.query, ctx.vfs)])
    title = chosen.song.title
    return TRANSPORT.start(state, ctx, title, queue if title in queue else (title,))


def _enqueue(state: State, ctx: Context, chosen: Listed) -> Result:
    return TRANSPORT.kept(state, ctx, TRANSPORT.player(ctx.vfs).followed(chosen.song.title, next_up=True))


def _like(state: State, ctx: Context, chosen: Listed) -> Result:
    after = switched(LIKES.rows(ctx.vfs), chosen.song.title)
    return state, (SetFiles(LIKES.written(ctx.vfs, after, ctx.clock_ms)),)


def _choose(state: State, ctx: Context, chosen: Listed) -> Result:
    title = chosen.song.title
    known = [MenuItem(f"spotify.to.{p.name}", p.name, ("added", title, p.id)) for p in PLAYLISTS.rows(ctx.vfs)]
    return state, (ShowMenu((MenuItem("spotify.to.new", "New playlist", ("create", title), icon="add"), *known)),)


def _added(state: State, ctx: Context, title: str, number: int) -> Result:
    rows = [listed(p, title) if p.id == number else p for p in PLAYLISTS.rows(ctx.vfs)]
    return state, (SetFiles(PLAYLISTS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _copy(state: State, _ctx: Context, chosen: Listed) -> Result:
    return state, (SetClipboard(ClipboardContent(text=link_of(chosen.song.title))),)


def _moved(by: int) -> Callable[[Listed], Listed]:
    def move(chosen: Listed) -> Listed:
        assert chosen.playlist is not None
        return chosen._replace(playlist=swapped(chosen.playlist, chosen.song.title, by))

    return move


def _left(chosen: Listed) -> Listed:
    assert chosen.playlist is not None
    tracks = tuple([title for title in chosen.playlist.tracks if title != chosen.song.title])
    return chosen._replace(playlist=chosen.playlist._replace(tracks=tracks))


def _own(chosen: Listed) -> bool:
    return chosen.playlist is not None


_BOTH = (BAR, MENU)
SONG = Commands(
    "spotify",
    Command("play", "Play", run=_play, icon="play", places=(MENU,)),
    Command("enqueue", "Add to queue", run=_enqueue, icon="list", places=(MENU,)),
    Command("add_to", "Add to playlist", run=_choose, icon="add-circle", places=(MENU, "row")),
    Command(
        "like",
        lambda x: "Remove from Liked Songs" if x.liked else "Save to Liked Songs",
        run=_like,
        icon="heart",
        places=_BOTH,
    ),
    LINE,
    Command("artist", "Go to artist", run=lambda s, ctx, x: go(s, ctx, "artist", x.song.album.artist), places=(MENU,)),
    Command("album", "Go to album", run=lambda s, ctx, x: go(s, ctx, "album", x.song.album.name), places=(MENU,)),
    Command("copy_link", "Copy Song Link", run=_copy, icon="link", shortcut="ctrl+shift+c", places=(MENU,)),
    LINE,
    Command("up", "Move up", _moved(-1), icon="up", shortcut="alt+up", places=(MENU,), enabled=_own),
    Command("down", "Move down", _moved(1), icon="arrow-down", shortcut="alt+down", places=(MENU,), enabled=_own),
    Command("remove", "Remove from this playlist", _left, icon="delete", places=(MENU,), enabled=_own),
    records=Records(_of, _put),
    menu="menu",
)


def _create(state: State, _ctx: Context, title: str = "") -> Result:
    prompt = Prompt("Create playlist", "Name:", "My playlist", button="Create")
    return state, (OpenDialog("prompt", prompt, ("created", title)),)


def _created(state: State, ctx: Context, title: str, typed: str | None) -> Result:
    name = (typed or "").strip()
    if not name:
        return state, ()
    rows = PLAYLISTS.rows(ctx.vfs)
    made = Playlist(next_id(rows), name, (title,) if title else ())
    return state, (SetFiles(PLAYLISTS.written(ctx.vfs, (*rows, made), ctx.clock_ms)),)


def _rename(state: State, _ctx: Context, playlist: Playlist) -> Result:
    prompt = Prompt("Edit details", "Name:", playlist.name, button="Save")
    return state, (OpenDialog("prompt", prompt, ("renamed", playlist.id)),)


def _renamed(state: State, ctx: Context, number: int, typed: str | None) -> Result:
    name = (typed or "").strip()
    rows = [p._replace(name=name) if p.id == number and name else p for p in PLAYLISTS.rows(ctx.vfs)]
    return state, (SetFiles(PLAYLISTS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _follow(state: State, ctx: Context, artist: str) -> Result:
    rows = FOLLOWS.rows(ctx.vfs)
    others = tuple([row for row in rows if row.artist != artist])
    after = others if len(others) < len(rows) else (*rows, Follow(next_id(rows), artist))
    return state, (SetFiles(FOLLOWS.written(ctx.vfs, after, ctx.clock_ms)),)


def _all(state: State, ctx: Context, shuffle: bool) -> Result:
    titles = tuple([song.title for song in songs_at(state.where, state.query, ctx.vfs)])
    return TRANSPORT.start_all(state, ctx, titles, shuffle)


_SURE = asking("Delete from Your Library?", "The playlist will be deleted from Your Library.", "Delete", "Cancel")
PLAYLIST = Commands(
    "spotify",
    Command("rename", "Edit details", run=_rename, icon="edit", shortcut="f2", places=("list", MENU)),
    Command("delete", "Delete", gone, icon="delete", places=("list", MENU), ask=lambda _: _SURE),
    records=rows_of(PLAYLISTS, lambda state: int(state.where.name) if state.where.page == "playlist" else 0),
    menu="list_menu",
)
#: The handlers of what these ask for, and of pages as a whole.
LISTING: Mapping[str, Callable[..., Result]] = {
    "added": _added,
    "create": _create,
    "created": _created,
    "follow": _follow,
    "play_all": partial(_all, shuffle=False),
    "shuffle_all": partial(_all, shuffle=True),
    "renamed": _renamed,
}
