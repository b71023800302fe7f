"""What Spotify looks like: the library at the left, a page, lyrics at the right, and at the foot what is played."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.sim.app import Context
from omnigym.devices.sim.commands import BAR
from omnigym.devices.sim.kinds.player.bar import Signs, seek_line, transport_buttons
from omnigym.devices.sim.kinds.player.playback import Player, span_text
from omnigym.devices.sim.kinds.player.playlists import Playlist
from omnigym.devices.sim.ui.controls import Span, slider
from omnigym.devices.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags, wrapped
from omnigym.devices.sim.ui.widgets import button, field, icon, scroll, spacer, text, toggle
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.spotify.commands import PLAYLIST, SONG
from omnigym.devices.sim.windows.apps.spotify.state import LIST, Listed, State, Where, playlist_at, songs_at
from omnigym.devices.sim.windows.apps.spotify.store import (
    ALBUMS,
    ARTISTS,
    FOLLOWS,
    LIKES,
    PLAYLISTS,
    SONGS,
    TRANSPORT,
    Album,
    Song,
    lyrics_of,
)

__all__ = ["view"]

_SIGNS = Signs(
    previous="m/skip_previous",
    play="m/play_arrow",
    pause="m/pause",
    next="m/skip_next",
    button="spotify_round",
    main="spotify_play",
    text="spotify_muted",
    line="spotify",
)
_LIBRARY, _LYRICS, _FOOT, _CARD = 232, 240, 76, 132


def _cover(album: Album, side: int, kind: str = "cover") -> Node:
    sign = icon(album.icon, size=side // 2, style="spotify_cover")
    return row(sign, style=f"spotify_{kind}_{album.colour}", w=side, h=side, justify="center")


def _list_cover(playlist: Playlist, side: int) -> Node:
    first = next((SONGS[t].album for t in playlist.tracks if t in SONGS), None)
    blank = row(icon("music", size=side // 2, style="spotify"), style="spotify_quick", w=side, h=side, justify="center")
    return blank if first is None else _cover(first, side)


def _shelf(lists: tuple[Playlist, ...], likes: int, where: Where) -> Node:
    """Your Library."""

    def line(key: str, title: str, note: str, cover: Node, to: Where) -> Node:
        return row(
            cover,
            column(
                text(title, style="spotify", w=FILL, role=None), text(note, style="spotify_muted", role=None), gap=2
            ),
            style="spotify_row",
            key=f"spotify.library.{key}",
            role=Role.LIST_ITEM,
            name=title,
            flags=state_flags(selected=to == where),
            pad=8,
            gap=10,
            click=("go", *to),
            context=("list_menu", int(to.name)) if to.name else None,
        )

    heart = row(icon("heart", size=22, style="spotify_cover"), style="spotify_cover_plum", w=44, h=44, justify="center")
    rows = [line("liked", "Liked Songs", f"Playlist • {likes} songs", heart, Where("liked"))]
    for p in lists:
        rows.append(
            line(p.name, p.name, f"Playlist • {len(p.tracks)} songs", _list_cover(p, 44), Where("playlist", str(p.id)))
        )
    new = button("spotify.create", icon="add", name="Create playlist", style="spotify_round", click=("create",))
    head = row(
        icon("library", size=20, style="spotify"),
        text("Your Library", style="spotify_head"),
        spacer(),
        new,
        gap=8,
        h=44,
    )
    items = column(*rows, role=Role.LIST, name="Your Library", pad=(0, 0, 4, 0))
    return column(head, scroll("spotify.library", items), style="spotify_pane", h=FILL, pad=(12, 4))


def _top(state: State) -> Node:
    at_home = state.where.page == "home"
    return row(
        button(
            "spotify.back",
            icon="previous",
            name="Back",
            style="spotify_round",
            disabled=not state.back,
            click=("back",),
        ),
        spacer(),
        button(
            "spotify.home",
            icon="home",
            name="Home",
            style="spotify_liked" if at_home else "spotify_round",
            click=("go", "home"),
        ),
        field(
            "spotify.search",
            state.query,
            name="Search",
            placeholder="What do you want to play?",
            style="spotify",
            search=True,
            icon="search",
            w=330,
            change=("query",),
        ),
        spacer(),
        h=48,
        pad=(8, 0),
        gap=8,
    )


def _line(number: int, listed: Listed, plays: bool, chosen: bool) -> Node:
    song = listed.song
    heart = SONG.buttons(BAR, listed, song.title, style="spotify_liked" if listed.liked else "spotify_round")
    return row(
        text(str(number), style="spotify_muted", w=20, role=None),
        _cover(song.album, 38),
        column(
            text(song.title, style="spotify_green" if plays else "spotify", w=FILL, role=None),
            text(song.album.artist, style="spotify_muted", w=FILL, role=None),
            gap=2,
        ),
        text(song.album.name, style="spotify_muted", w=120, role=None),
        *SONG.buttons("row", listed, song.title, style="spotify_round"),
        *heart,
        text(span_text(song.seconds), style="spotify_muted", w=34, role=None),
        style="spotify_row",
        key=f"spotify.song.{song.title}",
        role=Role.LIST_ITEM,
        name=song.title,
        flags=state_flags(selected=chosen),
        h=50,
        pad=(10, 0),
        gap=10,
        click=("select", song.title),
        double=("play", song.title),
        context=("menu", song.title),
    )


def _cards(title: str, kind: str, albums: tuple[Album, ...]) -> Node:
    made = []
    for album in albums:
        name, note = (album.name, album.artist) if kind == "album" else (album.artist, "Artist")
        art = _cover(album, _CARD - 16, "cover" if kind == "album" else "artist")
        said = (text(name, style="spotify", w=FILL, role=None), text(note, style="spotify_muted", w=FILL, role=None))
        look = {"style": "spotify_card", "key": f"spotify.{kind}.{name}", "role": Role.BUTTON, "name": name}
        made.append(column(art, *said, w=_CARD, pad=8, gap=4, click=("go", kind, name), **look))
    head = text(title, style="spotify_head", role=Role.HEADING)
    return column(head, wrapped(*made, gap=4), gap=6)


def _home(lists: tuple[Playlist, ...]) -> Node:
    quick = [
        row(
            _list_cover(p, 48),
            text(p.name, style="spotify", w=FILL, role=None),
            style="spotify_quick",
            key=f"spotify.quick.{p.name}",
            role=Role.BUTTON,
            name=f"Playlist {p.name}",
            w=200,
            gap=10,
            click=("go", "playlist", str(p.id)),
        )
        for p in lists[:6]
    ]
    albums = tuple(ALBUMS.values())
    return column(
        wrapped(*quick, gap=8),
        _cards("Albums for you", "album", albums),
        _cards("Your favorite artists", "artist", tuple(ARTISTS.values())),
        pad=16,
        gap=16,
    )


def _head(kind: str, title: str, note: str, cover: Node, some: bool, *more: Node) -> Node:
    play = button(
        "spotify.play_all",
        icon="m/play_arrow",
        name="Play all",
        style="spotify_large",
        disabled=not some,
        click=("play_all",),
    )
    mix = button(
        "spotify.shuffle_all",
        icon="arrow-shuffle",
        name="Shuffle all",
        style="spotify_round",
        disabled=not some,
        click=("shuffle_all",),
    )
    says = column(
        text(kind, style="spotify_muted"),
        text(title, style="spotify_title", role=Role.HEADING, w=FILL),
        text(note, style="spotify_muted"),
        gap=4,
    )
    return column(row(cover, says, gap=18), row(play, mix, *more, gap=10), gap=12)


def _header(where: Where, songs: tuple[Song, ...], playlist: Playlist | None, followed: bool) -> Node | None:
    """What stands above the songs of a page."""
    count = f"{len(songs)} song{'s' * (len(songs) != 1)}, {span_text(sum(s.seconds for s in songs))}"
    if playlist is not None:
        more = PLAYLIST.buttons("list", playlist, style="spotify_round")
        return _head(
            "Playlist", playlist.name, f"Alex Morgan • {count}", _list_cover(playlist, 116), bool(songs), *more
        )
    if where.page == "album" and where.name in ALBUMS:
        album = ALBUMS[where.name]
        return _head("Album", album.name, f"{album.artist} • {album.year} • {count}", _cover(album, 116), bool(songs))
    if where.page == "artist" and where.name in ARTISTS:
        label = "Following" if followed else "Follow"
        follow = button("spotify.follow", label, style="spotify_pill", click=("follow", where.name))
        return _head("Artist", where.name, "Popular", _cover(ARTISTS[where.name], 116, "artist"), bool(songs), follow)
    if where.page == "liked":
        heart = row(
            icon("heart", size=58, style="spotify_cover"), style="spotify_cover_plum", w=116, h=116, justify="center"
        )
        return _head("Playlist", "Liked Songs", f"Alex Morgan • {count}", heart, bool(songs))
    title = "Queue" if where.page == "queue" else "Songs" if songs else "Search for songs, artists and albums"
    return text(title, style="spotify_head", role=Role.HEADING)


def _page(state: State, vfs: Vfs, playing: str) -> Element:
    if state.where.page == "home":
        return panel(_home, PLAYLISTS.rows(vfs))
    songs, playlist = songs_at(state.where, state.query, vfs), playlist_at(state.where, vfs)
    liked = {like.path for like in LIKES.rows(vfs)}
    followed = any(row.artist == state.where.name for row in FOLLOWS.rows(vfs))
    lines = [
        memo(_line, n, Listed(s, s.title in liked, playlist), s.title == playing, s.title == state.song, w=FILL)
        for n, s in enumerate(songs, 1)
    ]
    wanted = state.query.strip().casefold() if state.where.page == "search" else ""
    artists = tuple([a for name, a in ARTISTS.items() if wanted and wanted in name.casefold()])
    found = _cards("Artists", "artist", artists) if artists else None
    listed = column(*lines, role=Role.LIST, name="Songs", key="spotify.songs")
    return column(_header(state.where, songs, playlist, followed), listed, found, pad=16, gap=12)


def _sung(title: str, line: int) -> Node:
    """The lyrics, up to the line that is sung."""
    lines = lyrics_of(title)
    said = "These lyrics are not there yet." if title else "Play a song to see its lyrics."
    shown = [
        text(words, style="spotify_sung" if n <= line else "spotify_line", wrap=True, w=FILL, key=f"spotify.lyrics.{n}")
        for n, words in enumerate(lines)
    ]
    head = text("Lyrics", style="spotify_head", role=Role.HEADING)
    return column(head, *shown, None if lines else text(said, style="spotify_muted", wrap=True, w=FILL), pad=16, gap=14)


def _foot(player: Player, liked: bool, now: int, volume: int, panel_open: str, queued: bool) -> Node:
    song = SONGS.get(player.path)
    said: list[Node] = []
    if song is not None:
        said = [
            _cover(song.album, 48),
            column(
                text(song.title, style="spotify", key="spotify.title"),
                text(song.album.artist, style="spotify_muted", key="spotify.artist"),
                w=-1,
                gap=2,
            ),
            *SONG.buttons(BAR, Listed(song, liked), song.title, style="spotify_liked" if liked else "spotify_round"),
        ]
        said[-1] = said[-1]._replace(key="spotify.like_playing")
    buttons = row(*transport_buttons("spotify", player, song is not None, _SIGNS), justify="center", gap=10)
    seconds = song.seconds if song is not None else None
    words = toggle(
        "spotify.lyrics",
        icon="mic",
        name="Lyrics",
        style="spotify_round",
        checked=panel_open == "lyrics",
        click=("lyrics",),
    )
    queue = toggle(
        "spotify.queue", icon="list", name="Queue", style="spotify_round", checked=queued, click=("go", "queue")
    )
    level = slider("spotify.volume", Span(volume), name="Volume", w=84, change=("level",))._replace(style="spotify")
    return row(
        row(*said, w=FILL, gap=10),
        column(buttons, seek_line("spotify", player, now, seconds, _SIGNS), w=380, gap=0),
        row(spacer(), words, queue, icon("volume", size=16, style="spotify"), level, w=FILL, gap=6),
        h=_FOOT,
        pad=(12, 4),
        gap=8,
    )


def view(state: State, ctx: Context) -> Node:
    """The window."""
    player, volume = TRANSPORT.player(ctx.vfs), ctx.settings.get("sound.volume", "")
    likes = LIKES.rows(ctx.vfs)
    page = scroll(LIST, _page(state, ctx.vfs, player.path), name="Page")
    parts: list[Element] = [
        panel(_shelf, PLAYLISTS.rows(ctx.vfs), len(likes), state.where, w=_LIBRARY, h=FILL),
        column(page, style="spotify_pane", h=FILL),
    ]
    if state.panel:
        song, lines = SONGS.get(player.path), lyrics_of(player.path)
        share = player.place_ms(state.now_ms, song.seconds) / (1000 * song.seconds) if song is not None else 0.0
        words = panel(_sung, player.path, int(share * len(lines)))
        parts.append(column(words, style="spotify_pane", w=_LYRICS, h=FILL))
    second, liked = state.now_ms // 1000 * 1000, any(like.path == player.path for like in likes)
    level = int(volume) if volume.isdecimal() else 0
    foot = panel(_foot, player, liked, second, level, state.panel, state.where.page == "queue", h=_FOOT)
    return column(_top(state), row(*parts, h=FILL, gap=8, pad=(8, 0), align="stretch"), foot, style="spotify", h=FILL)
