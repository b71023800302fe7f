"""What tracks look like: the ruler with the playhead, and below it the clips of each, their gaps, what is missing."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.a11y import Role
from omnigym.pictures import picture_size
from omnigym.sim.files.kinds import split_name
from omnigym.sim.kinds.player import span_text
from omnigym.sim.ui.controls import KNOB, Span, filling, photo, slider
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, row, stack, state_flags
from omnigym.sim.ui.widgets import button, icon, spacer, text
from omnigym.sim.vfs import base_name
from omnigym.sim.windows.apps.clipchamp.timeline.clips import GRID, TRACKS, Clip, Clips, gaps, on_track

#: Left and right of the tracks, so that the knob of the ruler is above its time.
INSET = KNOB // 2
_PARTS, _RULER_H = 6, 18


class Look(NamedTuple):
    """How the tracks of an app look: what the names of their styles begin with, heights, what an empty one says."""

    style: str
    heights: tuple[int, int, int] = (30, 62, 36)
    hints: tuple[str, str, str] = ("Titles", "Drag pictures and videos here", "Sounds")


def time_text(ms: int) -> str:
    """A time of a film, with the half of a second where there is one.

    >>> time_text(65_000), time_text(2_500)
    ('1:05', '0:02.5')
    """
    return span_text(ms // 1000) + (".5" if ms % 1000 >= GRID else "")


def clip_name(clip: Clip) -> str:
    """What a clip is called: its file or its words, and from when to when it is there."""
    said = clip.source if clip.kind == "title" else split_name(base_name(clip.source))[0]
    return f"{' '.join(said.split())[:40]}, {time_text(clip.at)} to {time_text(clip.end)}"


def _clip(prefix: str, clip: Clip, chosen: bool, w: int, h: int, thumb: bytes, look: Look) -> Node:
    inner = h - 8
    shown = min(inner * 3 // 2, w - 8)
    size = picture_size(thumb) if thumb and shown > 12 else None
    label = clip_name(clip).rpartition(",")[0]
    signs = [
        icon(name, size=12) for name, on in (("speaker-mute", clip.mute), ("blur", clip.fade_in or clip.fade_out)) if on
    ]
    return row(
        photo(thumb, w=shown, h=inner, part=filling(size, shown, inner)) if size is not None else None,
        text(label, style=f"{look.style}_clip", w=FILL, role=None) if w > 40 else None,
        *(signs if w > 90 else ()),
        style=f"{look.style}_{clip.track}{'_chosen' if chosen else ''}",
        key=f"{prefix}.clip.{clip.id}",
        role=Role.LIST_ITEM,
        name=clip_name(clip),
        flags=state_flags(selected=chosen),
        w=w,
        h=h,
        pad=4 if w > 12 else 0,
        gap=6,
        align="center",
        track=("hold", clip.id),
        context=("clip_menu", clip.id),
    )


def _gap(prefix: str, track: str, begin: int, end: int, w: int, h: int, look: Look) -> Node:
    return button(
        f"{prefix}.gap.{track}.{begin}",
        icon="delete" if w > 24 else "",
        name=f"Delete this gap, {time_text(begin)} to {time_text(end)}",
        style=f"{look.style}_gap",
        w=w,
        h=h,
        click=("close_gap", track, begin),
    )


def _line(
    prefix: str, clips: Clips, track: str, chosen: int, px: float, thumbs: tuple[tuple[int, bytes], ...], look: Look
) -> Node:
    """One track."""
    number = list(TRACKS).index(track)
    h, line, shown = look.heights[number], on_track(clips, track), dict(thumbs)

    def wide(begin: int, end: int) -> int:
        return round(end * px) - round(begin * px)

    parts: list[tuple[int, Element]] = [
        (begin, _gap(prefix, track, begin, end, wide(begin, end), h, look)) for begin, end in gaps(clips, track)
    ]
    for clip in line:
        w = wide(clip.at, clip.end)
        parts.append((clip.at, memo(_clip, prefix, clip, clip.id == chosen, w, h, shown.get(clip.id, b""), look)))
    said = text(look.hints[number], style=f"{look.style}_hint", role=None, w=FILL)
    hint = row(said, h=h, pad=(10, 0), align="center") if not line else None
    return row(
        *[part for _, part in sorted(parts, key=lambda part: part[0])],
        hint,
        style=f"{look.style}_track",
        key=f"{prefix}.track.{track}",
        role=Role.LIST,
        name=f"{track.capitalize()} track",
        h=h,
        gap=0,
        align="center",
    )


def tracks(
    prefix: str,
    clips: Clips,
    chosen: int,
    at: int,
    span: int,
    w: int,
    thumbs: tuple[tuple[int, bytes], ...],
    look: Look,
) -> Node:
    """The ruler and the tracks.

    Args:
        prefix: What keys begin with.
        clips: The clips, the one that is dragged where it is now.
        chosen: The number of the chosen clip.
        at: Where the playhead is.
        span: How many seconds are shown.
        w: The pixels of these seconds.
        thumbs: The picture of each clip that has one, by its number.
        look: How it looks.
    """
    px, part = w / (1000 * span), span * 1000 // _PARTS
    marks = [text(time_text(n * part), style=f"{look.style}_mark", role=None, w=w // _PARTS) for n in range(_PARTS)]
    ruler = slider(
        f"{prefix}.seek",
        Span(at // GRID, 0, span * 1000 // GRID, 1),
        name="Playhead",
        w=w + 2 * INSET,
        change=("seek",),
    )._replace(style=look.style, value=time_text(at))
    lines = [_line(prefix, clips, track, chosen, px, thumbs, look) for track in TRACKS]
    head = row(style=f"{look.style}_head", w=2, h=sum(look.heights) + 4 * (len(lines) - 1))
    board = stack(
        column(*lines, gap=4),
        memo(_head, round(at * px), head),
        w=w,
    )
    return column(
        row(*marks, h=_RULER_H, pad=(INSET, 0)),
        ruler,
        row(board, pad=(INSET, 0), align="start"),
        key=f"{prefix}.timeline",
        role=Role.GROUP,
        name="Timeline",
        w=w + 2 * INSET,
        drop=("dropped",),
    )


def _head(x: int, head: Node) -> Node:
    return row(spacer(x), head, align="start") if x else row(head)
