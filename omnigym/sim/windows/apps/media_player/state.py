"""Media Player: the songs, videos and playlists that it finds as files, the state of its window, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from omnigym.documents.m3u import read_m3u, write_m3u
from omnigym.documents.sound import Tags, seconds_of, tags_of, tone
from omnigym.documents.video import seconds_of_video, write_video
from omnigym.pictures import scene_file
from omnigym.sim.app import Context, Effect, OpenDialog, SetFiles, ShowMenu
from omnigym.sim.commands import BAR, MENU, Command, Commands, Records
from omnigym.sim.common.message_box import Prompt, asking, tell
from omnigym.sim.files.kinds import extension, split_name
from omnigym.sim.kinds.player import Player, Transport, is_playable
from omnigym.sim.memo import IdentityCache
from omnigym.sim.tables.table import Table
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import HOME, File, Stat, Vfs, VfsError, base_name, canonical, join, parent_of, valid_name

# -- library ----------------------------------------------------------------------------------------------------------

# The songs and videos that Media Player finds in Music and Videos, and its playlists: all are files.

SOUNDS, VIDEOS = ("wav",), ("avi", "mp4")
#: Where playlists are kept.
LISTS = f"{HOME}/Music/Playlists"
_DEPTH, _HOUR = 4, 3_600_000


class Track(NamedTuple):
    """A song or a video: the path of its file, what its tags say, its length in seconds."""

    path: str
    title: str
    artist: str
    album: str
    seconds: int
    video: bool


def _column(path: str) -> str:
    return path.removeprefix(f"{HOME}/")


PLAYER: Table[Player] = Table(
    "content://media/player",
    f"{HOME}/AppData/Local/MediaPlayer/player.json",
    Player,
    valid=is_playable,
    columns={"path": lambda p: _column(p.path), "queue": lambda p: [_column(path) for path in p.queue]},
)


def track_at(vfs: Vfs, path: str) -> Track | None:
    """What is at a path; None where nothing is that can be played."""
    entry, end = vfs.get(path), extension(path)
    if type(entry) is not File or end not in (*SOUNDS, *VIDEOS):
        return None
    seconds = round(seconds_of(entry.content)) if end in SOUNDS else seconds_of_video(entry.content)
    tags = tags_of(entry.content) if end in SOUNDS else Tags()
    title = tags.title or split_name(base_name(path))[0]
    track = Track(path, title, tags.artist or "Unknown artist", tags.album or "Unknown album", seconds, end in VIDEOS)
    return track if seconds else None


def _seconds(vfs: Vfs, path: str) -> int | None:
    track = track_at(vfs, path) if path else None
    return None if track is None else track.seconds


def _source(vfs: Vfs, path: str) -> bytes | None:
    """The sound of a song; videos have none."""
    entry = vfs.get(path)
    return entry.content if type(entry) is File and extension(path) in SOUNDS else None


TRANSPORT = Transport(PLAYER, _seconds, _source)


def _below(vfs: Vfs, folder: str, depth: int = _DEPTH) -> list[Stat]:
    found: list[Stat] = []
    for entry in vfs.list(folder) if vfs.is_dir(folder) else ():
        found += _below(vfs, entry.path, depth - 1) if entry.is_dir and depth else [entry]
    return found


_FOUND: IdentityCache[tuple[Track, ...]] = IdentityCache(4)


def library(vfs: Vfs, folder: str) -> tuple[Track, ...]:
    """What can be played in "Music" or "Videos", by title."""
    path = f"{HOME}/{folder}"

    def found() -> tuple[Track, ...]:
        tracks = [track for s in _below(vfs, path) if (track := track_at(vfs, s.path)) is not None]
        return tuple(sorted(tracks, key=lambda t: (t.title.casefold(), t.path)))

    return _FOUND.get(folder, vfs.get(path), found)


def playlists(vfs: Vfs) -> tuple[str, ...]:
    """The paths of the playlists, by name."""
    found = [s.path for s in _below(vfs, f"{HOME}/Music") if extension(s.name) == "m3u"]
    return tuple(sorted(found, key=lambda path: (base_name(path).casefold(), path)))


def tracks_in(vfs: Vfs, playlist: str) -> tuple[str, ...]:
    """The paths of the tracks in a playlist; none where it is gone."""
    try:
        content = vfs.read(playlist)
    except VfsError:
        return ()
    return tuple([canonical(path) for path in read_m3u(content, parent_of(playlist))])


_SONGS = (
    ("Blue Harbour", "Harbour Nights", "Low Tide", 251, 330),
    ("Blue Harbour", "Harbour Nights", "Northern Wind", 187, 349),
    ("Blue Harbour", "Harbour Nights", "Lantern Street", 203, 311),
    ("Mara Vale", "Golden Hour", "Golden Hour", 212, 392),
    ("Mara Vale", "Golden Hour", "Slow Dancing", 236, 440),
    ("The Lanterns", "Campfire Songs", "Campfire", 175, 220),
    ("The Lanterns", "Campfire Songs", "Long Road Home", 268, 247),
)
_VIDEOS = (
    ("Canal trip", ("harbour", "city", "beach", "forest"), 6000),
    ("Balloon morning", ("mountains", "balloons", "dunes", "aurora", "tulips"), 4000),
)


def with_media(vfs: Vfs, now: int) -> Vfs:
    """The files with the songs and videos that a user has from the start."""
    for n, (artist, album, title, seconds, pitch) in enumerate(_SONGS):
        content = tone(seconds, pitch=pitch, rate=1000, tags=Tags(title, artist, album))
        vfs = vfs.write(f"{HOME}/Music/{artist}/{title}.wav", content, now - (300 + 7 * n) * _HOUR)
    for n, (name, scenes, frame_ms) in enumerate(_VIDEOS):
        film = write_video([scene_file(scene, ".jpg") for scene in scenes], frame_ms, (960, 640))
        vfs = vfs.write(f"{HOME}/Videos/{name}.avi", film, now - (250 + 90 * n) * _HOUR)
    return PLAYER.written(vfs, (Player(),), now)


# -- the state of its window, and what is chosen in it ----------------------------------------------------------------

LIST, NAME = "media.tracks", "Media Player"


class State(NamedTuple):
    """The window.

    Attributes:
        page: "music", "videos", "queue" or "playlists".
        playlist: The path of the playlist that is open, or "".
        full: Whether what is played has the whole window.
        query: What is searched for.
        selected: The path of the chosen track, or "".
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    page: str = "music"
    playlist: str = ""
    full: bool = False
    query: str = ""
    selected: str = ""
    ticks: bool = False
    now_ms: int = 0


class Listed(NamedTuple):
    """A track, and the path of the playlist in which it is shown, or ""."""

    track: Track
    playlist: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def shown(state: State, vfs: Vfs) -> tuple[Track, ...]:
    """The tracks of the page."""
    if state.page == "queue" or (state.page == "playlists" and state.playlist):
        paths = TRANSPORT.player(vfs).queue if state.page == "queue" else tracks_in(vfs, state.playlist)
        return tuple([track for path in paths if (track := track_at(vfs, path)) is not None])
    if state.page == "playlists":
        return ()
    wanted = state.query.strip().casefold()
    found = library(vfs, "Music" if state.page == "music" else "Videos")
    return tuple([t for t in found if wanted in f"{t.title} {t.artist} {t.album}".casefold()])


# -- what can be done with tracks and playlists in Media Player -------------------------------------------------------


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
