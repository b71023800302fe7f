"""The feed of short clips: one fills the screen, a swipe brings the next one, a double tap likes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.sim.android.apps.clips.store import (
    COMMENTS,
    FOLLOWS,
    HISTORY,
    MARKS,
    SHARES,
    TABLES,
    Comment,
    Follow,
    Mark,
    Share,
    with_clips,
)
from omnigym.sim.android.apps.clips.view import COMMENTS_LIST, State, shown, view
from omnigym.sim.android.kit import left, phone_app
from omnigym.sim.android.material_styles import PILL, ROUND
from omnigym.sim.android.people import ask_person
from omnigym.sim.app import Context, Effect, Focus, Handler, ScrollTo, SetFiles, ShowMenu
from omnigym.sim.audio import Sounding
from omnigym.sim.kinds.reels import FRAME_MS, done, looped
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.widgets import MenuItem

# -- the looks of the app that no other app has -----------------------------------------------------------------------

CLIP_STYLES = looks(
    button={
        "clip_icon": ROUND._replace(min_w=56, min_h=56, icon=32, ink="on_picture", pressed=None, checked=None),
        "clip_follow": PILL._replace(
            size=13, min_h=32, pad=(12, 4, 12, 4), ink="on_picture", edge="on_picture", radius=16
        ),
    },
    text={
        "clip_author": Look(size=16, family="ui-semibold", ink="on_picture"),
        "clip_words": Look(size=15, ink="on_picture"),
    },
)

# -- the app ----------------------------------------------------------------------------------------------------------

_Result = tuple[State, tuple[Effect, ...]]
#: Logical pixels from which on a touch is a swipe, and virtual milliseconds within which two touches are a double tap.
_SWIPE, _TWICE_MS = 40, 400


def _turned(state: State, ctx: Context, by: int) -> _Result:
    """The next clip, or the one before, from its beginning, from which its frames come."""
    at = max(state.at + by, 0)
    return State(at=at, since_ms=ctx.clock_ms), ()


def _paused(state: State, ctx: Context) -> State:
    """The clip stands still, or goes on where it stood."""
    clip = shown(state, ctx.vfs)
    if clip is None:
        return state
    if state.paused_ms >= 0:
        return state._replace(since_ms=ctx.clock_ms - state.paused_ms, paused_ms=-1)
    return state._replace(paused_ms=state.place_ms(ctx.clock_ms, clip.seconds))


def _touch(state: State, ctx: Context, phase: str, x: int, y: int) -> _Result:
    """A finger on the picture: a swipe turns, a touch pauses, two likes."""
    if phase == "press":
        return state._replace(from_y=y), ()
    if phase != "release":
        return state, ()
    way = y - state.from_y
    if abs(way) >= _SWIPE:
        return _turned(state, ctx, 1 if way < 0 else -1)
    if ctx.clock_ms - state.touched_ms > _TWICE_MS:
        return _paused(state, ctx)._replace(touched_ms=ctx.clock_ms), ()
    after = _paused(state, ctx)._replace(touched_ms=-_TWICE_MS)  # the first of the two had paused it
    clip = shown(state, ctx.vfs)
    if clip is None or any(m.clip == clip.id for m in MARKS["likes"].rows(ctx.vfs)):
        return after, ()
    return _mark(after, ctx, "likes")


def _mark(state: State, ctx: Context, table: str) -> _Result:
    """Like or save the clip, which the history keeps, or take that back."""
    clip = shown(state, ctx.vfs)
    if clip is None:
        return state, ()
    rows = MARKS[table].rows(ctx.vfs)
    others = tuple([m for m in rows if m.clip != clip.id])
    if len(others) < len(rows):
        return state, (SetFiles(MARKS[table].written(ctx.vfs, others, ctx.clock_ms)),)
    place = state.place_ms(ctx.clock_ms, clip.seconds)
    vfs = done(HISTORY, ctx.vfs, table, clip.author, place, ctx.clock_ms)
    new = Mark(next_id(rows), clip.id, clip.author, place)
    return state, (SetFiles(MARKS[table].written(vfs, (*rows, new), ctx.clock_ms)),)


def _follow(state: State, ctx: Context) -> _Result:
    clip = shown(state, ctx.vfs)
    if clip is None:
        return state, ()
    rows = FOLLOWS.rows(ctx.vfs)
    others = tuple([f for f in rows if f.author != clip.author])
    after = others if len(others) < len(rows) else (*rows, Follow(next_id(rows), clip.author))
    return state, (SetFiles(FOLLOWS.written(ctx.vfs, after, ctx.clock_ms)),)


def _send(state: State, ctx: Context, typed: str = "") -> _Result:
    """The comment that is typed; Enter says it."""
    clip, said = shown(state, ctx.vfs), (typed or state.draft).strip()
    if clip is None or not said:
        return state, ()
    rows = COMMENTS.rows(ctx.vfs)
    new = Comment(next_id(rows), clip.id, clip.author, said)
    return state._replace(draft=""), (
        SetFiles(COMMENTS.written(ctx.vfs, (*rows, new), ctx.clock_ms)),
        ScrollTo(COMMENTS_LIST),
    )


def _menu(state: State, _ctx: Context, number: int) -> _Result:
    gone = MenuItem("clips.menu.delete", "Delete comment", ("delete", number), icon="m/delete")
    return state, (ShowMenu((gone,)),)


def _delete(state: State, ctx: Context, number: int) -> _Result:
    rows = tuple([c for c in COMMENTS.rows(ctx.vfs) if c.id != number])
    return state, (SetFiles(COMMENTS.written(ctx.vfs, rows, ctx.clock_ms)),)


def _share(state: State, ctx: Context) -> _Result:
    clip = shown(state, ctx.vfs)
    if clip is None:
        return state, ()
    return state, (ask_person(ctx.vfs, "Share with", ("shared", clip.id, clip.author)),)


def _shared(state: State, ctx: Context, number: int, author: str, person: str | None) -> _Result:
    if person is None:
        return state, ()
    rows = SHARES.rows(ctx.vfs)
    new = Share(next_id(rows), number, author, person)
    return state, (SetFiles(SHARES.written(ctx.vfs, (*rows, new), ctx.clock_ms)),)


def _back(state: State, ctx: Context) -> _Result:
    if state.writing:
        return state._replace(writing=False, draft=""), ()
    return left(state if state.paused_ms >= 0 else _paused(state, ctx)._replace(left=True))


def _resume(state: State, ctx: Context) -> _Result:
    """It comes to the front, and goes on if it went out of sight while it played."""
    return (_paused(state, ctx)._replace(left=False) if state.left and state.paused_ms >= 0 else state), ()


def _tick(state: State, _ctx: Context, beat_ms: int) -> _Result:
    """It is time for the next frame; those of a clip that was swiped away come no more."""
    return (state._replace(ticks=False) if state.beat_ms == beat_ms else state), ()


_UPDATES: Mapping[str, Callable[..., _Result]] = {
    "back": _back,
    "comment": lambda s, _: (s._replace(writing=True), (Focus("clips.draft"),)),
    "delete": _delete,
    "draft": lambda s, _, draft: (s._replace(draft=draft), ()),
    "follow": _follow,
    "mark": _mark,
    "menu": _menu,
    "resume": _resume,
    "send": _send,
    "share": _share,
    "shared": _shared,
    "tick": _tick,
    "touch": _touch,
    "turn": _turned,
}


def _is_in_front(ctx: Context) -> bool:
    """Whether somebody sees it; dialogs of its own are in front of it, too."""
    return any(w.app == "clips" and not w.minimised for w in ctx.windows)


def _ticking(name: str, handler: Handler) -> Handler:
    """A handler after which the clip goes on, unless it is paused or out of sight."""

    def handle(state: State, ctx: Context, *args: object) -> _Result:
        after, effects = handler(state, ctx, *args)
        if after.paused_ms < 0 and not _is_in_front(ctx):
            after = _paused(after, ctx)._replace(left=True)
        plays = after.paused_ms < 0
        if plays and not after.ticks:
            beat = after.beat_ms if name == "tick" else ctx.clock_ms
            after = after._replace(beat_ms=beat)
            effects = (*effects, Later(FRAME_MS, Send(("tick", beat))))
        return after._replace(now_ms=ctx.clock_ms, ticks=plays), effects

    return handle


_ON: Mapping[str, Handler] = {name: _ticking(name, handler) for name, handler in _UPDATES.items()}


def _init(_args: object, ctx: Context) -> _Result:
    now = ctx.clock_ms
    return State(since_ms=now, ticks=True, beat_ms=now, now_ms=now), (Later(FRAME_MS, Send(("tick", now))),)


def _sounds(state: State, ctx: Context) -> tuple[Sounding, ...]:
    """What is heard of the clip, this time round and the next."""
    clip = shown(state, ctx.vfs)
    if clip is None or state.paused_ms >= 0:
        return ()
    return looped(clip.cues, ctx.clock_ms, state.place_ms(ctx.clock_ms, clip.seconds), 1000 * clip.seconds)


APPS = (
    phone_app(
        name="clips",
        title="Clips",
        icon="app/clips",
        art={"app/clips": sign_icon(0xE0245E, "smart_display")},
        styles=CLIP_STYLES,
        program=Program(category="Multimedia Playback"),
        initial=with_clips,
        init=_init,
        view=view,
        on=_ON,
        keys=(("down", ("turn", 1)), ("up", ("turn", -1))),
        activated=("resume",),
        sounds=_sounds,
        tables=TABLES,
        watches=True,
    ),
)
