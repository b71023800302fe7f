"""Camera: what it takes is a file in DCIM/Camera. What is before its lens changes with every photo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.pictures import SCENES, Edits, picture_size, scene_file, write_edited
from omnigym.sim.android.apps.photos.store import CAMERA, pictures
from omnigym.sim.android.kit import left, phone_app, screen, tell
from omnigym.sim.app import Context, Effect, Launch, SetFiles
from omnigym.sim.handlers import saved, sets
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import Table
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import MenuItem, spacer
from omnigym.sim.vfs import VfsError, join

# -- what it keeps ----------------------------------------------------------------------------------------------------

#: Modes by name, and what their photos are called besides.
_MODES = {"portrait": "PORTRAIT", "photo": "", "night": "NIGHT"}
_ZOOMS = (1, 2, 5)
_FLASHES = ("off", "auto", "on")
_TIMERS = (0, 3, 10)
_TOP, _FOOT = 64, 210
_SELFIE = "cat"
_VIEWS = tuple([name for name in SCENES if name != _SELFIE])


class Wishes(NamedTuple):
    """What is set for the next photos and remembered: flash, seconds of the timer, lines over the picture."""

    id: int = 1
    flash: str = "off"
    timer: int = 0
    grid: bool = False


class State(NamedTuple):
    """What the camera is about to do.

    Attributes:
        view: Which of the views is before the lens; another one after each photo.
        front: Whether the front camera is used.
        zoom: One of `_ZOOMS`.
        mode: One of `_MODES`.
        fires_ms: When the timer takes a photo, or 0, and
        left: the seconds until then.
        last: The path of the last photo, or "".
    """

    view: int = 0
    front: bool = False
    zoom: int = 1
    mode: str = "photo"
    fires_ms: int = 0
    left: int = 0
    last: str = ""


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
_WISHES: Table[Wishes] = Table(
    "content://camera/settings",
    "C:/data/data/com.android.camera2/settings.json",
    Wishes,
    valid=lambda w: w.flash in _FLASHES and w.timer in _TIMERS,
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
    content, edits = _exposed(state)
    moment = datetime.fromtimestamp(ctx.clock_ms // _SECOND, UTC)
    sort = f".{_MODES[state.mode]}" if _MODES[state.mode] else ""
    name = f"PXL_{moment:%Y%m%d_%H%M%S}{ctx.clock_ms % _SECOND:03}{sort}.jpg"
    path = join(CAMERA, ctx.vfs.free_name(CAMERA, name))
    try:
        vfs = ctx.vfs.write(path, write_edited(content, edits, name) or b"", ctx.clock_ms)
    except VfsError:  # something else is where the folder has to be
        words = "There is no folder for photos: DCIM/Camera is in the way."
        return state, (tell("Can’t save photo", words),)
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


# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("camera", "", button="film_icon")
_CAMERA_STYLES = looks(
    box={"film_line": Look(fill="muted")},
    text={"film_big": Look(size=90, family="ui-light", ink="on_picture")},
    button={"shutter": Look(min_w=84, min_h=84, radius=42, icon=84, ink="on_picture")},
)


def _exposed(state: State) -> tuple[bytes, Edits]:
    """What a photo that is taken now is made of: the bytes of what is seen, and how much of it."""
    content = scene_file(_SELFIE if state.front else _VIEWS[state.view % len(_VIEWS)], "view.jpg")
    w, h = picture_size(content) or (1, 1)
    if state.zoom == 1:
        return content, Edits(tone="cool" if state.mode == "night" else "")
    wide, high = w // state.zoom, h // state.zoom
    left, top = (w - wide) // 2, (h - high) // 2
    return content, Edits(crop=(left, top, left + wide, top + high), tone="cool" if state.mode == "night" else "")


def _lines(w: int, h: int) -> Node:
    """The grid of thirds."""
    upright = [row(style="film_line", w=1, h=h) for _ in range(2)]
    level = [row(style="film_line", w=w, h=1) for _ in range(2)]
    return stack(
        row(spacer(), upright[0], spacer(), upright[1], spacer(), w=w, h=h),
        column(spacer(h=FILL), level[0], spacer(h=FILL), level[1], spacer(h=FILL), w=w, h=h),
        w=w,
        h=h,
    )


def _finder(content: bytes, edits: Edits, left: int, grid: bool, w: int, h: int) -> Node:
    size = picture_size(content) or (1, 1)
    if edits.crop is not None:
        size = (edits.crop[2] - edits.crop[0], edits.crop[3] - edits.crop[1])
    count = (
        column(row(ui.text(str(left), "film_big", key="countdown"), justify="center"), w=w, h=h, justify="center")
        if left
        else None
    )
    return stack(
        photo(content, w=w, h=h, edits=edits, part=filling(size, w, h), name="Viewfinder", key="camera.finder"),
        _lines(w, h) if grid else None,
        count,
        style="film",
        w=w,
        h=h,
    )


def _timer_text(seconds: int) -> str:
    return f"Timer {seconds} seconds" if seconds else "Timer off"


def _timer_icon(seconds: int) -> str:
    return f"m/timer_{seconds}" if seconds else "m/timer_off"


def _top(flash: str, timer: int, grid: bool) -> Node:
    flashes = tuple(
        [
            MenuItem(f"camera.flash.{f}", f"Flash {f}", ("flash", f), f"m/flash_{f}", checked=f == flash)
            for f in _FLASHES
        ]
    )
    timers = tuple(
        [
            MenuItem(f"camera.timer.{t}", _timer_text(t), ("timer", t), _timer_icon(t), checked=t == timer)
            for t in _TIMERS
        ]
    )
    return row(
        ui.tool("flash", f"m/flash_{flash}", f"Flash {flash}", menu=flashes),
        spacer(),
        ui.tool("timer", _timer_icon(timer), _timer_text(timer), menu=timers),
        spacer(),
        ui.tool("grid", "m/grid_on" if grid else "m/grid_off", "Grid on" if grid else "Grid off"),
        style="film",
        h=_TOP,
        pad=(26, 0),
    )


def _foot(mode: str, front: bool, zoom: int, last: bytes, waiting: bool) -> Node:
    zooms = [ui.button(f"zoom.{z}", f"{z}×", "film_chip", checked=z == zoom, click=("zoom", z)) for z in _ZOOMS]
    modes = [ui.button(f"mode.{m}", m.capitalize(), "film_chip", checked=m == mode, click=("mode", m)) for m in _MODES]
    size = picture_size(last) if last else None
    seen = photo(last, w=48, h=48, part=filling(size, 48, 48)) if size else None
    latest = stack(
        seen,
        key="camera.latest",
        role=Role.BUTTON,
        name="Last photo",
        style="film_chosen",
        w=48,
        h=48,
        click=("latest",),
    )
    name = "Cancel timer" if waiting else "Take photo"
    image = "stop_circle" if waiting else "radio_button_checked"
    shutter = ui.tool("shutter", f"m/{image}", name, "shutter")
    other = "Switch to back camera" if front else "Switch to front camera"
    turn = ui.tool("switch", "m/flip_camera_android", other)
    return column(
        row(*zooms, gap=10, justify="center", h=48),
        row(latest, spacer(), shutter, spacer(), turn, h=92, pad=(38, 0)),
        row(*modes, gap=10, justify="center", h=56),
        style="film",
        h=_FOOT,
        pad=(0, 4),
    )


def view(state: State, ctx: Context, wishes: Wishes, last: bytes) -> Node:
    """The screen of a state."""
    content, edits = _exposed(state)
    height = max(ctx.h - _TOP - _FOOT, 80)
    return screen(
        "camera",
        "Camera",
        panel(_top, wishes.flash, wishes.timer, wishes.grid),
        panel(_finder, content, edits, state.left, wishes.grid, ctx.w, height, h=FILL),
        panel(_foot, state.mode, state.front, state.zoom, last, bool(state.fires_ms)),
    )


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="camera",
        title="Camera",
        icon="app/camera",
        art={"app/camera": sign_icon(0x3C4043, "photo_camera")},
        styles=_CAMERA_STYLES,
        program=Program(category="Screen Capture", dock=4),
        init=lambda _args, _ctx: (State(), ()),
        view=_view,
        on=_UPDATES,
        tables=(_WISHES,),
    ),
)
