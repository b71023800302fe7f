"""Media Player: its declaration, and what is done with what it plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.video import read_video
from omnigym.pictures import read_picture, write_picture
from omnigym.sim.app import App, Context, Focus, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.commands import commanded
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.common.system_settings import levelled
from omnigym.sim.handlers import toggles
from omnigym.sim.kinds.player import span_text
from omnigym.sim.program import FileKind, Program
from omnigym.sim.vfs import HOME, VfsError, canonical, native
from omnigym.sim.windows.apps.media_player.art import MEDIA_ART, MEDIA_STYLES
from omnigym.sim.windows.apps.media_player.state import (
    LIST,
    LISTING,
    NAME,
    PLAYER,
    PLAYLIST,
    SOUNDS,
    TRACK,
    TRANSPORT,
    VIDEOS,
    Result,
    State,
    list_name,
    track_at,
    tracks_in,
    with_media,
)
from omnigym.sim.windows.apps.media_player.view import view

_MEDIA = ";".join((*SOUNDS, *VIDEOS, "m3u"))
_DAMAGED = "We can't play {name}. The file may be damaged, or its format is not supported.\n0xC00D36C4"


def _opened(state: State, ctx: Context, path: str) -> Result:
    """A file played: a playlist from its first track."""
    path = ctx.vfs.real_path(canonical(path)) if path else ""
    if not path:
        return state, ()
    if path.lower().endswith(".m3u"):
        state = state._replace(page="playlists", playlist=path, full=False)
        tracks = tuple([p for p in tracks_in(ctx.vfs, path) if track_at(ctx.vfs, p) is not None])
        return TRANSPORT.start_all(state, ctx, tracks, False)
    track = track_at(ctx.vfs, path)
    if track is None:
        return state, (tell("Can't play", _DAMAGED.format(name=path.rpartition("/")[2]), "error"),)
    return TRANSPORT.start(state._replace(full=True, selected=path), ctx, path, (path,))


def _open(state: State, _ctx: Context) -> Result:
    ask = FileDialog(False, f"{HOME}/Music", "", (("Media files", _MEDIA), ("All Files", "")))
    return state, (OpenDialog("file_dialog", ask, ("opened",)),)


def _ask_frame(state: State, ctx: Context) -> Result:
    """Where the picture that the video shows is to be kept."""
    player, seconds = TRANSPORT.playing(ctx.vfs)
    track = track_at(ctx.vfs, player.path)
    if track is None or not track.video:
        return state, ()
    ms = player.place_ms(ctx.clock_ms, seconds or 0)
    name = f"{track.title} {span_text(ms // 1000).replace(':', '_')}.jpg"
    ask = FileDialog(True, f"{HOME}/Pictures", name, (("JPEG", "jpg"), ("PNG", "png")))
    return state, (OpenDialog("file_dialog", ask, ("frame_to", track.path, ms)),)


def _frame_to(state: State, ctx: Context, video: str, ms: int, path: str | None) -> Result:
    if path is None or track_at(ctx.vfs, video) is None:
        return state, ()
    picture = read_picture(read_video(ctx.vfs.read(video)).at(ms))
    if picture is None:
        return state, (tell(NAME, _DAMAGED.format(name=video.rpartition("/")[2]), "error"),)
    try:
        return state, (SetFiles(ctx.vfs.write(path, write_picture(picture, path), ctx.clock_ms)),)
    except VfsError as e:
        return state, (tell(NAME, str(e)),)


def _page(state: State, _ctx: Context, page: str, playlist: str = "") -> Result:
    return state._replace(page=page, playlist=playlist, full=False, query="", selected=""), (ScrollTo(LIST),)


def _back(state: State, _ctx: Context) -> Result:
    return state._replace(full=False), ()


_UPDATES: Mapping[str, Callable[..., Result]] = {
    **TRANSPORT.on,
    **LISTING,
    "ahead": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now + 30_000),
    "back": _back,
    "find": lambda s, _: (s, (Focus("media.search", 0, -1),)),
    "frame": _ask_frame,
    "frame_to": _frame_to,
    "full": toggles("full"),
    "level": lambda s, _, value: (s, levelled("sound.volume", value)),
    "open": _open,
    "opened": lambda s, ctx, path: _opened(s, ctx, path or ""),
    "page": _page,
    "query": lambda s, _, query: (s._replace(query=query, selected=""), (ScrollTo(LIST),)),
    "replay": lambda s, ctx: TRANSPORT.moved(s, ctx, lambda now: now - 10_000),
    "select": lambda s, _, ids, __: (s._replace(selected=ids[0] if ids else ""), ()),
}


_DECLARED = commanded(
    App(
        name="media_player",
        title=NAME,
        icon="media-player",
        art=MEDIA_ART,
        styles=MEDIA_STYLES,
        program=Program(
            spoken=("Media Player",),
            category="Multimedia Playback",
            opens=(
                FileKind(SOUNDS, "WAV File", "file-sound"),
                FileKind(VIDEOS, "AVI File", "file-video"),
                FileKind(("m3u",), "M3U File", "file-playlist"),
            ),
            commands=("wmplayer", "mediaplayer"),
            package="Media Player",
        ),
        initial=with_media,
        init=lambda path, ctx: _opened(State(now_ms=ctx.clock_ms), ctx, str(path or "")),
        view=view,
        on=_UPDATES,
        keys=(
            ("space", ("toggle",)),
            ("ctrl+f", ("find",)),
            ("ctrl+o", ("open",)),
            ("ctrl+shift+s", ("frame",)),
            ("escape", ("back",)),
        ),
        close=("leave",),
        document=lambda state: native(state.playlist) if state.playlist else "",
        caption=lambda state: f"{list_name(state.playlist)} - {NAME}" if state.playlist else NAME,
        tables=(PLAYER,),
        size=(900, 580),
        min_size=(560, 380),
        focus=LIST,
        single=True,
        locate={"records": {"key": LIST}, "pause": {"key": "media.toggle"}},
    ),
    TRACK,
    PLAYLIST,
)
APPS = (TRANSPORT.played(_DECLARED),)
