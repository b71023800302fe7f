"""The screens of the media player: songs, playlists, podcasts, and what is played."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.music.store import (
    LIKES,
    PLAYLISTS,
    TRANSPORT,
    Track,
    episodes,
    is_recording,
    songs,
    track_of,
)
from omnigym.sim.android.kit import Tab, action, app_bar, bottom_bar, empty, item, screen, section
from omnigym.sim.app import Context
from omnigym.sim.kinds.player import Player, Playlist, span_text
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.controls import Span, slider
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import MenuItem, button, field, icon, progress, scroll, spacer, text, toggle
from omnigym.sim.vfs import Vfs

__all__ = ["LIKED", "LIST", "State", "item_id", "tracks_of", "view"]

LIST = "music.list"
#: Sides of covers in lists and of that of the track that is played.
_SMALL, _LARGE = 48, 268
#: What the player needs besides the cover.
_AROUND = 440
#: Chapters that there is room for.
_MOST_CHAPTERS = 6
#: The playlist of what is liked.
LIKED = -1
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
        playlist: Id of the playlist that is open, `LIKED`, or 0.
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


def item_id(path: str) -> str:
    """What tells a sound in keys: its path below the user's directory."""
    return path.removeprefix("/sdcard/")


def tracks_of(state: State, vfs: Vfs) -> tuple[Track, ...]:
    """What the list shows."""
    if state.tab == "playlists" and state.playlist:
        if state.playlist == LIKED:
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
        icon("m/music_note", size=side * 9 // 20 if side > _SMALL else 26, style="home"),
        style=f"{'portrait' if side > _SMALL else 'cover'}_{colour}",
        w=side,
        h=side,
        justify="center",
    )


