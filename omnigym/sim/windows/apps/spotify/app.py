"""Spotify: the library at the left, a page, lyrics at the right, and at the foot what is played. Black by day, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import App, Context, Effect, Handler, ScrollTo, SetClipboard, ShowMenu
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, Records, commanded, delete_record, rows_of
from omnigym.sim.common.message_box import asking, asking_text
from omnigym.sim.common.system_settings import levelled
from omnigym.sim.handlers import focuses, saved, sets, toggles
from omnigym.sim.kinds.player import (
    Player,
    Playlist,
    Signs,
    listed,
    seek_line,
    span_text,
    swapped,
    switched,
    transport_buttons,
)
from omnigym.sim.paint.pen import Pen
from omnigym.sim.program import Program
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look
from omnigym.sim.style.styles import PEOPLE
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, wrapped
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, scroll, spacer
from omnigym.sim.vfs import Vfs
from omnigym.sim.windows.apps.spotify.store import (
    ALBUMS,
    ARTISTS,
    FOLLOWS,
    LIKES,
    LYRICS,
    PLAYLISTS,
    SONGS,
    STORE,
    TRANSPORT,
    Album,
    Follow,
    Song,
    with_library,
)
from omnigym.values import ClipboardContent

# -- what it knows and keeps ------------------------------------------------------------------------------------------


class Where(NamedTuple):
    """A page: "home", "search", "liked", "queue", "album", "artist" or "playlist", and which of the last three."""

    page: str = "home"
    name: str = ""


class State(NamedTuple):
    """The window.

    Attributes:
        where: The page that is shown.
        back: Those before it, the last one last.
        query: What is typed into the search.
        lyrics: Whether lyrics are at the right.
        song: The chosen song, or "".
        ticks, now_ms: As of `Transport`.
    """

    where: Where = Where()
    back: tuple[Where, ...] = ()
    query: str = ""
    lyrics: bool = False
    song: str = ""
    ticks: bool = False
    now_ms: int = 0


class Listed(NamedTuple):
    """A song, whether it is liked, and the user's playlist in which it is shown, if it is shown in one."""

    song: Song
    liked: bool = False
    playlist: Playlist | None = None


def playlist_at(where: Where, vfs: Vfs) -> Playlist | None:
    """The playlist of a page."""
    rows = PLAYLISTS.rows(vfs) if where.page == "playlist" else ()
    return next((row for row in rows if str(row.id) == where.name), None)


def songs_at(where: Where, query: str, vfs: Vfs) -> tuple[Song, ...]:
    """The songs of a page in their order."""
    if where.page == "search":
        wanted = query.strip().casefold()
        found = [s for s in SONGS.values() if wanted in f"{s.title} {s.album.artist} {s.album.name}".casefold()]
        return tuple(sorted(found, key=lambda s: not s.title.casefold().startswith(wanted))) if wanted else ()
    playlist = playlist_at(where, vfs)
    album = {"album": ALBUMS, "artist": ARTISTS}.get(where.page, {}).get(where.name)
    titles = playlist.tracks if playlist is not None else album.songs if album is not None else ()
    if where.page == "liked":
        titles = tuple([like.path for like in LIKES.rows(vfs)][::-1])
    elif where.page == "queue":
        titles = TRANSPORT.player(vfs).queue
    return tuple([SONGS[title] for title in dict.fromkeys(titles) if title in SONGS])


# -- what can be done -------------------------------------------------------------------------------------------------

_Result: TypeAlias = tuple[State, tuple[Effect, ...]]
#: The key of the page.
PAGE = "spotify.page"


def _go(state: State, _ctx: Context, page: str, name: str = "") -> _Result:
    where = Where(page, name)
    back = state.back if where == state.where else (*state.back, state.where)[-20:]
    query = state.query if page == "search" else ""
    return state._replace(where=where, back=back, song="", query=query), (ScrollTo(PAGE),)


def _back(state: State, _ctx: Context) -> _Result:
    if not state.back:
        return state, ()
    return state._replace(where=state.back[-1], back=state.back[:-1], song="", query=""), (ScrollTo(PAGE),)


# -- songs ------------------------------------------------------------------------------------------------------------


