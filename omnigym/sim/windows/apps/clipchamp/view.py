"""What Clipchamp looks like: the films at home; a film with media, preview, what is chosen, and tracks below."""

from __future__ import annotations

from typing import Any

from omnigym.a11y import Role
from omnigym.pictures import TITLES, Size, picture_size
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.files.kinds import extension
from omnigym.sim.kinds.player import span_text
from omnigym.sim.ui.controls import Span, filling, photo, slider, switch
from omnigym.sim.ui.nodes import FILL, Element, Node, column, memo, panel, row, state_flags
from omnigym.sim.ui.widgets import button, combo, field, icon, scroll, spacer, text, toggle
from omnigym.sim.vfs import Vfs, base_name
from omnigym.sim.windows.apps.clipchamp.state import CLIP, CUTTER, HEIGHTS, MEDIA, SIDE, WINDOW, State
from omnigym.sim.windows.apps.clipchamp.store import PROJECTS
from omnigym.sim.windows.apps.clipchamp.timeline.clips import LONGEST, Clip, Clips, clip_in, end_of
from omnigym.sim.windows.apps.clipchamp.timeline.cutting import SPANS, Picked, Project, held_clips, place
from omnigym.sim.windows.apps.clipchamp.timeline.film import KINDS, Frame, film_size, frame_at, shot, thumb
from omnigym.sim.windows.apps.clipchamp.timeline.tracks import INSET, Look, clip_name, time_text, tracks

_PANE, _RIGHT, _TOP, _TRACKS, _BAR = 216, 196, 48, 196, 40
_UNNAMED = "Untitled video"
_LOOK = Look("clipchamp")
_PAGES = (("media", "Media", "video-clip-multiple"), ("text", "Text", "text-t"))
_SIGNS = {"sound": "music", "video": "filmstrip", "image": "image", "": "warning"}


def _picture(content: bytes, kind: str, w: int, h: int) -> Node:
    size = picture_size(content) if content else None
    if size is None:
        return row(icon(_SIGNS[kind], size=20), style="clipchamp_track", w=w, h=h, justify="center")
    return photo(content, w=w, h=h, part=filling(size, w, h))


# -- home -------------------------------------------------------------------------------------------------------------


