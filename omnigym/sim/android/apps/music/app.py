"""The media player: songs, podcasts and playlists; what it plays goes on while other apps are in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.android.apps.music.store import (
    BOOKMARKS,
    LIKES,
    MUSIC_TABLES,
    PLAYLISTS,
    TRANSPORT,
    Bookmark,
    Track,
    episodes,
    is_recording,
    recording_sounds,
    songs,
    track_of,
    with_sounds,
)
from omnigym.sim.android.kit import (
    Tab,
    action,
    app_bar,
    asking,
    asking_text,
    bottom_bar,
    empty,
    item,
    left,
    phone_app,
    screen,
    search_box,
    section,
)
from omnigym.sim.android.material_styles import ROUND
from omnigym.sim.android.storage import SOUNDS, outward
from omnigym.sim.app import Context, Effect, Handler, OpenDialog, ScrollTo, ShowMenu
from omnigym.sim.commands import MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.player import SPEEDS, Player, Playlist, listed, span_text, switched
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import FileKind, Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, progress, scroll, spacer
from omnigym.sim.vfs import Vfs

# -- what it keeps ----------------------------------------------------------------------------------------------------

_LIST = "music.list"
#: Sides of covers in lists and of that of the track that is played.
_SMALL, _LARGE = 48, 268
#: What the player needs besides the cover.
_AROUND = 440
#: Chapters that there is room for.
_MOST_CHAPTERS = 6
#: The playlist of what is liked.
_LIKED = -1
_TABS = (
    Tab("songs", "Songs", "music_note"),
    Tab("playlists", "Playlists", "queue_music"),
    Tab("podcasts", "Podcasts", "podcasts"),
)
_REPEAT_ICONS = {"off": "repeat", "all": "repeat", "one": "repeat_one"}


class State(NamedTuple):
    """Where one is.

    Attributes:
        tab: "songs", "playlists" or "podcasts".
        playlist: Id of the playlist that is open, `_LIKED`, or 0.
        full: Whether the player has the whole screen.
        query: What is searched for.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    tab: str = "songs"
    playlist: int = 0
    full: bool = False
    query: str = ""
    ticks: bool = False
    now_ms: int = 0


# -- what can be done -------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_SECOND = 1000

#: What the choice of a playlist says for one that is not there yet.
_NEW = "new"


def _kept(state: State, ctx: Context, rows: tuple[Playlist, ...]) -> _Result:
    return state, (saved(PLAYLISTS, ctx, rows),)


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


def _changed(state: State, ctx: Context, playlist: Playlist, after: Playlist | None) -> _Result:
    return _RECORDS.set(state if after is not None else state._replace(playlist=0), ctx, playlist, after)


_RECORDS = rows_of(PLAYLISTS, lambda state: state.playlist)
_PLAYLIST = Commands(
    "music",
    Command(
        "rename",
        "Rename",
        lambda playlist, name: playlist._replace(name=name),
        icon="m/edit",
        places=(MENU,),
        ask=asking_text("Rename playlist", "Title", lambda playlist: playlist.name),
    ),
    Command(
        "delete",
        "Delete playlist",
        delete_record,
        icon="m/delete",
        places=(MENU,),
        ask=lambda p: asking("Delete playlist?", f"{p.name} will be deleted. Its tracks stay.", "Delete"),
    ),
    records=_RECORDS._replace(set=_changed),
    menu="playlist_menu",
)


def _open(state: State, ctx: Context, number: int) -> _Result:
    known = number == _LIKED or _RECORDS.get(state, ctx, number) is not None
    return (state._replace(playlist=number), (ScrollTo(_LIST),)) if known else (state, ())


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
    return _start(state, ctx, path, tuple([t.path for t in _tracks_of(state, ctx.vfs)]))


