"""The feed of short clips: one fills the screen, a swipe brings the next one, a double tap likes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.clips.store import (
    COMMENTS,
    FOLLOWS,
    HISTORY,
    MARKS,
    SHARES,
    TABLES,
    Clip,
    Comment,
    Follow,
    Mark,
    Share,
    feed,
    with_clips,
)
from omnigym.sim.android.kit import avatar, empty, left, phone_app, screen
from omnigym.sim.android.material_styles import PILL, ROUND
from omnigym.sim.android.people import ask_person
from omnigym.sim.app import Context, Effect, Focus, Handler, ScrollTo, SetFiles
from omnigym.sim.audio import Sounding
from omnigym.sim.commands import MENU, Command, Commands, delete_record, rows_of
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.reels import FRAME_MS, done, frame, looped
from omnigym.sim.paint.material import sign_icon
from omnigym.sim.program import Program
from omnigym.sim.style.looks import Look, looks
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.ui.controls import veil
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row, stack, widget
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import scroll, spacer
from omnigym.sim.vfs import Vfs
from omnigym.sim.widgets.film import film

# -- what it keeps ----------------------------------------------------------------------------------------------------

_COMMENTS_LIST = "clips.comments.list"
#: Height of what lies on a shade at the foot.
_FOOT = 112


class State(NamedTuple):
    """Where one is.

    Attributes:
        at: Which clip of the feed fills the screen, counted from 0.
        since_ms: The virtual moment at which it was at its beginning, as it would be had it never stood still.
        paused_ms: Where in it one is while it stands still, or -1.
        left: Whether it stands still because it went out of sight, so that it goes on when it comes back.
        touched_ms: When it was touched last, for a second touch, and
        from_y: where the finger is that touches it.
        writing: Whether the comments are open, and
        draft: what is typed there.
        ticks: Whether a message is on its way that lets the time go on, and
        beat_ms: the moment from which such messages come.
        now_ms: The moment of the last message.
    """

    at: int = 0
    since_ms: int = 0
    paused_ms: int = -1
    left: bool = False
    touched_ms: int = -10_000
    from_y: int = 0
    writing: bool = False
    draft: str = ""
    ticks: bool = False
    beat_ms: int = 0
    now_ms: int = 0

    def place_ms(self, now: int, seconds: int) -> int:
        """Where in a clip of so many seconds one is; it begins again at its end."""
        return self.paused_ms if self.paused_ms >= 0 else max(now - self.since_ms, 0) % (1000 * seconds)


# -- what can be done -------------------------------------------------------------------------------------------------


_Result = tuple[State, tuple[Effect, ...]]
#: Logical pixels from which on a touch is a swipe, and virtual milliseconds within which two touches are a double tap.
_SWIPE, _TWICE_MS = 40, 400


def _turned(state: State, ctx: Context, by: int) -> _Result:
    """The next clip, or the one before, from its beginning, from which its frames come."""
    at = max(state.at + by, 0)
    return State(at=at, since_ms=ctx.clock_ms), ()


def _paused(state: State, ctx: Context) -> State:
    """The clip stands still, or goes on where it stood."""
    clip = _shown(state, ctx.vfs)
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
    clip = _shown(state, ctx.vfs)
    if clip is None or any(m.clip == clip.id for m in MARKS["likes"].rows(ctx.vfs)):
        return after, ()
    return _mark(after, ctx, "likes")


def _mark(state: State, ctx: Context, table: str) -> _Result:
    """Like or save the clip, which the history keeps, or take that back."""
    clip = _shown(state, ctx.vfs)
    if clip is None:
        return state, ()
    rows = MARKS[table].rows(ctx.vfs)
    others = tuple([m for m in rows if m.clip != clip.id])
    if len(others) < len(rows):
        return state, (saved(MARKS[table], ctx, others),)
    place = state.place_ms(ctx.clock_ms, clip.seconds)
    vfs = done(HISTORY, ctx.vfs, table, clip.author, place, ctx.clock_ms)
    new = Mark(next_id(rows), clip.id, clip.author, place)
    return state, (SetFiles(MARKS[table].written(vfs, (*rows, new), ctx.clock_ms)),)


def _follow(state: State, ctx: Context) -> _Result:
    clip = _shown(state, ctx.vfs)
    if clip is None:
        return state, ()
    rows = FOLLOWS.rows(ctx.vfs)
    others = tuple([f for f in rows if f.author != clip.author])
    after = others if len(others) < len(rows) else (*rows, Follow(next_id(rows), clip.author))
    return state, (saved(FOLLOWS, ctx, after),)


def _send(state: State, ctx: Context, typed: str = "") -> _Result:
    """The comment that is typed; Enter says it."""
    clip, said = _shown(state, ctx.vfs), (typed or state.draft).strip()
    if clip is None or not said:
        return state, ()
    rows = COMMENTS.rows(ctx.vfs)
    new = Comment(next_id(rows), clip.id, clip.author, said)
    return state._replace(draft=""), (saved(COMMENTS, ctx, (*rows, new)), ScrollTo(_COMMENTS_LIST))


_COMMENT = Commands(
    "clips",
    Command("delete", "Delete comment", delete_record, icon="m/delete", places=(MENU,)),
    records=rows_of(COMMENTS, lambda _state: 0),
    menu="menu",
)


def _share(state: State, ctx: Context) -> _Result:
    clip = _shown(state, ctx.vfs)
    if clip is None:
        return state, ()
    return state, (ask_person(ctx.vfs, "Share with", ("shared", clip.id, clip.author)),)


def _shared(state: State, ctx: Context, number: int, author: str, person: str | None) -> _Result:
    if person is None:
        return state, ()
    rows = SHARES.rows(ctx.vfs)
    new = Share(next_id(rows), number, author, person)
    return state, (saved(SHARES, ctx, (*rows, new)),)


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
    **_COMMENT.on,
    "back": _back,
    "comment": lambda s, _: (s._replace(writing=True), (Focus("clips.draft"),)),
    "draft": sets("draft"),
    "follow": _follow,
    "mark": _mark,
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
    clip = _shown(state, ctx.vfs)
    if clip is None or state.paused_ms >= 0:
        return ()
    return looped(clip.cues, ctx.clock_ms, state.place_ms(ctx.clock_ms, clip.seconds), 1000 * clip.seconds)


# -- what it shows ----------------------------------------------------------------------------------------------------

ui = Scope("clips", "", button="icon")
_CLIP_STYLES = looks(
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


def _shown(state: State, vfs: Vfs) -> Clip | None:
    """The clip that fills the screen; None of an empty feed."""
    clips = feed(vfs)
    return clips[state.at % len(clips)] if clips else None


def _picture(clip: Clip, place_ms: int, w: int, h: int) -> Node:
    return film(frame(clip.scene, place_ms, clip.moves), w=w, h=h)


def _side(liked: bool, saved: bool, comments: int) -> Node:
    def press(key: str, image: str, name: str) -> Node:
        return ui.tool(key, f"m/{image}", name, "clip_icon")

    def switch(key: str, on: str, off: str, name: str, checked: bool, table: str) -> Node:
        image = f"m/{on if checked else off}"
        return ui.button(key, "", "clip_icon", icon=image, name=name, checked=checked, click=("mark", table))

    return column(
        switch("like", "favorite", "favorite_border", "Like", liked, "likes"),
        press("comment", "comment", f"Comments {comments}"),
        switch("save", "bookmark", "bookmark_border", "Save", saved, "saved"),
        press("share", "share", "Share"),
        gap=10,
        w=56,
        align="center",
    )


def _foot(clip: Clip, follows: bool) -> Node:
    word = "Following" if follows else "Follow"
    follow = ui.button("follow", word, "clip_follow")
    return column(
        row(avatar(clip.author), ui.text(clip.author, "clip_author", key="author", w=FILL), follow, gap=10),
        ui.text(clip.words, "clip_words", key="words", w=FILL),
        gap=8,
    )


def _over(clip: Clip, paused: bool, marks: tuple[bool, bool], follows: bool, comments: int) -> Node:
    """What lies over the picture."""
    touch = widget("box", "clips.picture", Role.IMAGE, name=f"Clip by {clip.author}", w=FILL, h=FILL, track=("touch",))
    rest = row(ui.icon("m/play_arrow", "home", size=96), justify="center")
    middle = column(spacer(h=FILL), rest, spacer(h=FILL), h=FILL) if paused else None
    side = column(spacer(h=FILL), _side(*marks, comments), h=FILL, pad=(0, 0, 6, 24), w=62)
    return stack(touch, middle, _low(clip, follows), row(spacer(), side, h=FILL, align="stretch"), h=FILL)


def _low(clip: Clip, follows: bool) -> Node:
    foot = stack(veil(), row(_foot(clip, follows), spacer(w=74), pad=(16, 14, 0, 0)), h=_FOOT)
    return column(spacer(h=FILL), foot, h=FILL)


def _comment(comment: Comment) -> Node:
    return ui.row(
        avatar("You"),
        column(ui.text("You", "caption", role=None), ui.text(comment.text, "body", role=None, w=FILL), gap=2),
        role=Role.LIST_ITEM,
        name=comment.text,
        key=f"comment.{comment.id}",
        context=("menu", comment.id),
        h=64,
        gap=14,
        pad=(18, 0),
    )


def _comments(clip: Clip, draft: str, comments: tuple[Comment, ...]) -> Node:
    lines = column(*[memo(_comment, c, w=FILL) for c in comments], role=Role.LIST, name="Comments")
    write = ui.field("draft", draft, "Add a comment", "pill", placeholder="Add a comment", submit=("send",), w=FILL)
    send = ui.tool("send", "m/send", "Send", disabled=not draft.strip())
    close = ui.tool("close", "m/expand_more", "Close comments", click=("back",))
    body = scroll(_COMMENTS_LIST, lines, name="Comments") if comments else empty("comment", "No comments yet")
    return column(
        row(ui.heading("Comments", "heading", w=FILL), close, h=56, pad=(18, 0, 6, 0)),
        body,
        row(write, send, gap=4, h=66, pad=(12, 0, 6, 0)),
        style="surface",
        role=Role.GROUP,
        name=f"Comments on the clip by {clip.author}",
        h=FILL,
    )


def _view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    clip = _shown(state, ctx.vfs)
    if clip is None:
        return screen("clips", "Clips", empty("smart_display", "No clips"))
    place = state.place_ms(state.now_ms, clip.seconds)
    if state.writing:
        own = tuple([c for c in COMMENTS.rows(ctx.vfs) if c.clip == clip.id])
        high = ctx.w * 9 // 16
        return screen(
            "clips",
            "Clips",
            panel(_picture, clip, place, ctx.w, high),
            panel(_comments, clip, state.draft, own, h=FILL),
        )
    liked, saved = [any(m.clip == clip.id for m in MARKS[name].rows(ctx.vfs)) for name in ("likes", "saved")]
    follows = any(f.author == clip.author for f in FOLLOWS.rows(ctx.vfs))
    count = len([c for c in COMMENTS.rows(ctx.vfs) if c.clip == clip.id])
    over = panel(_over, clip, state.paused_ms >= 0, (liked, saved), follows, count, h=FILL)
    return screen("clips", "Clips", stack(_picture(clip, place, ctx.w, ctx.h), over, h=FILL))


# -- its declaration --------------------------------------------------------------------------------------------------

APPS = (
    phone_app(
        name="clips",
        title="Clips",
        icon="app/clips",
        art={"app/clips": sign_icon(0xE0245E, "smart_display")},
        styles=_CLIP_STYLES,
        program=Program(category="Multimedia Playback"),
        initial=with_clips,
        init=_init,
        view=_view,
        on=_ON,
        keys=(("down", ("turn", 1)), ("up", ("turn", -1))),
        activated=("resume",),
        sounds=_sounds,
        tables=TABLES,
        watches=True,
    ),
)