def _of(state: State, ctx: Context, *named: str) -> Listed | None:
    title = named[0] if named else state.song
    if title not in SONGS:
        return None
    liked = any(like.path == title for like in LIKES.rows(ctx.vfs))
    return Listed(SONGS[title], liked, playlist_at(state.where, ctx.vfs))


def _put(state: State, ctx: Context, old: Listed, after: Listed) -> _Result:
    rows = [after.playlist if row == old.playlist else row for row in PLAYLISTS.rows(ctx.vfs)]
    return state, (saved(PLAYLISTS, ctx, rows),)


def _titles(state: State, ctx: Context) -> tuple[str, ...]:
    return tuple([song.title for song in songs_at(state.where, state.query, ctx.vfs)])


def _play(state: State, ctx: Context, chosen: Listed) -> _Result:
    queue, title = _titles(state, ctx), chosen.song.title
    return TRANSPORT.start(state, ctx, title, queue if title in queue else (title,))


def _enqueue(state: State, ctx: Context, chosen: Listed) -> _Result:
    return TRANSPORT.kept(state, ctx, TRANSPORT.player(ctx.vfs).followed(chosen.song.title, next_up=True))


def _choose(state: State, ctx: Context, chosen: Listed) -> _Result:
    title = chosen.song.title
    known = [MenuItem(f"spotify.to.{p.name}", p.name, ("added", title, p.id)) for p in PLAYLISTS.rows(ctx.vfs)]
    return state, (ShowMenu((MenuItem("spotify.to.new", "New playlist", ("create", title), icon="add"), *known)),)


def _added(state: State, ctx: Context, title: str, number: int) -> _Result:
    rows = [listed(p, title) if p.id == number else p for p in PLAYLISTS.rows(ctx.vfs)]
    return state, (saved(PLAYLISTS, ctx, rows),)


def _like(state: State, ctx: Context, chosen: Listed) -> _Result:
    return state, (saved(LIKES, ctx, switched(LIKES.rows(ctx.vfs), chosen.song.title)),)


def _copy(state: State, _ctx: Context, chosen: Listed) -> _Result:
    name = chosen.song.title.lower().replace(" ", "-")
    return state, (SetClipboard(ClipboardContent(text=f"https://open.spotify.com/track/{name}")),)


def _without(playlist: Playlist, title: str) -> Playlist:
    return playlist._replace(tracks=tuple([t for t in playlist.tracks if t != title]))


def _in_playlist(
    name: str, label: str, change: Callable[[Playlist, str], Playlist], icon: str, shortcut: str = ""
) -> Command:
    """A change of the playlist in which a song is shown."""
    return Command(
        name,
        label,
        lambda x: x._replace(playlist=change(x.playlist, x.song.title)),
        icon=icon,
        shortcut=shortcut,
        places=(MENU,),
        enabled=lambda x: x.playlist is not None,
    )


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
        places=(BAR, MENU),
    ),
    LINE,
    Command("artist", "Go to artist", run=lambda s, ctx, x: _go(s, ctx, "artist", x.song.album.artist), places=(MENU,)),
    Command("album", "Go to album", run=lambda s, ctx, x: _go(s, ctx, "album", x.song.album.name), places=(MENU,)),
    Command("copy_link", "Copy Song Link", run=_copy, icon="link", shortcut="ctrl+shift+c", places=(MENU,)),
    LINE,
    _in_playlist("up", "Move up", lambda p, title: swapped(p, title, -1), "up", "alt+up"),
    _in_playlist("down", "Move down", lambda p, title: swapped(p, title, 1), "arrow-down", "alt+down"),
    _in_playlist("remove", "Remove from this playlist", _without, "delete"),
    records=Records(_of, _put),
    menu="menu",
)

# -- playlists, artists, pages ----------------------------------------------------------------------------------------


def _created(state: State, ctx: Context, *given: str) -> _Result:
    rows, (*titles, name) = PLAYLISTS.rows(ctx.vfs), given
    return state, (saved(PLAYLISTS, ctx, (*rows, Playlist(next_id(rows), name, tuple(titles)))),)


def _follow(state: State, ctx: Context, artist: str) -> _Result:
    rows = FOLLOWS.rows(ctx.vfs)
    others = [row for row in rows if row.artist != artist]
    after = others if len(others) < len(rows) else (*rows, Follow(next_id(rows), artist))
    return state, (saved(FOLLOWS, ctx, after),)