def _play_all(state: State, ctx: Context, shuffle: bool) -> _Result:
    queue = tuple([t.path for t in _tracks_of(state, ctx.vfs)])
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
        return state._replace(playlist=0), (ScrollTo(_LIST),)
    if state.query or state.tab != "songs":
        return state._replace(query="", tab="songs", full=False), ()
    return left(state)


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    **_PLAYLIST.on,
    **TRANSPORT.on,
    "add": _add,
    "added": _added,
    "ahead": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now + 30 * _SECOND),
    "back": _back,
    "bookmark": _bookmark,
    "created": _created,
    "full": sets("full"),
    "like": _like,
    "menu": _menu,
    "new_playlist": lambda s, _: _ask_name(s),
    "open": _open,
    "opened": _opened,
    "play": _play,
    "play_all": _play_all,
    "query": lambda s, _, query: (s._replace(query=query), (ScrollTo(_LIST),)),
    "remove": _remove,
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 10 * _SECOND),
    "speed": _speed,
    "tab": lambda s, _, tab: (s._replace(tab=tab, playlist=0, query="", full=False), (ScrollTo(_LIST),)),
}

_ON: Mapping[str, Handler] = {name: TRANSPORT.ticking(handler) for name, handler in _UPDATES.items()}

# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("music", "", button="icon")
_MUSIC_STYLES = looks(
    button={"icon_like": ROUND._replace(checked="checked")},
    box={**{f"cover_{name}": Look(fill=name, radius=8) for name in PEOPLE}},
)


def _item_id(path: str) -> str:
    """What tells a sound in keys: its path below the user's directory."""
    return path.removeprefix("/sdcard/")


def _tracks_of(state: State, vfs: Vfs) -> tuple[Track, ...]:
    """What the list shows."""
    if state.tab == "playlists" and state.playlist:
        if state.playlist == _LIKED:
            paths = tuple([like.path for like in LIKES.rows(vfs)])
        else:
            paths = next((p.tracks for p in PLAYLISTS.rows(vfs) if p.id == state.playlist), ())
        return tuple([t for path in paths if (t := track_of(vfs, path)) is not None])
    wanted = state.query.strip().casefold()
    found = episodes(vfs) if state.tab == "podcasts" else songs(vfs)
    return tuple([t for t in found if wanted in f"{t.title} {t.artist}".casefold()])


