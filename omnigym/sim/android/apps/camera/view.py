"""What the Camera looks like: what is before the lens, and the controls around it."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.pictures import SCENES, Edits, picture_size, scene_file
from omnigym.sim.android.kit import screen
from omnigym.sim.app import Context
from omnigym.sim.ui.controls import filling, photo
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row, stack
from omnigym.sim.ui.widgets import MenuItem, button, spacer, text, toggle

__all__ = ["FLASHES", "MODES", "TIMERS", "ZOOMS", "State", "Wishes", "exposed", "view"]

#: Modes by name, and what their photos are called besides.
MODES = {"portrait": "PORTRAIT", "photo": "", "night": "NIGHT"}
ZOOMS = (1, 2, 5)
FLASHES = ("off", "auto", "on")
TIMERS = (0, 3, 10)
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
        zoom: One of `ZOOMS`.
        mode: One of `MODES`.
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


def exposed(state: State) -> tuple[bytes, Edits]:
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
        column(
            row(text(str(left), style="film_big", key="camera.countdown"), justify="center"), w=w, h=h, justify="center"
        )
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
        [MenuItem(f"camera.flash.{f}", f"Flash {f}", ("flash", f), f"m/flash_{f}", checked=f == flash) for f in FLASHES]
    )
    timers = tuple(
        [
            MenuItem(f"camera.timer.{t}", _timer_text(t), ("timer", t), _timer_icon(t), checked=t == timer)
            for t in TIMERS
        ]
    )
    return row(
        button("camera.flash", icon=f"m/flash_{flash}", name=f"Flash {flash}", style="film_icon", menu=flashes),
        spacer(),
        button("camera.timer", icon=_timer_icon(timer), name=_timer_text(timer), style="film_icon", menu=timers),
        spacer(),
        button(
            "camera.grid",
            icon="m/grid_on" if grid else "m/grid_off",
            name="Grid on" if grid else "Grid off",
            style="film_icon",
            click=("grid",),
        ),
        style="film",
        h=_TOP,
        pad=(26, 0),
    )


def _foot(mode: str, front: bool, zoom: int, last: bytes, waiting: bool) -> Node:
    zooms = [
        toggle(f"camera.zoom.{z}", f"{z}×", style="film_chip", checked=z == zoom, click=("zoom", z)) for z in ZOOMS
    ]
    modes = [
        toggle(f"camera.mode.{m}", m.capitalize(), style="film_chip", checked=m == mode, click=("mode", m))
        for m in MODES
    ]
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
    shutter = button("camera.shutter", icon=f"m/{image}", name=name, style="shutter", click=("shutter",))
    other = "Switch to back camera" if front else "Switch to front camera"
    turn = button("camera.switch", icon="m/flip_camera_android", name=other, style="film_icon", click=("switch",))
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
    content, edits = exposed(state)
    height = max(ctx.h - _TOP - _FOOT, 80)
    return screen(
        "camera",
        "Camera",
        panel(_top, wishes.flash, wishes.timer, wishes.grid),
        panel(_finder, content, edits, state.left, wishes.grid, ctx.w, height, h=FILL),
        panel(_foot, state.mode, state.front, state.zoom, last, bool(state.fires_ms)),
    )