def _poster(clips: Clips, vfs: Vfs) -> bytes:
    """The picture that stands for a film: that of its middle."""
    return shot(frame_at(vfs, clips, end_of(clips) // 2), film_size(vfs, clips, 160)) if clips else b""


def _called(project: Project) -> str:
    return project.name.strip() or _UNNAMED


def _card(project: Project, picture: bytes) -> Node:
    return column(
        _picture(picture, "video", 188, 106),
        text(_called(project), style="clipchamp_head", w=FILL, role=None),
        text(time_text(end_of(project.clips)), style="caption", role=None),
        style="clipchamp_card",
        key=f"clipchamp.project.{project.id}",
        role=Role.LIST_ITEM,
        name=_called(project),
        w=208,
        pad=10,
        gap=6,
        click=("open_project", project.id),
        context=("project_menu", project.id),
    )


def _home(cards: tuple[tuple[Project, bytes], ...], across: int) -> Node:
    shown = [memo(_card, *card) for card in cards]
    lines = [row(*shown[n : n + across], gap=14, align="start") for n in range(0, len(shown), across)]
    return column(
        text("Make a video today", style="clipchamp_hello", role=Role.HEADING),
        button("clipchamp.create", "Create a new video", icon="add", style="clipchamp_wide", click=("create",)),
        spacer(h=8),
        text("Your videos", style="heading", role=Role.HEADING),
        scroll("clipchamp.projects", column(*lines, gap=14, role=Role.LIST, name="Your videos"), name="Your videos"),
        style="clipchamp",
        h=FILL,
        pad=(36, 28),
        gap=14,
    )


# -- a film -----------------------------------------------------------------------------------------------------------


def _top(project: Project, undo: bool, redo: bool) -> Node:
    heights = tuple(HEIGHTS.values())
    quality = HEIGHTS.get(project.height, f"{project.height}p")
    return row(
        button("clipchamp.home", icon="home", name="Home", style="clipchamp_round", click=("home",)),
        field(
            "clipchamp.name",
            project.name,
            name="Video name",
            style="clipchamp",
            w=240,
            placeholder=_UNNAMED,
            change=("rename",),
        ),
        button("clipchamp.undo", icon="undo", name="Undo", style="clipchamp_round", disabled=not undo, click=("undo",)),
        button("clipchamp.redo", icon="redo", name="Redo", style="clipchamp_round", disabled=not redo, click=("redo",)),
        spacer(),
        combo("clipchamp.height", quality, heights, name="Quality", w=90, change=("height",)),
        *WINDOW.buttons("top", project, labelled=True, style="clipchamp_main"),
        style="clipchamp_bar",
        h=_TOP,
        pad=(10, 0),
        gap=6,
        align="center",
        role=Role.TOOLBAR,
        name="Video",
    )


def _rail(page: str) -> Node:
    pages = [
        toggle(
            f"clipchamp.page.{key}", title, icon=image, style="clipchamp_rail", checked=key == page, click=("page", key)
        )
        for key, title, image in _PAGES
    ]
    return column(*pages, style="clipchamp_pane", w=SIDE, h=FILL, pad=7, gap=4, role=Role.TOOLBAR, name="Pages")


def _medium(path: str, picture: bytes, chosen: bool) -> Node:
    name = base_name(path)
    return row(
        _picture(picture, KINDS.get(extension(path), ""), 58, 38),
        text(name, w=FILL, role=None),
        style="clipchamp_media",
        key=f"clipchamp.media.{path}",
        role=Role.LIST_ITEM,
        name=name,
        flags=state_flags(checked=chosen, selected=chosen),
        h=46,
        pad=(4, 4),
        gap=8,
        align="center",
        click=("chosen", path),
        double=("add", path),
        context=("media_menu", path),
        drag=("media", path),
    )


def _media(project: Project, chosen: str, pictures: tuple[bytes, ...]) -> Node:
    some = chosen if chosen in project.media else None
    cards = [
        memo(_medium, path, pic, path == chosen, w=FILL) for path, pic in zip(project.media, pictures, strict=True)
    ]
    empty = text("Import videos, pictures and sounds, then add them to the timeline.", style="muted", wrap=True, w=FILL)
    return column(
        *WINDOW.buttons(BAR, project, labelled=True, style="clipchamp_main", w=FILL),
        scroll(
            "clipchamp.media", column(*cards, gap=2, role=Role.LIST, name="Media") if cards else empty, name="Media"
        ),
        row(*MEDIA.buttons(BAR, some, style="clipchamp_round"), gap=4),
        style="clipchamp_pane",
        h=FILL,
        pad=10,
        gap=8,
    )


def _texts() -> Node:
    styles = [
        button(
            f"clipchamp.title.{name}",
            style.label,
            icon="text-t",
            style="clipchamp_style",
            w=FILL,
            click=("add_title", name),
        )
        for name, style in TITLES.items()
    ]
    return column(text("Add a title", style="clipchamp_head"), *styles, style="clipchamp_pane", h=FILL, pad=12, gap=8)


def _stage(content: bytes, size: Size, w: int, h: int, at: str) -> Node:
    scale = min((w - 24) / size[0], (h - 24) / size[1])
    shown = photo(
        content,
        w=max(1, int(size[0] * scale)),
        h=max(1, int(size[1] * scale)),
        name=f"Preview at {at}",
        key="clipchamp.preview",
    )
    return row(shown, style="clipchamp_stage", w=FILL, h=h, justify="center", align="center")


def _blank(h: int) -> Node:
    hint = text("Your video appears here.", style="muted")
    return row(hint, style="clipchamp_stage", w=FILL, h=h, justify="center", align="center")


def _saved(name: str) -> Node:
    return row(
        icon("checkmark-circle", size=16),
        text(f"{name} was saved.", key="clipchamp.saved", w=FILL),
        button("clipchamp.watch", "Watch it", style="link", click=("watch",)),
        button("clipchamp.dismiss", icon="dismiss", name="Dismiss", style="clipchamp_round", click=("dismiss",)),
        style="clipchamp_done",
        h=38,
        pad=(12, 0, 4, 0),
        gap=8,
        align="center",
    )


def _fade(key: str, label: str, ms: int, clip: Clip) -> Element:
    most = min(10, clip.length // 500)
    return column(
        row(text(label, w=FILL, role=None), text(f"{ms / 1000:g} s", style="caption", role=None)),
        slider(f"clipchamp.{key}", Span(ms // 500, 0, most, 1), name=label, w=FILL, change=(key,))._replace(
            style="clipchamp"
        ),
        gap=2,
    )


def _chosen(clip: Clip) -> Node:
    """What can be set of the chosen clip."""
    labels = tuple([style.label for style in TITLES.values()])
    parts: list[Element] = [text(clip_name(clip).partition(",")[0], style="clipchamp_head", w=FILL)]
    if clip.kind == "title":
        parts += [
            field("clipchamp.words", clip.source, name="Words", w=FILL, change=("words",)),
            combo("clipchamp.style", TITLES[clip.style].label, labels, name="Style", w=FILL, change=("style",)),
        ]
    else:
        parts += [
            _fade("fade_in_ms", "Fade in", clip.fade_in, clip),
            _fade("fade_out_ms", "Fade out", clip.fade_out, clip),
        ]
    if clip.kind in ("video", "sound"):
        parts.append(switch("clipchamp.sound", "Sound", checked=not clip.mute, click=("mute",)))
    parts.append(text(f"{time_text(clip.at)} to {time_text(clip.end)}", style="caption"))
    return column(*parts, style="clipchamp_pane", w=_RIGHT, h=FILL, pad=12, gap=10, role=Role.PANE, name="Properties")


def _bar(picked: Picked | None, at: int, end: int, playing: bool, span: int) -> Node:
    def turn(key: str, image: str, label: str, off: bool, *msg: Any) -> Node:
        return button(f"clipchamp.{key}", icon=image, name=label, style="clipchamp_round", disabled=off, click=msg)

    image, label = ("pause", "Pause") if playing else ("play", "Play")
    return row(
        *CLIP.buttons(BAR, picked, style="clipchamp_round"),
        spacer(),
        turn("to_start", "arrow-previous", "Skip to start", at == 0, "seek", 0),
        turn("back", "rewind", "Back one second", at == 0, "skip", -1000),
        button("clipchamp.toggle", icon=image, name=label, style="clipchamp_play", disabled=not end, click=("toggle",)),
        turn("ahead", "fast-forward", "Forward one second", at >= end, "skip", 1000),
        turn("to_end", "arrow-next", "Skip to end", at >= end, "last"),
        text(f"{time_text(at)} / {time_text(end)}", style="clipchamp_time", key="clipchamp.time", w=110),
        spacer(),
        turn("zoom_out", "zoom-out", "Zoom out", span == SPANS[-1], "zoom", 1),
        turn("zoom_in", "zoom-in", "Zoom in", span == SPANS[0], "zoom", -1),
        turn("zoom_fit", "arrow-fit", "Zoom to fit", span == _fit(end), "zoom_fit"),
        h=_BAR,
        gap=4,
        align="center",
        role=Role.TOOLBAR,
        name="Timeline tools",
    )


def _fit(end: int) -> int:
    return next(s for s in SPANS if 1000 * s >= min(end, LONGEST))


def _preview(state: State, ctx: Context, clips: Clips, at: int, w: int, h: int) -> Node:
    if not clips:
        return memo(_blank, h, w=FILL, h=h)  # type: ignore[return-value]
    # Of the last moment there is no frame: what is shown is the one before.
    frame: Frame = frame_at(ctx.vfs, clips, min(at, end_of(clips) - 1))
    size = film_size(ctx.vfs, clips, 640)
    return memo(_stage, shot(frame, size), size, w, h, span_text(at // 1000), w=FILL, h=h)  # type: ignore[return-value]


def view(state: State, ctx: Context) -> Node:
    """The window."""
    project, vfs = CUTTER.project(state, ctx.vfs), ctx.vfs
    if project is None:
        rows = sorted(PROJECTS.rows(vfs), key=lambda p: (-p.edited_ms, p.id))
        cards = tuple([(p, _poster(p.clips, vfs)) for p in rows])
        return column(panel(_home, cards, max(1, (ctx.w - 72) // 222), h=FILL), h=FILL)
    cut = state.cut
    clips = held_clips(project.clips, cut.held)
    at, end = place(cut, clips, cut.now_ms), end_of(clips)
    clip = clip_in(clips, cut.selected)
    wide = ctx.w - 24 - 2 * INSET
    middle_h = ctx.h - _TOP - _BAR - _TRACKS - 24 - (38 if state.saved else 0)
    middle_w = ctx.w - 24 - SIDE - _PANE - 16 - (_RIGHT + 8 if clip is not None else 0)
    left = panel(_media, project, state.media, tuple([thumb(vfs, path) for path in project.media]), w=_PANE, h=FILL)
    thumbs = tuple([(c.id, thumb(vfs, c.source, c.skip)) for c in clips if c.kind in ("video", "image")])
    picked = None if clip is None else Picked(clip, clips, at)
    return column(
        panel(_top, project, bool(cut.undos), bool(cut.redos)),
        column(
            panel(_saved, base_name(state.saved)) if state.saved else None,
            row(
                panel(_rail, state.page, w=SIDE, h=FILL),
                left if state.page == "media" else panel(_texts, w=_PANE, h=FILL),
                _preview(state, ctx, clips, at, middle_w, middle_h),
                panel(_chosen, clip, w=_RIGHT, h=FILL) if clip is not None else None,
                h=middle_h,
                gap=8,
                align="stretch",
            ),
            panel(_bar, picked, at, end, cut.player.playing, cut.span),
            panel(tracks, "clipchamp", clips, cut.selected, at, cut.span, wide, thumbs, _LOOK, h=_TRACKS),
            h=FILL,
            pad=(12, 8),
            gap=4,
        ),
        style="clipchamp",
        h=FILL,
    )