def _cover(artist: str, side: int = _SMALL) -> Node:
    """A square in a colour that follows from the artist."""
    colour = PEOPLE[sum(map(ord, artist)) % len(PEOPLE)]
    return row(
        ui.icon("m/music_note", "home", size=side * 9 // 20 if side > _SMALL else 26),
        style=f"{'portrait' if side > _SMALL else 'cover'}_{colour}",
        w=side,
        h=side,
        justify="center",
    )


def _line(track: Track, plays: bool) -> Node:
    more = ui.tool(
        f"more.{_item_id(track.path)}", "m/more_vert", f"More options for {track.title}", click=("menu", track.path)
    )
    made = item(
        f"music.track.{_item_id(track.path)}",
        track.title,
        f"{track.artist} • {span_text(track.seconds)}",
        lead=_cover(track.artist),
        trail=more,
        click=("play", track.path),
        context=("menu", track.path),
    )
    return made._replace(pad=(16, 0, 4, 0), flags=state_flags(selected=plays))


def _rows(tracks: tuple[Track, ...], playing: str) -> Node:
    return column(
        *[memo(_line, t, t.path == playing, w=FILL) for t in tracks], role=Role.LIST, name="Tracks", pad=(0, 0, 0, 16)
    )


def _mini(track: Track, plays: bool, share: float) -> Node:
    """The player at the foot of other screens."""
    press = ui.tool(
        "mini_play", "m/pause" if plays else "m/play_arrow", "Pause" if plays else "Play", click=("toggle",)
    )
    return column(
        ui.row(
            _cover(track.artist),
            column(
                ui.text(track.title, "strong", w=FILL, role=None), ui.text(track.artist, "caption", w=FILL, role=None)
            ),
            press,
            key="mini",
            role=Role.BUTTON,
            name=f"Now playing: {track.title}",
            h=62,
            pad=(12, 0, 6, 0),
            gap=12,
            click=("full", True),
        ),
        progress(share, name="Position"),
        style="nav",
    )


def _foot(state: State, vfs: Vfs, player: Player) -> Element | None:
    track = track_of(vfs, player.path)
    if track is None:
        return None
    share = player.place_ms(state.now_ms, track.seconds) / max(1000 * track.seconds, 1)
    return panel(_mini, track, player.playing, round(share, 2))


def _library(state: State, vfs: Vfs, player: Player) -> Node:
    tracks = _tracks_of(state, vfs)
    search = search_box("music", state.query, "Search music")
    body: Element = scroll(_LIST, panel(_rows, tracks, player.path), name="Tracks")
    return screen(
        "music",
        "Music",
        row(search, pad=(14, 10)),
        body if tracks else empty("music_off", "Nothing here"),
        _foot(state, vfs, player),
        bottom_bar("music", _TABS, state.tab),
    )


def _playlist_line(playlist: Playlist) -> Node:
    count = len(playlist.tracks)
    return item(
        f"music.playlist.{playlist.id}",
        playlist.name,
        count_of(count, "track"),
        lead=_cover(playlist.name),
        click=("open", playlist.id),
        context=("playlist_menu", playlist.id),
    )


def _playlist_rows(playlists: tuple[Playlist, ...], liked: int) -> Node:
    likes = item(
        "music.playlist.liked",
        "Liked music",
        count_of(liked, "track"),
        image="thumb_up",
        click=("open", _LIKED),
    )
    own = [memo(_playlist_line, p, w=FILL) for p in playlists]
    return column(section("Playlists"), likes, *own, role=Role.LIST, name="Playlists", pad=(0, 0, 0, 90))


def _playlists(state: State, vfs: Vfs, player: Player) -> Node:
    body = panel(_playlist_rows, PLAYLISTS.rows(vfs), len(LIKES.rows(vfs)))
    bar = app_bar("Library", action("music.add_playlist", "playlist_add", "New playlist", ("new_playlist",)))
    return screen(
        "music",
        "Music",
        bar,
        scroll(_LIST, body, name="Playlists"),
        _foot(state, vfs, player),
        bottom_bar("music", _TABS, state.tab),
    )


def _playlist(state: State, vfs: Vfs, player: Player) -> Node:
    tracks = _tracks_of(state, vfs)
    own = next((p for p in PLAYLISTS.rows(vfs) if p.id == state.playlist), None)
    name = "Liked music" if own is None else own.name
    menu = () if own is None else _PLAYLIST.items(MENU, own)
    more = action("music.playlist_more", "more_vert", "More options", menu=menu) if menu else None
    bar = app_bar(name, *([more] if more is not None else []), back="music.up")
    acts = row(
        ui.button(
            "play_all", "Play", "primary", icon="m/play_arrow", disabled=not tracks, w=FILL, click=("play_all", False)
        ),
        ui.button(
            "shuffle_all", "Shuffle", "tonal", icon="m/shuffle", disabled=not tracks, w=FILL, click=("play_all", True)
        ),
        gap=12,
        h=60,
        pad=(16, 0),
    )
    body: Element = scroll(_LIST, panel(_rows, tracks, player.path), name="Tracks")
    return screen(
        "music", name, bar, acts, body if tracks else empty("queue_music", "No tracks yet"), _foot(state, vfs, player)
    )


def _art(track: Track, liked: bool, side: int) -> Node:
    mark = ui.tool("bookmark", "m/bookmark_add", "Bookmark this place")
    like = ui.button("like", "", "icon_like", icon="m/thumb_up", name="Like", checked=liked)
    return column(
        row(_cover(track.artist, side), justify="center", h=side + 32),
        row(
            column(
                ui.heading(track.title, "title", w=FILL, key="title"), ui.text(track.artist, "muted", w=FILL), gap=2
            ),
            mark if is_recording(track.path) else None,
            like,
            pad=(26, 0, 18, 0),
            h=72,
        ),
        h=FILL,
        justify="center",
        gap=8,
    )


def _seek(place: int, seconds: int) -> Node:
    return column(
        slider("music.seek", Span(place, 0, max(seconds, 1), 1), name="Position", w=FILL, change=("seek",)),
        row(
            ui.text(span_text(place), "caption", key="place"),
            spacer(),
            ui.text(span_text(seconds), "caption", key="length"),
            h=20,
        ),
        pad=(26, 0),
    )


def _chapters(seconds: int, chapter: int) -> Node:
    """A button for each of the first chapters of an episode, all equally long."""
    starts = range(0, seconds, chapter)[:_MOST_CHAPTERS]
    buttons = [
        ui.button(f"chapter.{n}", str(n), "tonal", name=f"Chapter {n}", w=FILL, click=("seek", start))
        for n, start in enumerate(starts, 1)
    ]
    return row(ui.text("Chapter", "muted", role=None), *buttons, h=52, gap=8, pad=(26, 0))


def _buttons(plays: bool, shuffle: bool, repeat: str, speed: float) -> Node:
    def round_one(key: str, image: str, name: str) -> Node:
        return ui.tool(key, f"m/{image}", name)

    press = ui.tool(
        "play", "m/pause" if plays else "m/play_arrow", "Pause" if plays else "Play", "fab_round", click=("toggle",)
    )
    return column(
        row(
            round_one("replay", "replay_10", "Back 10 seconds"),
            round_one("previous", "skip_previous", "Previous"),
            press,
            round_one("next", "skip_next", "Next"),
            round_one("ahead", "forward_30", "Forward 30 seconds"),
            h=92,
            gap=10,
            justify="center",
        ),
        row(
            ui.button("shuffle", "", "icon_like", icon="m/shuffle", name="Shuffle", checked=shuffle),
            ui.button("speed", f"{speed:g}×", "text", name=f"Speed {speed:g}×"),
            ui.tool("add", "m/playlist_add", "Add to playlist", click=("add", "")),
            ui.button(
                "repeat",
                "",
                "icon_like",
                icon=f"m/{_REPEAT_ICONS[repeat]}",
                name=f"Repeat {repeat}",
                checked=repeat != "off",
            ),
            h=64,
            gap=26,
            justify="center",
        ),
        pad=(0, 8, 0, 20),
        gap=8,
    )


def _full(state: State, ctx: Context, player: Player, track: Track) -> Node:
    liked = any(like.path == track.path for like in LIKES.rows(ctx.vfs))
    place = player.place_ms(state.now_ms, track.seconds) // 1000
    room = ctx.h - (_AROUND + 60 if track.chapter else _AROUND)
    side = max(64, min(room, _LARGE)) if is_recording(track.path) else _LARGE
    down = ui.tool("down", "m/expand_more", "Minimize player", click=("back",))
    return screen(
        "music",
        track.title,
        row(down, spacer(), ui.text("Now playing", "muted"), spacer(), row(w=48), h=64, pad=(6, 0)),
        panel(_art, track, liked, side, h=FILL),
        panel(_chapters, track.seconds, track.chapter) if track.chapter else None,
        panel(_seek, place, track.seconds),
        panel(_buttons, player.playing, player.shuffle, player.repeat, float(player.speed)),
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    player = TRANSPORT.player(ctx.vfs)
    track = track_of(ctx.vfs, player.path) if state.full else None
    if track is not None:
        return _full(state, ctx, player, track)
    if state.tab != "playlists":
        return _library(state, ctx.vfs, player)
    return _playlist(state, ctx.vfs, player) if state.playlist else _playlists(state, ctx.vfs, player)


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="music",
        title="Music",
        icon="app/music",
        art={"app/music": sign_icon(0xFF0033, "play_circle", share=0.68)},
        styles=_MUSIC_STYLES,
        program=Program(category="Multimedia Playback", opens=(FileKind(SOUNDS),)),
        initial=with_sounds,
        init=_init,
        view=_view,
        on=_ON,
        keys=(("space", ("toggle",)),),
        sounds=lambda state, ctx: (*TRANSPORT.sounds(state, ctx), *recording_sounds(ctx)),
        tables=MUSIC_TABLES,
    ),
)
