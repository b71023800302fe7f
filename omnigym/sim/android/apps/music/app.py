"""The media player: songs, podcasts and playlists; what it plays goes on while other apps are in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.music.store import (
    BOOKMARKS,
    LIKES,
    MUSIC_TABLES,
    PLAYLISTS,
    TRANSPORT,
    Bookmark,
    recording_sounds,
    track_of,
    with_sounds,
)
from omnigym.sim.android.apps.music.view import LIKED, LIST, State, tracks_of, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.storage import SOUNDS, outward
from omnigym.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, ShowMenu
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.player import SPEEDS, Playlist, listed, switched
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import FileKind, Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import MenuItem

# -- the looks of the app that no other app has -----------------------------------------------------------------------

MUSIC_STYLES = looks(
    button={
        "icon_like": ROUND._replace(checked="checked"),
    },
    box={
        **{f"cover_{name}": Look(fill=name, radius=8) for name in PEOPLE},
    },
)

# -- what one does with playlists and with what one likes -------------------------------------------------------------

#: What the choice of a playlist says for one that is not there yet.
_NEW = "new"


def _kept(state: State, ctx: Context, rows: tuple[Playlist, ...]) -> _Result:
    return state, (saved(PLAYLISTS, ctx, rows),)


def _named(ctx: Context, number: int) -> Playlist | None:
    return next((p for p in PLAYLISTS.rows(ctx.vfs) if p.id == number), None)


def _menu(state: State, ctx: Context, path: str) -> _Result:
    liked = any(like.path == path for like in LIKES.rows(ctx.vfs))
    items = [
        MenuItem("music.menu.play", "Play", ("play", path), icon="m/play_arrow"),
        MenuItem("music.menu.add", "Add to playlist", ("add", path), icon="m/playlist_add"),
        MenuItem("music.menu.like", "Remove like" if liked else "Like", ("like", path), icon="m/thumb_up"),
    ]
    if state.tab == "playlists" and state.playlist > 0:
        items.append(MenuItem("music.menu.remove", "Remove from playlist", ("remove", path), icon="m/playlist_remove"))
    return state, (ShowMenu(tuple(items)),)


def _like(state: State, ctx: Context, path: str = "") -> _Result:
    path = path or TRANSPORT.player(ctx.vfs).path
    after = switched(LIKES.rows(ctx.vfs), path)
    return state, (saved(LIKES, ctx, after),)


def _add(state: State, ctx: Context, path: str) -> _Result:
    path = path or TRANSPORT.player(ctx.vfs).path
    options = ((_NEW, "New playlist…"), *[(str(p.id), p.name) for p in PLAYLISTS.rows(ctx.vfs)])
    return state, (OpenDialog("choose", ("Add to playlist", options, ""), ("added", path)),)


def _added(state: State, ctx: Context, path: str, choice: str | None) -> _Result:
    if choice is None:
        return state, ()
    if choice == _NEW:
        return _ask_name(state, path)
    rows = tuple([listed(p, path) if str(p.id) == choice else p for p in PLAYLISTS.rows(ctx.vfs)])
    return _kept(state, ctx, rows)


def _ask_name(state: State, path: str = "") -> _Result:
    return state, (OpenDialog("prompt", ("New playlist", "Title", "", "Create"), ("created", path)),)


def _created(state: State, ctx: Context, path: str, name: str | None) -> _Result:
    if name is None or not name.strip():
        return state, ()
    rows = PLAYLISTS.rows(ctx.vfs)
    return _kept(state, ctx, (*rows, Playlist(next_id(rows), name.strip(), (path,) if path else ())))


def _remove(state: State, ctx: Context, path: str) -> _Result:
    rows = tuple(
        [
            p._replace(tracks=tuple([t for t in p.tracks if t != path])) if p.id == state.playlist else p
            for p in PLAYLISTS.rows(ctx.vfs)
        ]
    )
    return _kept(state, ctx, rows)


def _playlist_menu(state: State, _ctx: Context, number: int) -> _Result:
    items = (
        MenuItem("music.menu.rename", "Rename", ("rename_playlist", number), icon="m/edit"),
        MenuItem("music.menu.delete", "Delete playlist", ("delete_playlist", number), icon="m/delete"),
    )
    return state, (ShowMenu(items),)


def _rename(state: State, ctx: Context, number: int) -> _Result:
    playlist = _named(ctx, number or state.playlist)
    if playlist is None:
        return state, ()
    return state, (OpenDialog("prompt", ("Rename playlist", "Title", playlist.name, "OK"), ("renamed", playlist.id)),)


def _renamed(state: State, ctx: Context, number: int, name: str | None) -> _Result:
    if name is None or not name.strip():
        return state, ()
    rows = PLAYLISTS.rows(ctx.vfs)
    return _kept(state, ctx, tuple([p._replace(name=name.strip()) if p.id == number else p for p in rows]))


def _delete(state: State, ctx: Context, number: int) -> _Result:
    playlist = _named(ctx, number or state.playlist)
    if playlist is None:
        return state, ()
    args = ("Delete playlist?", f"{playlist.name} will be deleted. Its tracks stay.", "Delete", "Cancel")
    return state, (OpenDialog("ask", args, ("deleted", playlist.id)),)


def _deleted(state: State, ctx: Context, number: int, yes: bool) -> _Result:
    if not yes:
        return state, ()
    rows = tuple([p for p in PLAYLISTS.rows(ctx.vfs) if p.id != number])
    return _kept(state._replace(playlist=0), ctx, rows)


def _open(state: State, ctx: Context, number: int) -> _Result:
    known = number == LIKED or _named(ctx, number) is not None
    return (state._replace(playlist=number), (ScrollTo(LIST),)) if known else (state, ())


#: What handles messages about playlists.
LISTING: Mapping[str, Callable[..., _Result]] = {
    "add": _add,
    "added": _added,
    "created": _created,
    "delete_playlist": _delete,
    "deleted": _deleted,
    "like": _like,
    "menu": _menu,
    "new_playlist": lambda s, _: _ask_name(s),
    "open": _open,
    "playlist_menu": _playlist_menu,
    "remove": _remove,
    "rename_playlist": _rename,
    "renamed": _renamed,
}

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000


def _init(path: str, ctx: Context) -> _Result:
    return _ON["opened"](State(), ctx, path)


def _opened(state: State, ctx: Context, path: str) -> _Result:
    """Play a file."""
    wanted = outward(path) if path else ""
    if track_of(ctx.vfs, wanted) is None:
        return state, ()
    return _start(state, ctx, wanted, (wanted,))


def _start(state: State, ctx: Context, path: str, queue: tuple[str, ...]) -> _Result:
    """A track from its beginning."""
    return TRANSPORT.start(state._replace(full=True), ctx, path, queue)


def _play(state: State, ctx: Context, path: str) -> _Result:
    return _start(state, ctx, path, tuple([t.path for t in tracks_of(state, ctx.vfs)]))


def _play_all(state: State, ctx: Context, shuffle: bool) -> _Result:
    queue = tuple([t.path for t in tracks_of(state, ctx.vfs)])
    return TRANSPORT.start_all(state._replace(full=True), ctx, queue, shuffle) if queue else (state, ())


def _speed(state: State, ctx: Context) -> _Result:
    options = tuple([(f"{s:g}", f"{s:g}×") for s in SPEEDS])
    now = f"{TRANSPORT.player(ctx.vfs).speed:g}"
    return state, (OpenDialog("choose", ("Playback speed", options, now), ("sped",)),)


def _bookmark(state: State, ctx: Context) -> _Result:
    """Mark where one is in what is played."""
    player, seconds = TRANSPORT.playing(ctx.vfs)
    if seconds is None:
        return state, ()
    rows = BOOKMARKS.rows(ctx.vfs)
    new = Bookmark(next_id(rows), player.path, player.place_ms(ctx.clock_ms, seconds) // _SECOND)
    return state, (saved(BOOKMARKS, ctx, (*rows, new)),)


def _back(state: State, ctx: Context) -> _Result:
    if state.full and track_of(ctx.vfs, TRANSPORT.player(ctx.vfs).path) is not None:
        return state._replace(full=False), ()
    if state.playlist:
        return state._replace(playlist=0), (ScrollTo(LIST),)
    if state.query or state.tab != "songs":
        return state._replace(query="", tab="songs", full=False), ()
    return left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    **LISTING,
    **TRANSPORT.on,
    "ahead": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now + 30 * _SECOND),
    "back": _back,
    "bookmark": _bookmark,
    "full": sets("full"),
    "opened": _opened,
    "play": _play,
    "play_all": _play_all,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(LIST),)),
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 10 * _SECOND),
    "speed": _speed,
    "tab": lambda s, _, tab: (s._replace(tab=tab, playlist=0, query="", full=False), (ScrollTo(LIST),)),
}


_ON: Mapping[str, Handler] = {name: TRANSPORT.ticking(handler) for name, handler in _UPDATES.items()}


APPS = (
    phone_app(
        name="music",
        title="Music",
        icon="app/music",
        art={"app/music": sign_icon(0xFF0033, "play_circle", share=0.68)},
        styles=MUSIC_STYLES,
        program=Program(category="Multimedia Playback", opens=(FileKind(SOUNDS),)),
        initial=with_sounds,
        init=_init,
        view=view,
        on=_ON,
        keys=(("space", ("toggle",)),),
        sounds=lambda state, ctx: (*TRANSPORT.sounds(state, ctx), *recording_sounds(ctx)),
        tables=MUSIC_TABLES,
    ),
)
