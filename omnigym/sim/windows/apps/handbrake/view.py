"""The window of HandBrake: a toolbar, the video with its settings on four tabs, and the queue."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.kinds.player import span_text
from omnigym.sim.ui.controls import photo, switch
from omnigym.sim.ui.nodes import FILL, Node, column, panel, row
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import combo, progress, scroll, spacer, tab
from omnigym.sim.vfs import base_name, native
from omnigym.sim.windows.apps.handbrake.state import HEIGHTS, JOB, MAKER, PAGES, TURNS, WINDOW, Job, State, video_of
from omnigym.sim.windows.apps.handbrake.store import PRESETS, Preset, made_size

ui = Scope("handbrake", button="")
_LABEL, _SIGNS = 92, {"waiting": "clock", "encoding": "arrow-sync", "done": "checkmark-circle", "failed": "warning"}


def _tools(state: State) -> Node:
    return row(
        *WINDOW.buttons(BAR, state, labelled=True, style="handbrake_tool"),
        style="handbrake_bar",
        pad=(8, 4),
        gap=2,
        role=Role.TOOLBAR,
        name="Toolbar",
    )


def _said(label: str, *inside: Node) -> Node:
    return row(ui.text(label, "label", w=_LABEL, role=None), *inside, gap=8)


def _source(state: State, seconds: int) -> Node:
    titles = tuple([base_name(path) for path in state.jobs.sources])
    name = base_name(state.jobs.chosen)
    return column(
        _said("Title:", combo("handbrake.title", name, titles, name="Title", w=280, change=("title",))),
        _said(
            "Range:",
            ui.text("Seconds", "/"),
            ui.field("begin", state.begin, "Start", w=70, style="/", whole=True),
            ui.text("to", "/muted"),
            ui.field("end", state.end, "End", w=70, style="/", whole=True),
            ui.text(f"Duration: {span_text(seconds)}", "/caption", w=FILL),
        ),
        gap=6,
    )


def _presets(state: State, names: tuple[str, ...]) -> Node:
    preset = state.preset
    shown = preset.name if preset.name in names else names[0] if names else ""
    return _said(
        "Preset:",
        combo("handbrake.preset", shown, names, name="Preset", w=280, change=("preset",)),
        *WINDOW.buttons("preset", state, labelled=True, style="handbrake"),
    )


def _tabs(page: str) -> Node:
    tabs = [tab(f"handbrake.page.{p}", p, selected=p == page, style="handbrake", click=("page", p)) for p in PAGES]
    return row(*tabs, gap=2, role=Role.TAB_LIST, name="Settings")


def _page(page: str, preset: Preset, size: tuple[int, int], sound: bool, shot: bytes, room: int) -> Node:
    width, height = made_size(size, preset)
    match page:
        case "Dimensions":
            labels = tuple(HEIGHTS.values())
            inside = [
                ui.text(f"Source: {size[0]} x {size[1]}", "/"),
                _said(
                    "Resolution:",
                    combo(
                        "handbrake.height",
                        HEIGHTS.get(preset.height, f"{preset.height}p"),
                        labels,
                        name="Resolution limit",
                        w=180,
                        change=("height",),
                    ),
                ),
                _said(
                    "Rotation:",
                    combo("handbrake.turns", TURNS[preset.turns], TURNS, name="Rotation", w=180, change=("turns",)),
                ),
                switch("handbrake.mirror", "Flip (left and right)", checked=preset.mirror, click=("mirror",)),
            ]
        case "Filters":
            inside = [
                ui.text("Filters change each picture of the video.", "/muted"),
                switch("handbrake.grey", "Grayscale", checked=preset.grey, click=("grey",)),
            ]
        case "Audio":
            inside = [
                ui.text("Track 1: 8-bit, 8 kHz, mono" if sound else "The source has no sound.", "/muted"),
                switch("handbrake.sound", "Keep the sound", checked=preset.sound, click=("sound",)),
            ]
        case _:
            kept = "1 track" if sound and preset.sound else "none"
            looks = [word for word, on in (("grayscale", preset.grey), ("flipped", preset.mirror)) if on]
            filters = ", ".join(looks) or "none"
            inside = [
                _said("Format:", ui.text("MP4", "/")),
                _said("Video:", ui.text(f"Motion JPEG, {width} x {height}", "/", key="size")),
                _said("Audio:", ui.text(kept, "/")),
                _said("Filters:", ui.text(filters, "/")),
            ]
    tall = max(40, room - 20)
    wide = round(tall * size[0] / size[1])
    picture = photo(shot, w=wide, h=tall, name="Preview", key="handbrake.preview") if shot and wide < 420 else None
    return row(
        scroll("handbrake.settings", column(*inside, gap=10), name="Settings of the page"),
        picture,
        style="handbrake_page",
        pad=10,
        gap=12,
        align="start",
        h=room,
    )


def _bottom(state: State) -> Node:
    return column(
        _said("Save As:", ui.field("to", state.to, "Save As", style="/", whole=True, disabled=not state.jobs.chosen)),
        MAKER.made_bar(ui, state.jobs.made),
        gap=6,
    )


def _status(said: str, share: float) -> Node:
    return row(
        ui.text(said, "/caption", key="status", w=FILL),
        progress(share, name="Progress", w=180, style="handbrake"),
        pad=(12, 4),
        gap=10,
        style="handbrake_bar",
        role=Role.STATUSBAR,
        name="Status Bar",
    )


def _job(job: Job, chosen: bool) -> Node:
    name = base_name(job.to)
    return ui.item(
        f"job.{job.id}",
        f"{name}, {job.state}",
        ui.icon(_SIGNS[job.state], "/", size=18),
        column(
            ui.text(name, "/strong"),
            ui.text(f"{native(job.source)}, {job.preset.name or 'Custom'}, {job.begin} to {job.end} s", "/caption"),
        ),
        ui.text(job.state.capitalize(), "/muted"),
        *JOB.buttons(BAR, job, job.id, style="nav"),
        style="job_chosen" if chosen else "job",
        h=50,
        pad=(12, 4),
        gap=12,
        selected=chosen,
        click=("pick_job", job.id),
        context=("job_menu", job.id),
    )


def _queue(queue: tuple[Job, ...], chosen: int) -> Node:
    if not queue:
        hint = ui.text("The queue is empty. Add the video that is open with Add to Queue.", "/muted")
        return row(hint, style="handbrake_page", h=FILL, justify="center")
    lines = [_job(job, job.id == chosen) for job in queue]
    return column(
        scroll("handbrake.queued", column(*lines, gap=2, role=Role.LIST, name="Queue"), name="Queue"),
        style="handbrake_page",
        pad=8,
        h=FILL,
    )


def _blank() -> Node:
    return column(
        spacer(h=FILL),
        row(ui.text("Source Selection", "head", role=Role.HEADING), justify="center"),
        row(ui.text("Choose the video you would like to encode, or paste files.", "/muted"), justify="center"),
        row(ui.button("take", "File: open a single video file", "go"), justify="center"),
        spacer(h=FILL),
        style="handbrake_page",
        gap=14,
        h=FILL,
    )


def view(state: State, ctx: Context) -> Node:
    """The window."""
    video = video_of(ctx, state.jobs.chosen) if state.jobs.chosen else None
    names = tuple([p.name for p in PRESETS.rows(ctx.vfs)])
    if state.queued:
        middle = [panel(_queue, state.queue, state.chosen, h=FILL)]
    elif video is None:
        middle = [panel(_blank, h=FILL)]
    else:
        room = ctx.h - 66 - 32 - 3 * 38 - 34 - 38 - (42 if state.jobs.made else 0) - 6 * 8 - 16
        shown = (state.page, state.preset, video.size, bool(video.sound), video.at(0), max(60, room))
        middle = [
            panel(_source, state, video.seconds),
            panel(_presets, state, names),
            panel(_tabs, state.page),
            panel(_page, *shown, h=max(60, room)),
        ]
    return column(
        panel(_tools, state),
        column(*middle, None if state.queued else panel(_bottom, state), h=FILL, pad=(12, 8), gap=8),
        panel(_status, state.said, state.share),
        style="handbrake",
        h=FILL,
    )
