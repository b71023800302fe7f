"""What is done to a clip: split, trimmed to the playhead, moved past its neighbour, faded, muted, deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from omnigym.sim.app import Context, Effect, Handler
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, Records
from omnigym.sim.windows.apps.clipchamp.timeline.clips import Clip, changed, on_track, split, swapped, trimmed, without
from omnigym.sim.windows.apps.clipchamp.timeline.cutting import Cutter, Picked

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]
#: How long a fade is that is switched on.
FADE_MS = 1000


def _inside(picked: Picked) -> bool:
    return picked.clip.at < picked.at < picked.clip.end


def _faded_in(clip: Clip) -> Clip:
    return clip._replace(fade_in=0 if clip.fade_in else min(FADE_MS, clip.length))


def _faded_out(clip: Clip) -> Clip:
    return clip._replace(fade_out=0 if clip.fade_out else min(FADE_MS, clip.length))


def _sounds(picked: Picked) -> bool:
    return picked.clip.kind in ("video", "sound")


def _is_picture(picked: Picked) -> bool:
    return picked.clip.kind != "title"


def clip_commands(prefix: str, cutter: Cutter, menu: str) -> Commands:
    """The commands of the clips of an app.

    Args:
        prefix: What the keys of their controls begin with.
        cutter: Cuts its films.
        menu: The message that shows the context menu of a clip.
    """

    def run_split(state: Any, ctx: Context, picked: Picked) -> _Result:
        return cutter.cut(state, ctx, *split(picked.clips, picked.clip.id, picked.at))

    def trim(edge: str) -> Handler:
        return lambda state, ctx, p: cutter.cut(state, ctx, trimmed(p.clips, p.clip.id, **{edge: p.at}), p.clip.id)

    def move(by: int) -> Handler:
        return lambda state, ctx, p: cutter.cut(state, ctx, swapped(p.clips, p.clip.id, by), p.clip.id)

    def make(change: Callable[[Clip], Clip]) -> Handler:
        return lambda state, ctx, p: cutter.cut(state, ctx, changed(p.clips, change(p.clip)), p.clip.id)

    def is_end(end: int, picked: Picked) -> bool:
        return on_track(picked.clips, picked.clip.track)[end] == picked.clip

    both = (BAR, MENU)
    return Commands(
        prefix,
        Command(
            "delete",
            "Delete",
            run=lambda state, ctx, p: cutter.cut(state, ctx, without(p.clips, p.clip.id), 0),
            icon="delete",
            shortcut="delete",
            places=both,
        ),
        Command("split", "Split", run=run_split, icon="cut", shortcut="s", places=both, enabled=_inside),
        LINE,
        Command("trim_begin", "Trim start to here", run=trim("begin"), shortcut="q", places=(MENU,), enabled=_inside),
        Command("trim_end", "Trim end to here", run=trim("end"), shortcut="w", places=(MENU,), enabled=_inside),
        LINE,
        Command("earlier", "Move earlier", run=move(-1), places=(MENU,), enabled=lambda p: not is_end(0, p)),
        Command("later", "Move later", run=move(1), places=(MENU,), enabled=lambda p: not is_end(-1, p)),
        LINE,
        Command(
            "fade_in",
            "Fade in",
            run=make(_faded_in),
            places=(MENU,),
            enabled=_is_picture,
            checked=lambda p: bool(p.clip.fade_in),
        ),
        Command(
            "fade_out",
            "Fade out",
            run=make(_faded_out),
            places=(MENU,),
            enabled=_is_picture,
            checked=lambda p: bool(p.clip.fade_out),
        ),
        Command(
            "mute",
            "Mute",
            run=make(lambda clip: clip._replace(mute=not clip.mute)),
            places=(MENU,),
            enabled=_sounds,
            checked=lambda p: p.clip.mute,
        ),
        records=Records(cutter.target, lambda state, *_: (state, ())),
        menu=menu,
    )