_SURE = asking("Delete from Your Library?", "The playlist will be deleted from Your Library.", "Delete")
PLAYLIST = Commands(
    "spotify",
    Command(
        "rename",
        "Edit details",
        lambda playlist, name: playlist._replace(name=name),
        icon="edit",
        shortcut="f2",
        places=("list", MENU),
        ask=asking_text("Edit details", "Name:", lambda playlist: playlist.name, "Save"),
    ),
    Command("delete", "Delete", delete_record, icon="delete", places=("list", MENU), ask=lambda _: _SURE),
    records=rows_of(PLAYLISTS, lambda state: int(state.where.name) if state.where.page == "playlist" else 0),
    menu="list_menu",
)
LIBRARY = Commands(
    "spotify",
    Command(
        "create",
        "Create playlist",
        run=_created,
        icon="add",
        ask=asking_text("Create playlist", "Name:", "My playlist", "Create"),
    ),
)
ON: Mapping[str, Handler] = {
    **TRANSPORT.on,
    "added": _added,
    "back": _back,
    "find": focuses("spotify.search"),
    "follow": _follow,
    "go": _go,
    "level": lambda s, _, value: (s, levelled("sound.volume", value)),
    "lyrics": toggles("lyrics"),
    "play_all": lambda s, ctx: TRANSPORT.start_all(s, ctx, _titles(s, ctx), False),
    "search": lambda s, ctx, query: _go(s._replace(query=query), ctx, "search"),
    "select": sets("song"),
    "shuffle_all": lambda s, ctx: TRANSPORT.start_all(s, ctx, _titles(s, ctx), True),
}

# -- what it looks like -----------------------------------------------------------------------------------------------

ui = Scope("spotify", button="round")
_ROUND_STYLE, _MUTED = ui.style("round"), ui.style("muted")
_IMAGES = ("arrow-shuffle", "m/skip_previous", "m/play_arrow", "m/pause", "m/skip_next")
_SIGNS = Signs(*_IMAGES, button=_ROUND_STYLE, main=ui.style("play"), text=_MUTED, line=ui.style(""))


def _art(image: str, style: str, side: int, size: int, sign: str = "cover") -> Node:
    return ui.row(ui.icon(image, sign, size=size), style=style, w=side, h=side, justify="center")


