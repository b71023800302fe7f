"""What Media Player looks like: places at the left, tracks, and at the foot what is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.documents.video import read_video
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.kinds.player import SPEEDS, Player, Signs, seek_line, span_text, transport_buttons
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.ui.controls import Span, filling, photo, slider
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import (
    Entry,
    MenuItem,
    button,
    field,
    icon,
    list_view,
    scroll,
    spacer,
    text,
    toggle,
    tree_item,
)
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.media_player.state import (
    LIST,
    PLAYLIST,
    TRACK,
    TRANSPORT,
    Listed,
    State,
    Track,
    list_name,
    playlists,
    shown,
    track_at,
    tracks_in,
)

_PLACES = (
    ("music", "Music library", "music"),
    ("videos", "Video library", "filmstrip"),
    ("queue", "Play queue", "list"),
    ("playlists", "Playlists", "text-bullet-list-square"),
)
_SIGNS = Signs(button="media_switch", main="media_main", line="media")
_PANE, _FOOT, _CELL, _CELL_H = 190, 104, 208, 176


def _cover(album: str, side: int) -> Node:
    colour = PEOPLE[sum(map(ord, album)) % len(PEOPLE)]
    note = icon("music", size=side // 2, style="media_cover")
    return row(note, style=f"media_cover_{colour}", w=side, h=side, justify="center")


def _pane(page: str, query: str) -> Node:
    look: dict[str, Any] = {"placeholder": "Search", "style": "find", "icon": "search"}
    search = field("media.search", query, name="Search", search=True, change=("query",), cancel=("query", ""), **look)
    places = [
        tree_item(f"media.place.{key}", title, icon=image, selected=key == page, click=("page", key))
        for key, title, image in _PLACES
    ]
    return column(row(search, pad=(6, 0)), *places, h=FILL, pad=(6, 10), gap=4, role=Role.TREE, name="Navigation")


def _song(entry: Entry, selected: bool, playing: str) -> Node:
    track: Track = entry.data
    plays = track.path == playing
    return row(
        icon("play" if plays else "music", size=16, style="media_plays" if plays else "muted"),
        text(track.title, style="media_plays" if plays else "", w=FILL, role=None),
        text(track.artist, style="muted", w=150, role=None),
        text(track.album, style="muted", w=150, role=None),
        text(span_text(track.seconds), style="muted", w=44, role=None),
        style="row",
        key=f"{LIST}.{entry.id}",
        role=Role.LIST_ITEM,
        name=track.title,
        flags=state_flags(selected=selected),
        h=40,
        pad=(14, 0),
        gap=12,
    )


def _film(entry: Entry, selected: bool) -> Node:
    track, frame = entry.data
    w, h = _CELL - 20, 112
    return column(
        photo(frame, w=w, h=h, part=filling((960, 640), w, h)),
        text(track.title, w=FILL, role=None),
        text(span_text(track.seconds), style="caption", role=None),
        style="row",
        key=f"{LIST}.{entry.id}",
        role=Role.LIST_ITEM,
        name=track.title,
        flags=state_flags(selected=selected),
        h=_CELL_H,
        w=_CELL,
        pad=10,
        gap=4,
    )


def _tracks(state: State, vfs: Vfs, playing: str) -> Node:
    found = shown(state, vfs)
    chosen = (state.selected,) if state.selected else ()
    on: dict[str, Any] = {"select": ("select",), "open": ("play",), "context": ("menu",)}
    look: dict[str, Any] = {"name": "Tracks", "selected": chosen, "cursor": state.selected, "empty": "Nothing here yet"}
    if state.page == "videos":
        films = tuple([Entry(t.path, t.title, (t, read_video(vfs.read(t.path)).frames[0])) for t in found])
        return list_view(LIST, films, _film, row_h=_CELL_H, cell_w=_CELL, **look, **on)
    once = dict.fromkeys(found)
    entries = tuple([Entry(t.path, t.title, t) for t in once])
    return list_view(LIST, entries, _song, row_h=40, args=(playing,), **look, **on)


def _head(title: str, chosen: Listed | None, query: str) -> Node:
    tools = TRACK.buttons(BAR, chosen, style="command")
    opens = button("media.open", "Open file", icon="folder-open", style="command", click=("open",))
    shown_title = f"Results for '{query}'" if query else title
    title_line = row(text(shown_title, style="title", role=Role.HEADING), spacer(), opens, h=40)
    return column(title_line, row(*tools, gap=2, role=Role.TOOLBAR, name="Track"), pad=(20, 8, 20, 6), gap=4)


def _list_head(path: str, count: int, chosen: Listed | None) -> Node:
    tools = PLAYLIST.buttons(BAR, path, labelled=True, style="command")
    titles = column(
        text(list_name(path), style="title", role=Role.HEADING),
        text(count_of(count, "item"), style="caption"),
        row(*tools, gap=2, role=Role.TOOLBAR, name="Playlist"),
        gap=4,
    )
    track = row(*TRACK.buttons(BAR, chosen, style="command"), gap=2, role=Role.TOOLBAR, name="Track")
    return column(row(_cover(path, 92), titles, gap=18), track, pad=(20, 12, 20, 6), gap=8)


def _cards(found: tuple[tuple[str, int], ...]) -> Node:
    cards = [
        row(
            _cover(path, 52),
            column(text(list_name(path), role=None), text(count_of(n, "item"), style="caption", role=None), gap=2),
            style="media_card",
            key=f"media.list.{list_name(path)}",
            role=Role.LIST_ITEM,
            name=list_name(path),
            pad=8,
            gap=14,
            click=("page", "playlists", path),
            context=("list_menu", path),
        )
        for path, n in found
    ]
    new = button("media.new_list", "New playlist", icon="add", style="primary", click=("new_list",))
    head = row(text("Playlists", style="title", role=Role.HEADING), spacer(), new, h=48)
    return column(head, column(*cards, gap=4, role=Role.LIST, name="Playlists"), pad=(20, 8, 20, 16), gap=8)


def _page(state: State, vfs: Vfs, playing: str) -> tuple[Element, ...]:
    track = track_at(vfs, state.selected) if state.selected else None
    place = state.playlist or ("queue" if state.page == "queue" else "")
    chosen = None if track is None else Listed(track, place)
    if state.page == "playlists" and not state.playlist:
        counts = tuple([(path, len(tracks_in(vfs, path))) for path in playlists(vfs)])
        return (scroll("media.lists", panel(_cards, counts), name="Playlists"),)
    if state.playlist:
        head = panel(_list_head, state.playlist, len(tracks_in(vfs, state.playlist)), chosen)
    else:
        title = next(title for key, title, _ in _PLACES if key == state.page)
        head = panel(_head, title, chosen, state.query.strip())
    return head, _tracks(state, vfs, playing)


def _stage(track: Track, frame: bytes, place: str, w: int, h: int) -> Node:
    """What is played, over the whole window."""
    if track.video:
        scale = min(w / 960, h / 640)
        shown_frame = photo(
            frame, w=int(960 * scale), h=int(640 * scale), name=f"{track.title} at {place}", key="media.frame_shown"
        )
        return row(shown_frame, style="media_stage", w=w, h=h, justify="center")
    says = column(
        text(track.title, style="page_title", role=Role.HEADING),
        text(track.artist, style="heading"),
        text(track.album, style="muted"),
        gap=6,
    )
    return row(_cover(track.album, min(220, h - 40)), says, w=w, h=h, gap=28, pad=(40, 20))


def _foot(track: Track | None, player: Player, now: int, volume: int, full: bool) -> Node:
    seconds = None if track is None else track.seconds
    title, who = (track.title, track.artist) if track is not None else ("Nothing is playing", "")
    speeds = [MenuItem(f"media.speed.{s:g}", f"{s:g}x", ("sped", f"{s:g}"), checked=s == player.speed) for s in SPEEDS]
    film = track is not None and track.video
    said = row(
        _cover(track.album, 44) if track is not None else spacer(44),
        column(text(title, key="media.title", w=FILL), text(who, style="caption", w=FILL), gap=2),
        w=FILL,
        gap=10,
    )
    tools = row(
        spacer(),
        button(
            "media.frame",
            icon="screenshot",
            name="Save frame",
            style="media_switch",
            disabled=not film,
            click=("frame",),
        ),
        button("media.speed", f"{player.speed:g}x", name="Playback speed", style="media_switch", menu=tuple(speeds)),
        icon("volume", size=16),
        slider("media.volume", Span(volume), name="Volume", w=84, change=("level",))._replace(style="media"),
        toggle(
            "media.full", icon="arrow-expand", name="Now playing", style="media_switch", checked=full, click=("full",)
        ),
        w=FILL,
        gap=6,
    )
    buttons = row(*transport_buttons("media", player, seconds is not None, _SIGNS), w=-1, gap=6)
    line = row(said, buttons, tools, h=60, gap=10)
    return column(seek_line("media", player, now, seconds, _SIGNS), line, style="media_bar", h=_FOOT, pad=(16, 6))


def _volume(settings: Mapping[str, str]) -> int:
    value = settings.get("sound.volume", "")
    return int(value) if value.isdecimal() else 0


def view(state: State, ctx: Context) -> Node:
    """The window."""
    player = TRANSPORT.player(ctx.vfs)
    track = track_at(ctx.vfs, player.path) if player.path else None
    volume, second = _volume(ctx.settings), state.now_ms // 1000 * 1000
    foot = panel(_foot, track, player, second, volume, state.full, h=_FOOT)
    if state.full and track is not None:
        place = player.place_ms(state.now_ms, track.seconds)
        frame = read_video(ctx.vfs.read(track.path)).at(place) if track.video else b""
        at = span_text(place // 1000) if track.video else ""
        return column(memo(_stage, track, frame, at, ctx.w, ctx.h - _FOOT), foot, h=FILL)
    body = row(
        panel(_pane, state.page, state.query, w=_PANE, h=FILL),
        column(*_page(state, ctx.vfs, player.path), h=FILL, style="content"),
        h=FILL,
        align="stretch",
    )
    return column(body, foot, h=FILL)
