"""The screen of Clips: one clip fills it, with buttons over it; comments come up from below."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.sim.android.apps.clips.store import COMMENTS, FOLLOWS, MARKS, Clip, Comment, feed
from omnigym.sim.android.kit import avatar, empty, screen
from omnigym.sim.app import Context
from omnigym.sim.kinds.reels import frame
from omnigym.sim.ui.controls import veil
from omnigym.sim.ui.nodes import FILL, Node, column, memo, panel, row, stack, widget
from omnigym.sim.ui.widgets import button, field, icon, scroll, spacer, text, toggle
from omnigym.sim.vfs import Vfs
from omnigym.sim.widgets.film import film

__all__ = ["COMMENTS_LIST", "State", "shown", "view"]

COMMENTS_LIST = "clips.comments.list"
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


def shown(state: State, vfs: Vfs) -> Clip | None:
    """The clip that fills the screen; None of an empty feed."""
    clips = feed(vfs)
    return clips[state.at % len(clips)] if clips else None


def _picture(clip: Clip, place_ms: int, w: int, h: int) -> Node:
    return film(frame(clip.scene, place_ms, clip.moves), w=w, h=h)


def _side(liked: bool, saved: bool, comments: int) -> Node:
    def press(key: str, image: str, name: str) -> Node:
        return button(f"clips.{key}", icon=f"m/{image}", name=name, style="clip_icon", click=(key,))

    def switch(key: str, on: str, off: str, name: str, checked: bool, table: str) -> Node:
        image = f"m/{on if checked else off}"
        return toggle(f"clips.{key}", icon=image, name=name, style="clip_icon", checked=checked, click=("mark", table))

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
    follow = button("clips.follow", word, style="clip_follow", click=("follow",))
    return column(
        row(
            avatar(clip.author),
            text(clip.author, style="clip_author", key="clips.author", w=FILL),
            follow,
            gap=10,
        ),
        text(clip.words, style="clip_words", key="clips.words", w=FILL),
        gap=8,
    )


def _over(clip: Clip, paused: bool, marks: tuple[bool, bool], follows: bool, comments: int) -> Node:
    """What lies over the picture."""
    touch = widget("box", "clips.picture", Role.IMAGE, name=f"Clip by {clip.author}", w=FILL, h=FILL, track=("touch",))
    rest = row(icon("m/play_arrow", size=96, style="home"), justify="center")
    middle = column(spacer(h=FILL), rest, spacer(h=FILL), h=FILL) if paused else None
    side = column(spacer(h=FILL), _side(*marks, comments), h=FILL, pad=(0, 0, 6, 24), w=62)
    return stack(touch, middle, _low(clip, follows), row(spacer(), side, h=FILL, align="stretch"), h=FILL)


def _low(clip: Clip, follows: bool) -> Node:
    foot = stack(veil(), row(_foot(clip, follows), spacer(w=74), pad=(16, 14, 0, 0)), h=_FOOT)
    return column(spacer(h=FILL), foot, h=FILL)


def _comment(comment: Comment) -> Node:
    return row(
        avatar("You"),
        column(text("You", style="caption", role=None), text(comment.text, style="body", role=None, w=FILL), gap=2),
        role=Role.LIST_ITEM,
        name=comment.text,
        key=f"clips.comment.{comment.id}",
        context=("menu", comment.id),
        h=64,
        gap=14,
        pad=(18, 0),
    )


def _comments(clip: Clip, draft: str, comments: tuple[Comment, ...]) -> Node:
    lines = column(*[memo(_comment, c, w=FILL) for c in comments], role=Role.LIST, name="Comments")
    write = field(
        "clips.draft",
        draft,
        name="Add a comment",
        placeholder="Add a comment",
        style="pill",
        change=("draft",),
        submit=("send",),
        w=FILL,
    )
    send = button("clips.send", icon="m/send", name="Send", style="icon", disabled=not draft.strip(), click=("send",))
    close = button("clips.close", icon="m/expand_more", name="Close comments", style="icon", click=("back",))
    body = scroll(COMMENTS_LIST, lines, name="Comments") if comments else empty("comment", "No comments yet")
    return column(
        row(text("Comments", style="heading", role=Role.HEADING, w=FILL), close, h=56, pad=(18, 0, 6, 0)),
        body,
        row(write, send, gap=4, h=66, pad=(12, 0, 6, 0)),
        style="surface",
        role=Role.GROUP,
        name=f"Comments on the clip by {clip.author}",
        h=FILL,
    )


def view(state: State, ctx: Context) -> Node:
    """The screen of a state."""
    clip = shown(state, ctx.vfs)
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
