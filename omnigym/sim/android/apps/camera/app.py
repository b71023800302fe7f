"""Camera: what it takes is a file in DCIM/Camera. What is before its lens changes with every photo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from omnigym.pictures import write_edited
from omnigym.sim.android.apps.camera.view import FLASHES, MODES, TIMERS, State, Wishes, exposed, view
from omnigym.sim.android.apps.photos.gallery import CAMERA, pictures
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.app import Context, Effect, Launch, OpenDialog, SetFiles
from omnigym.sim.handlers import saved, sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import Table
from omnigym.sim.ui.nodes import Node
from omnigym.sim.vfs import VfsError, join

# -- the looks of the app that no other app has -----------------------------------------------------------------------

CAMERA_STYLES = looks(
    box={
        "film_line": Look(fill="muted"),
    },
    text={
        "film_big": Look(size=90, family="ui-light", ink="on_picture"),
    },
    button={
        "shutter": Look(min_w=84, min_h=84, radius=42, icon=84, ink="on_picture"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
_WISHES: Table[Wishes] = Table(
    "content://camera/settings",
    "C:/data/data/com.android.camera2/settings.json",
    Wishes,
    valid=lambda w: w.flash in FLASHES and w.timer in TIMERS,
)
_SECOND = 1000


def _wishes(ctx: Context) -> Wishes:
    """What is set, or how a new camera is where that cannot be."""
    return next(iter(_WISHES.rows(ctx.vfs)), Wishes())


def _wish(state: State, ctx: Context, change: Callable[[Wishes], Wishes]) -> _Result:
    return state, (saved(_WISHES, ctx, (change(_wishes(ctx)),)),)


def _shutter(state: State, ctx: Context) -> _Result:
    """A photo at once or when the timer is over; a timer that runs is stopped."""
    if state.fires_ms:
        return state._replace(fires_ms=0, left=0), ()
    seconds = _wishes(ctx).timer
    if not seconds:
        return _shoot(state, ctx)
    fires = ctx.clock_ms + seconds * _SECOND
    return state._replace(fires_ms=fires, left=seconds), (Later(_SECOND, Send(("tick", fires))),)


def _tick(state: State, ctx: Context, fires: int) -> _Result:
    """A second of the timer has gone, if it is the same one still."""
    if state.fires_ms != fires:
        return state, ()
    if ctx.clock_ms >= fires:
        return _shoot(state._replace(fires_ms=0, left=0), ctx)
    return state._replace(left=-(-(fires - ctx.clock_ms) // _SECOND)), (Later(_SECOND, Send(("tick", fires))),)


def _shoot(state: State, ctx: Context) -> _Result:
    content, edits = exposed(state)
    moment = datetime.fromtimestamp(ctx.clock_ms // _SECOND, UTC)
    sort = f".{MODES[state.mode]}" if MODES[state.mode] else ""
    name = f"PXL_{moment:%Y%m%d_%H%M%S}{ctx.clock_ms % _SECOND:03}{sort}.jpg"
    path = join(CAMERA, ctx.vfs.free_name(CAMERA, name))
    try:
        vfs = ctx.vfs.write(path, write_edited(content, edits, name) or b"", ctx.clock_ms)
    except VfsError:  # something else is where the folder has to be
        words = "There is no folder for photos: DCIM/Camera is in the way."
        return state, (OpenDialog("ask", ("Can’t save photo", words, "OK", "")),)
    return state._replace(view=state.view + (not state.front), last=path), (SetFiles(vfs),)


def _latest(state: State, ctx: Context) -> _Result:
    return state, (Launch("photos", path),) if (path := _last(state, ctx)) else ()


def _last(state: State, ctx: Context) -> str:
    """The path of the last photo, or the latest that there is."""
    if ctx.vfs.is_file(state.last):
        return state.last
    return next((s.path for s in pictures(ctx.vfs, CAMERA)), "")


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": lambda s, _: left(s._replace(fires_ms=0, left=0)),
    "flash": lambda s, ctx, flash: _wish(s, ctx, lambda w: w._replace(flash=flash)),
    "grid": lambda s, ctx: _wish(s, ctx, lambda w: w._replace(grid=not w.grid)),
    "latest": _latest,
    "mode": sets("mode"),
    "shutter": _shutter,
    "switch": lambda s, _: (s._replace(front=not s.front, zoom=1), ()),
    "tick": _tick,
    "timer": lambda s, ctx, seconds: _wish(s, ctx, lambda w: w._replace(timer=seconds)),
    "zoom": sets("zoom"),
}


def _view(state: State, ctx: Context) -> Node:
    return view(state, ctx, _wishes(ctx), ctx.vfs.content(_last(state, ctx) or "none"))


APPS = (
    phone_app(
        name="camera",
        title="Camera",
        icon="app/camera",
        art={"app/camera": sign_icon(0x3C4043, "photo_camera")},
        styles=CAMERA_STYLES,
        program=Program(category="Screen Capture", dock=4),
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_UPDATES,
        tables=(_WISHES,),
    ),
)