def _cover(album: Album, side: int, kind: str = "cover") -> Node:
    return _art(album.icon, f"{kind}_{album.colour}", side, side // 2)


def _list_cover(playlist: Playlist, side: int) -> Node:
    first = next((SONGS[t].album for t in playlist.tracks if t in SONGS), None)
    return _art("music", "quick", side, side // 2, "") if first is None else _cover(first, side)


def _shelf(lists: tuple[Playlist, ...], likes: int, where: Where) -> Node:
    """Your Library."""

    def line(key: str, title: str, count: int, art: Node, to: Where) -> Node:
        return ui.item(
            f"library.{key}",
            title,
            art,
            column(ui.text(title, w=FILL), ui.text(f"Playlist • {count_of(count, 'song')}", "muted"), gap=2),
            selected=to == where,
            pad=8,
            gap=10,
            click=("go", *to),
            context=("list_menu", int(to.name)) if to.name else None,
        )

    rows = [line("liked", "Liked Songs", likes, _art("heart", "cover_plum", 44, 22), Where("liked"))]
    rows += [line(p.name, p.name, len(p.tracks), _list_cover(p, 44), Where("playlist", str(p.id))) for p in lists]
    new = LIBRARY.buttons(BAR, where, style=_ROUND_STYLE)
    head = row(ui.icon("library", size=20), ui.text("Your Library", "head"), spacer(), *new, gap=8, h=44)
    items = column(*rows, role=Role.LIST, name="Your Library", pad=(0, 0, 4, 0))
    return ui.column(head, scroll("spotify.library", items, style="bare"), style="pane", h=FILL, pad=(12, 4))


def _top(state: State) -> Node:
    home = "liked" if state.where.page == "home" else "round"
    hint = "What do you want to play?"
    return row(
        ui.tool("back", "previous", "Back", disabled=not state.back),
        spacer(),
        ui.tool("home", "home", "Home", home, click=("go", "home")),
        ui.field("search", state.query, "Search", placeholder=hint, search=True, icon="search", w=330),
        spacer(),
        h=48,
        pad=(8, 0),
        gap=8,
    )


def _hearts(listed: Listed) -> tuple[Node, ...]:
    return SONG.buttons(BAR, listed, listed.song.title, style=ui.style("liked" if listed.liked else "round"))


def _line(number: int, listed: Listed, plays: bool, chosen: bool) -> Node:
    title, album = listed.song.title, listed.song.album
    return ui.item(
        f"song.{title}",
        title,
        ui.text(str(number), "muted", w=20),
        _cover(album, 38),
        column(ui.text(title, "green" if plays else "", w=FILL), ui.text(album.artist, "muted", w=FILL), gap=2),
        ui.text(album.name, "muted", w=120),
        *SONG.buttons("row", listed, title, style=_ROUND_STYLE),
        *_hearts(listed),
        ui.text(span_text(listed.song.seconds), "muted", w=34),
        selected=chosen,
        h=50,
        pad=(10, 0),
        gap=10,
        click=("select", title),
        double=("play", title),
        context=("menu", title),
    )


def _cards(title: str, kind: str, albums: tuple[Album, ...]) -> Node:
    def card(album: Album) -> Node:
        name, note = (album.name, album.artist) if kind == "album" else (album.artist, "Artist")
        art = _cover(album, 116, "cover" if kind == "album" else kind)
        texts = ui.text(name, w=FILL), ui.text(note, "muted", w=FILL)
        look: dict[str, Any] = {"box": column, "style": "card", "role": Role.BUTTON, "w": 132, "pad": 8, "gap": 4}
        return ui.item(f"{kind}.{name}", name, art, *texts, click=("go", kind, name), **look)

    return column(ui.heading(title, "head"), wrapped(*map(card, albums), gap=4), gap=6)


def _home(lists: tuple[Playlist, ...]) -> Node:
    def quick(p: Playlist) -> Node:
        look: dict[str, Any] = {"style": "quick", "role": Role.BUTTON, "w": 200, "gap": 10}
        inside = _list_cover(p, 48), ui.text(p.name, w=FILL)
        click = ("go", "playlist", str(p.id))
        return ui.item(f"quick.{p.name}", f"Playlist {p.name}", *inside, click=click, **look)

    return column(
        wrapped(*map(quick, lists[:6]), gap=8),
        _cards("Albums for you", "album", tuple(ALBUMS.values())),
        _cards("Your favorite artists", "artist", tuple(ARTISTS.values())),
        pad=16,
        gap=16,
    )


def _head(kind: str, title: str, note: str, cover: Node, some: bool, *more: Node) -> Node:
    play = ui.tool("play_all", "m/play_arrow", "Play all", "large", disabled=not some)
    mix = ui.tool("shuffle_all", "arrow-shuffle", "Shuffle all", disabled=not some)
    texts = ui.text(kind, "muted"), ui.heading(title, "title", w=FILL), ui.text(note, "muted")
    return column(row(cover, column(*texts, gap=4), gap=18), row(play, mix, *more, gap=10), gap=12)


def _header(where: Where, songs: tuple[Song, ...], playlist: Playlist | None, followed: bool) -> Node:
    """What stands above the songs of a page."""
    some, count = bool(songs), count_of(len(songs), "song")
    if songs:
        count = f"{count}, {span_text(sum(s.seconds for s in songs))}"
    if playlist is not None:
        more = PLAYLIST.buttons("list", playlist, style=_ROUND_STYLE)
        return _head("Playlist", playlist.name, f"Alex Morgan • {count}", _list_cover(playlist, 116), some, *more)
    if where.page == "album" and where.name in ALBUMS:
        album = ALBUMS[where.name]
        return _head("Album", album.name, f"{album.artist} • {album.year} • {count}", _cover(album, 116), some)
    if where.page == "artist" and where.name in ARTISTS:
        follow = ui.button("follow", "Following" if followed else "Follow", "pill", click=("follow", where.name))
        return _head("Artist", where.name, "Popular", _cover(ARTISTS[where.name], 116, "artist"), some, follow)
    if where.page == "liked":
        return _head("Playlist", "Liked Songs", f"Alex Morgan • {count}", _art("heart", "cover_plum", 116, 58), some)
    return ui.heading(
        "Queue" if where.page == "queue" else "Songs" if songs else "Search for songs, artists and albums", "head"
    )


def _page(state: State, vfs: Vfs, playing: str) -> Element:
    where = state.where
    if where.page == "home":
        return panel(_home, PLAYLISTS.rows(vfs))
    songs, playlist = songs_at(where, state.query, vfs), playlist_at(where, vfs)
    liked = {like.path for like in LIKES.rows(vfs)}
    lines = [
        memo(_line, n, Listed(s, s.title in liked, playlist), s.title == playing, s.title == state.song, w=FILL)
        for n, s in enumerate(songs, 1)
    ]
    wanted = state.query.strip().casefold() if where.page == "search" else ""
    artists = tuple([a for name, a in ARTISTS.items() if wanted and wanted in name.casefold()])
    head = _header(where, songs, playlist, any(row.artist == where.name for row in FOLLOWS.rows(vfs)))
    listed = column(*lines, role=Role.LIST, name="Songs", key="spotify.songs")
    return column(head, listed, _cards("Artists", "artist", artists) if artists else None, pad=16, gap=12)


def _sung(title: str, line: int) -> Node:
    """The lyrics, up to the line that is sung."""
    shown = [
        ui.text(words, "sung" if n <= line else "line", wrap=True, w=FILL, key=f"lyrics.{n}")
        for n, words in enumerate(LYRICS.get(title, ()))
    ]
    said = "These lyrics are not there yet." if title else "Play a song to see its lyrics."
    none = None if shown else ui.text(said, "muted", wrap=True, w=FILL)
    return column(ui.heading("Lyrics", "head"), *shown, none, pad=16, gap=14)


#: Logical pixels that the controls at each side of the player need.
_BESIDE = 220


def _foot(player: Player, liked: bool, now: int, volume: int, lyrics: bool, queued: bool, w: int) -> Node:
    song, said = SONGS.get(player.path), list[Node]()
    if song is not None:
        texts = ui.text(song.title, key="title"), ui.text(song.album.artist, "muted", key="artist")
        (heart,) = _hearts(Listed(song, liked))
        said = [_cover(song.album, 48), column(*texts, w=-1, gap=2), heart._replace(key="spotify.like_playing")]
    buttons = row(*transport_buttons("spotify", player, song is not None, _SIGNS), justify="center", gap=10)
    line = seek_line("spotify", player, now, song.seconds if song is not None else None, _SIGNS)
    right = row(
        spacer(),
        ui.tool("lyrics", "mic", "Lyrics", checked=lyrics),
        ui.tool("queue", "list", "Queue", checked=queued, click=("go", "queue")),
        ui.icon("volume", size=16),
        ui.slider("volume", volume, "Volume", w=84, change=("level",)),
        w=FILL,
        gap=6,
    )
    middle = column(buttons, line, w=min(max(w - 2 * _BESIDE, 180), 380), gap=0)
    return row(row(*said, w=FILL, gap=10), middle, right, h=76, pad=(12, 4), gap=8)


def _view(state: State, ctx: Context) -> Node:
    player, volume, likes = TRANSPORT.player(ctx.vfs), ctx.settings.get("sound.volume", ""), LIKES.rows(ctx.vfs)
    page = scroll(PAGE, _page(state, ctx.vfs, player.path), name="Page", style="bare")
    shelf = panel(_shelf, PLAYLISTS.rows(ctx.vfs), len(likes), state.where, w=232, h=FILL)
    parts: list[Element] = [shelf, ui.column(page, style="pane", h=FILL)]
    if state.lyrics:
        song, lines = SONGS.get(player.path), LYRICS.get(player.path, ())
        share = player.place_ms(state.now_ms, song.seconds) / (1000 * song.seconds) if song is not None else 0.0
        words = panel(_sung, player.path, int(share * len(lines)))
        parts.append(ui.column(words, style="pane", w=240, h=FILL))
    second, liked = state.now_ms // 1000 * 1000, any(like.path == player.path for like in likes)
    level = int(volume) if volume.isdecimal() else 0
    foot = panel(_foot, player, liked, second, level, state.lyrics, state.where.page == "queue", ctx.w, h=76)
    middle = row(*parts, h=FILL, gap=8, pad=(8, 0), align="stretch")
    return column(_top(state), middle, foot, style=ui.style(""), h=FILL)


def _icon(p: Pen) -> None:
    p.disc(0.5, 0.5, 0.47, 0x1ED760)
    for y, half, width in ((0.36, 0.29, 0.085), (0.51, 0.24, 0.072), (0.65, 0.19, 0.06)):
        arc = ((-half, 0.02), (-half / 3, -0.035), (half / 3, -0.02), (half, 0.06))
        p.line([(0.5 + x, y + dy) for x, dy in arc], width, 0x121212)


_BLACK, _GROUND, _RAISED, _LIFTED, _EDGE, _RAIL, _SEEN, _GREY, _WHITE, _GREEN, _ON_GREEN = (
    Shade(c, c)
    for c in (0x0, 0x121212, 0x1F1F1F, 0x2A2A2A, 0x3A3A3A, 0x5A5A5A, 0x6A6A6A, 0xB3B3B3, 0xFFFFFF, 0x1ED760, 0x1A4D2E)
)
_ROUND = Look(min_w=32, min_h=32, icon=18, radius=16, ink=_GREY, hover=_LIFTED, pressed=_RAISED, checked=_ON_GREEN)
_PILL = Look(pad=(14, 6, 14, 6), min_h=32, radius=16, ink=_WHITE, fill=_LIFTED, hover=_EDGE, gap=8)
_BOLD = Look(size=17, family="ui-semibold", ink=_WHITE)
_STYLES = ui.looks(
    box={
        "": Look(fill=_BLACK),
        "pane": Look(fill=_GROUND, radius=8),
        "row": Look(radius=4, hover=_LIFTED, checked=_EDGE),
        "card": Look(radius=6, hover=_RAISED, pressed=_LIFTED),
        "quick": Look(radius=4, fill=_LIFTED, hover=_EDGE),
        **{f"cover_{name}": Look(fill=name, radius=4) for name in PEOPLE},
        **{f"artist_{name}": Look(fill=name, radius=58) for name in PEOPLE},
    },
    text={
        "": Look(ink=_WHITE),
        "muted": Look(size=11, ink=_GREY),
        "green": Look(ink=_GREEN),
        "head": _BOLD,
        "title": _BOLD._replace(size=32),
        "line": _BOLD._replace(ink=_SEEN),
        "sung": _BOLD,
    },
    icon={"": Look(ink=_GREY), "cover": Look(ink="on_picture"), "green": Look(ink=_GREEN)},
    button={
        "round": _ROUND,
        "liked": _ROUND._replace(ink=_GREEN),
        "play": _ROUND._replace(ink=_BLACK, fill=_WHITE, hover=_GREY),
        "large": _ROUND._replace(min_w=52, min_h=52, icon=24, radius=26, ink=_BLACK, fill=_GREEN, hover=_WHITE),
        "pill": _PILL,
        "new": _PILL._replace(ink=_BLACK, fill=_WHITE, hover=_GREY),
    },
    field={
        "": Look(pad=(38, 6, 12, 6), min_h=36, radius=18, fill=Shade(0xFFFFFF, 0x2A2A2A), edge=_LIFTED, ink="muted")
    },
    slider={"": Look(min_h=24, min_w=100, fill=_RAIL, ink=_GREEN)},
)

_APP = App(
    name="spotify",
    title="Spotify",
    icon="spotify",
    art={"spotify": _icon},
    styles=_STYLES,
    program=Program(spoken=("Spotify",), category="Multimedia Playback", commands=("spotify",), package="Spotify"),
    initial=with_library,
    init=lambda _args, ctx: (State(now_ms=ctx.clock_ms), ()),
    view=_view,
    on=ON,
    keys=(("ctrl+k", ("find",)), ("ctrl+l", ("find",)), ("alt+left", ("back",)), ("alt+shift+l", ("lyrics",))),
    tables=STORE.tables,
    size=(980, 640),
    min_size=(820, 460),
    single=True,
    locate={"records": {"key": PAGE}},
)
APPS = (TRANSPORT.played(commanded(_APP, SONG, PLAYLIST, LIBRARY)),)
