"""The volume panel: for some seconds after a volume key, at the right edge of the screen."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.app import App, Context, Effect, Launch, SetSetting
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.widgets import button, icon, spacer

_VOLUME, _LOUDEST = "system/volume_music_speaker", 25
#: Logical pixels of the panel and of its bar, and from the edge of the screen.
_W, _H, _BAR_W, _BAR_H, _GAP = 64, 292, 44, 190, 10
#: Virtual milliseconds for which it stays.
_STAYS = 3000


class _State(NamedTuple):
    """How often it was shown: only the timer of the last time takes it away."""

    times: int


_Result = tuple[_State | None, tuple[Effect, ...]]


def _bar(level: int) -> Node:
    """The bar, filled from below; a finger on it sets the volume."""
    filled = level * _BAR_H // _LOUDEST
    return column(
        spacer(h=_BAR_H - filled),
        row(style="volume_level", w=FILL, h=filled),
        style="volume",
        key="volume.level",
        role=Role.SLIDER,
        name="Media volume",
        w=_BAR_W,
        h=_BAR_H,
        track=("level",),
    )._replace(value=str(level))


def _view(_state: _State | None, ctx: Context) -> Node:
    known = ctx.settings.get(_VOLUME, "")
    level = min(int(known), _LOUDEST) if known.isdecimal() else 0
    return column(
        row(icon("m/music_note" if level else "m/music_off", size=22), h=44, justify="center"),
        panel(_bar, level, w=_BAR_W, h=_BAR_H),
        button("volume.settings", icon="m/more_horiz", name="Sound settings", style="icon", click=("settings",)),
        style="toast",
        role=Role.WINDOW,
        name="Volume",
        key="volume",
        h=FILL,
        align="center",
    )


def _show(state: _State | None, _ctx: Context) -> _Result:
    times = (state.times if state is not None else 0) + 1
    return _State(times), (Later(_STAYS, Send(("expire", times))),)


def _expire(state: _State | None, _ctx: Context, times: int) -> _Result:
    return (None if state is not None and state.times == times else state), ()


def _level(state: _State | None, ctx: Context, _phase: str, _x: int, y: int) -> _Result:
    level = min(max(round((_BAR_H - y) * _LOUDEST / _BAR_H), 0), _LOUDEST)
    shown, effects = _show(state, ctx)
    return shown, (SetSetting(_VOLUME, str(level)), *effects)


APPS = (
    App(
        name="volume",
        title="Volume",
        icon="",
        init=lambda _args, _ctx: (None, ()),
        view=_view,
        on={
            "expire": _expire,
            "level": _level,
            "settings": lambda _state, _ctx: (None, (Launch("settings", "sound"),)),
            "show": _show,
        },
        caption=lambda _state: "Volume",
        layer="toast",
        place=lambda w, h: (w - _W - _GAP, (h - _H) // 2, _W, _H),
    ),
)