def _line(track: Track, plays: bool) -> Node:
    more = button(
        f"music.more.{item_id(track.path)}",
        icon="m/more_vert",
        name=f"More options for {track.title}",
        style="icon",
        click=("menu", track.path),
    )
    made = item(
        f"music.track.{item_id(track.path)}",
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
    press = button(
        "music.mini_play",
        icon="m/pause" if plays else "m/play_arrow",
        name="Pause" if plays else "Play",
        style="icon",
        click=("toggle",),
    )
    return column(
        row(
            _cover(track.artist),
            column(
                text(track.title, style="strong", w=FILL, role=None),
                text(track.artist, style="caption", w=FILL, role=None),
            ),
            press,
            key="music.mini",
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
    tracks = tracks_of(state, vfs)
    search = field(
        "music.search",
        state.query,
        name="Search music",
        placeholder="Search music",
        style="search",
        search=True,
        icon="m/search",
        change=("query",),
    )
    body: Element = scroll(LIST, panel(_rows, tracks, player.path), name="Tracks")
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
        f"{count} track{'s' * (count != 1)}",
        lead=_cover(playlist.name),
        click=("open", playlist.id),
        context=("playlist_menu", playlist.id),
    )


def _playlist_rows(playlists: tuple[Playlist, ...], liked: int) -> Node:
    likes = item(
        "music.playlist.liked",
        "Liked music",
        f"{liked} track{'s' * (liked != 1)}",
        image="thumb_up",
        click=("open", LIKED),
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
        scroll(LIST, body, name="Playlists"),
        _foot(state, vfs, player),
        bottom_bar("music", _TABS, state.tab),
    )


_PLAYLIST_MENU = (
    MenuItem("music.menu.rename", "Rename", ("rename_playlist", 0), icon="m/edit"),
    MenuItem("music.menu.delete", "Delete playlist", ("delete_playlist", 0), icon="m/delete"),
)


def _playlist(state: State, vfs: Vfs, player: Player) -> Node:
    tracks = tracks_of(state, vfs)
    name = next((p.name for p in PLAYLISTS.rows(vfs) if p.id == state.playlist), "Liked music")
    menu = _PLAYLIST_MENU if state.playlist != LIKED else ()
    more = action("music.playlist_more", "more_vert", "More options", menu=menu) if menu else None
    bar = app_bar(name, *([more] if more is not None else []), back="music.up")
    acts = row(
        button(
            "music.play_all",
            "Play",
            icon="m/play_arrow",
            style="primary",
            disabled=not tracks,
            w=FILL,
            click=("play_all", False),
        ),
        button(
            "music.shuffle_all",
            "Shuffle",
            icon="m/shuffle",
            style="tonal",
            disabled=not tracks,
            w=FILL,
            click=("play_all", True),
        ),
        gap=12,
        h=60,
        pad=(16, 0),
    )
    body: Element = scroll(LIST, panel(_rows, tracks, player.path), name="Tracks")
    return screen(
        "music", name, bar, acts, body if tracks else empty("queue_music", "No tracks yet"), _foot(state, vfs, player)
    )


def _art(track: Track, liked: bool, side: int) -> Node:
    mark = button(
        "music.bookmark", icon="m/bookmark_add", name="Bookmark this place", style="icon", click=("bookmark",)
    )
    like = toggle("music.like", icon="m/thumb_up", name="Like", style="icon_like", checked=liked, click=("like",))
    return column(
        row(_cover(track.artist, side), justify="center", h=side + 32),
        row(
            column(
                text(track.title, style="title", role=Role.HEADING, w=FILL, key="music.title"),
                text(track.artist, style="muted", w=FILL),
                gap=2,
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
            text(span_text(place), style="caption", key="music.place"),
            spacer(),
            text(span_text(seconds), style="caption", key="music.length"),
            h=20,
        ),
        pad=(26, 0),
    )


def _chapters(seconds: int, chapter: int) -> Node:
    """A button for each of the first chapters of an episode, all equally long."""
    starts = range(0, seconds, chapter)[:_MOST_CHAPTERS]
    buttons = [
        button(f"music.chapter.{n}", str(n), name=f"Chapter {n}", style="tonal", w=FILL, click=("seek", start))
        for n, start in enumerate(starts, 1)
    ]
    return row(text("Chapter", style="muted", role=None), *buttons, h=52, gap=8, pad=(26, 0))


def _buttons(plays: bool, shuffle: bool, repeat: str, speed: float) -> Node:
    def round_one(key: str, image: str, name: str) -> Node:
        return button(f"music.{key}", icon=f"m/{image}", name=name, style="icon", click=(key,))

    press = button(
        "music.play",
        icon="m/pause" if plays else "m/play_arrow",
        name="Pause" if plays else "Play",
        style="fab_round",
        click=("toggle",),
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
            toggle(
                "music.shuffle",
                icon="m/shuffle",
                name="Shuffle",
                style="icon_like",
                checked=shuffle,
                click=("shuffle",),
            ),
            button("music.speed", f"{speed:g}×", name=f"Speed {speed:g}×", style="text", click=("speed",)),
            button("music.add", icon="m/playlist_add", name="Add to playlist", style="icon", click=("add", "")),
            toggle(
                "music.repeat",
                icon=f"m/{_REPEAT_ICONS[repeat]}",
                name=f"Repeat {repeat}",
                style="icon_like",
                checked=repeat != "off",
                click=("repeat",),
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
    down = button("music.down", icon="m/expand_more", name="Minimize player", style="icon", click=("back",))
    return screen(
        "music",
        track.title,
        row(down, spacer(), text("Now playing", style="muted"), spacer(), row(w=48), h=64, pad=(6, 0)),
        panel(_art, track, liked, side, h=FILL),
        panel(_chapters, track.seconds, track.chapter) if track.chapter else None,
        panel(_seek, place, track.seconds),
        panel(_buttons, player.playing, player.shuffle, player.repeat, float(player.speed)),
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    player = TRANSPORT.player(ctx.vfs)
    track = track_of(ctx.vfs, player.path) if state.full else None
    if track is not None:
        return _full(state, ctx, player, track)
    if state.tab != "playlists":
        return _library(state, ctx.vfs, player)
    return _playlist(state, ctx.vfs, player) if state.playlist else _playlists(state, ctx.vfs, player)
