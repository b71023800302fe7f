"""HandBrake: the state of its window, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.documents.video import Video, read_video
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.sim.app import Close, Context, Effect, OpenDialog, SetFiles
from omnigym.sim.commands import BAR, MENU, Command, Commands, Records
from omnigym.sim.common.message_box import MessageBox, asking, asking_text, tell
from omnigym.sim.handlers import saved, sets
from omnigym.sim.kinds.job import Jobs, Kinds, Maker, beside
from omnigym.sim.system import Later, Send
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError, base_name, canonical, native, parent_of, valid_name
from omnigym.sim.windows.apps.handbrake.store import PRESETS, Preset, convert_video

NAME = "HandBrake"
KINDS: Kinds = (("Videos", "avi;mp4"),)
#: What the tab Dimensions offers, and what it says of it.
HEIGHTS = {0: "Same as source", 288: "288p", 360: "360p", 480: "480p", 720: "720p", 1080: "1080p"}
TURNS = ("None", "90 degrees", "180 degrees", "270 degrees")
PAGES = ("Summary", "Dimensions", "Filters", "Audio")
#: The part of a video that is encoded between two ticks of the clock, which is so many milliseconds.
_SHARE, _TICK = 0.25, 500
_FIRST = Preset(2, "Fast 720p30", 720)
_MOST_JOBS = 100

MAKER = Maker(NAME, "handbrake", lambda _state: KINDS, lambda _path, content: read_video(content), f"{HOME}/Videos")


class Job(NamedTuple):
    """A video that is to be made; ``state`` is "waiting", "encoding", "done" or "failed"."""

    id: int
    source: str
    to: str
    preset: Preset
    begin: int
    end: int
    state: str = "waiting"


class State(NamedTuple):
    """The window.

    Attributes:
        jobs: The videos that were open_file; the chosen one is the one whose settings are shown.
        preset: The chosen settings, perhaps changed since the preset was chosen.
        begin, end: The range in seconds, as it is typed.
        to: Where the result goes, as it is typed.
        page: The tab that is shown.
        queued: Whether the queue is shown.
        queue: It.
        chosen: The number of the chosen job of the queue.
        share: How far the job is that is encoded, 0..1.
        said: The text of the status bar.
    """

    jobs: Jobs = Jobs()
    preset: Preset = _FIRST
    begin: str = ""
    end: str = ""
    to: str = ""
    page: str = PAGES[0]
    queued: bool = False
    queue: tuple[Job, ...] = ()
    chosen: int = 0
    share: float = 0.0
    said: str = "Ready"


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


def video_of(ctx: Context, path: str) -> Video | None:
    """The video at a path; None where there is none (any more)."""
    try:
        return read_video(ctx.vfs.read(path)) if ctx.vfs.is_file(path) else None
    except (UnreadableError, TooLargeError):
        return None


def scan_source(state: State, ctx: Context) -> State:
    """The state with the range and the destination of the chosen video."""
    video = video_of(ctx, state.jobs.chosen) if state.jobs.chosen else None
    if video is None:
        return state._replace(begin="", end="", to="")
    to = beside(f"{HOME}/Videos/{base_name(state.jobs.chosen)}", "mp4")
    if canonical(to).casefold() == state.jobs.chosen.casefold():
        to = beside(to, "mp4", " (1)")
    said = f"Opened {base_name(state.jobs.chosen)}"
    return state._replace(begin="0", end=str(video.seconds), to=native(to), queued=False, said=said)


def _scanning(handler: Callable[..., Any]) -> Callable[..., Result]:
    """A handler of `Maker` after which the chosen video is shown from its beginning; not after a refusal."""

    def handle(state: State, ctx: Context, *rest: Any) -> Result:
        after, effects = handler(state, ctx, *rest)
        return (after if effects or rest == (None,) else scan_source(after, ctx)), effects

    return handle


def open_file(state: State, ctx: Context, path: str) -> Result:
    """A video that is open_file from outside."""
    return _scanning(MAKER.add_sources)(state, ctx, path)


# -- presets ----------------------------------------------------------------------------------------------------------


def _use(state: State, ctx: Context, name: str) -> Result:
    found = next((p for p in PRESETS.rows(ctx.vfs) if p.name == name), None)
    return (state if found is None else state._replace(preset=found)), ()


def _save_preset(state: State, ctx: Context, name: str) -> Result:
    rows = PRESETS.rows(ctx.vfs)
    if any(p.name.casefold() == name.casefold() and not p.own for p in rows):
        return state, (tell(NAME, f"'{name}' is one of HandBrake's own presets. Choose another name."),)
    kept = [p for p in rows if p.name.casefold() != name.casefold()]
    new = state.preset._replace(id=next_id(rows), name=name[:80], own=True)
    return state._replace(preset=new), (saved(PRESETS, ctx, (*kept, new)),)


def _delete_preset(state: State, ctx: Context) -> Result:
    left = [p for p in PRESETS.rows(ctx.vfs) if p.id != state.preset.id]
    return state._replace(preset=_FIRST), (saved(PRESETS, ctx, left),)


def _option(name: str, value: Callable[[Any], Any] = lambda given: given) -> Callable[..., Result]:
    return lambda state, _ctx, given: (state._replace(preset=state.preset._replace(**{name: value(given)})), ())


def _switch(name: str) -> Callable[..., Result]:
    def flip(state: State, _ctx: Context) -> Result:
        change: dict[str, Any] = {name: not getattr(state.preset, name)}
        return state._replace(preset=state.preset._replace(**change)), ()

    return flip


# -- jobs -------------------------------------------------------------------------------------------------------------


def _seconds(typed: str) -> int:
    return int(typed) if typed.isdecimal() and len(typed) < 6 else -1


def _job(state: State, ctx: Context) -> Job | str:
    """The job that the window describes, or why there is none."""
    source, to = state.jobs.chosen, state.to.strip().strip('"')
    video = video_of(ctx, source)
    if video is None:
        return f"{base_name(source)} is not there any more, or cannot be read."
    begin, end = _seconds(state.begin), _seconds(state.end)
    if not 0 <= begin < end <= max(1, video.seconds):
        return f"The range must lie between 0 and {video.seconds} seconds, and begin before it ends."
    if not to:
        return "You must first set the destination path."
    path = canonical(to if ":" in to else f"{HOME}/Videos/{to}")
    path = path if path.lower().endswith(".mp4") else f"{path}.mp4"
    if not valid_name(base_name(path)) or not ctx.vfs.is_dir(parent_of(path)):
        return f"The destination is not valid:\n{to}"
    if path.casefold() == source.casefold():
        return "The destination must not be the source file."
    taken = {job.to.casefold() for job in state.queue if job.state in ("waiting", "encoding")}
    if path.casefold() in taken:
        return "There is a job in the queue with this destination already."
    return Job(max([j.id for j in state.queue], default=0) + 1, source, path, state.preset, begin, end)


def _add(state: State, ctx: Context, starts: bool = False) -> Result:
    """The job at the end of the queue, which starts if asked, once a file that is there may be replaced."""
    job = _job(state, ctx)
    if isinstance(job, str):
        return state, (tell(NAME, job),)
    if ctx.vfs.is_file(job.to):
        question = f"{base_name(job.to)} already exists.\nDo you want to overwrite it?"
        return state, (
            OpenDialog("message_box", MessageBox(NAME, question, ("Yes", "No"), "No", "warning"), ("over", starts)),
        )
    return _added(state, job, starts)


def _over(state: State, ctx: Context, starts: bool, answer: object) -> Result:
    job = _job(state, ctx)
    return _added(state, job, starts) if answer == "Yes" and isinstance(job, Job) else (state, ())


def _added(state: State, job: Job, starts: bool) -> Result:
    queue = (*state.queue, job)[-_MOST_JOBS:]
    waiting = sum(j.state == "waiting" for j in queue)
    state = state._replace(queue=queue, chosen=job.id, said=f"{waiting} encode(s) pending")
    return _next(state) if starts else (state, ())


def _running(state: State) -> Job | None:
    return next((j for j in state.queue if j.state == "encoding"), None)


def _waits(state: State) -> bool:
    return any(j.state == "waiting" for j in state.queue)


def _start(state: State, ctx: Context) -> Result:
    """The queue, or without one the video that is shown."""
    return _next(state) if _waits(state) else _add(state, ctx, starts=True)


def _set(state: State, job: Job, how: str) -> State:
    queue = tuple([j._replace(state=how) if j.id == job.id else j for j in state.queue])
    return state._replace(queue=queue, share=0.0)


def _next(state: State) -> Result:
    job = next((j for j in state.queue if j.state == "waiting"), None)
    if job is None:
        return state._replace(share=0.0, said="Queue Finished"), ()
    state = state._replace(jobs=state.jobs._replace(made=""))
    return _set(state, job, "encoding")._replace(said=f"Encoding {base_name(job.to)}"), (_later(job),)


def _later(job: Job) -> Later:
    return Later(_TICK, Send(("tick", job.id)))


def _tick(state: State, ctx: Context, number: int) -> Result:
    """A part of the job is done; with the last part its file is there, and the next one begins."""
    job = _running(state)
    if job is None or job.id != number:
        return state, ()
    share = state.share + _SHARE
    if share < 1:
        return state._replace(share=share), (_later(job),)
    video = video_of(ctx, job.source)
    try:
        if video is None:
            raise UnreadableError(f"{base_name(job.source)} is not there any more, or cannot be read.")
        files = ctx.vfs.write(job.to, convert_video(video, job.preset, job.begin, job.end), ctx.clock_ms)
    except (VfsError, UnreadableError, TooLargeError) as e:
        after, effects = _next(_set(state, job, "failed"))
        return after, (*effects, tell(NAME, str(e)))
    done = _set(state, job, "done")
    after, effects = _next(done)
    return after._replace(jobs=done.jobs._replace(made=files.real_path(job.to))), (SetFiles(files), *effects)


def _stop(state: State, _ctx: Context) -> Result:
    job = _running(state)
    return (state if job is None else _set(state, job, "waiting")._replace(said="Encoding stopped")), ()


def _close(state: State, _ctx: Context) -> Result:
    if _running(state) is None:
        return state, (Close(),)
    question = "Encoding is in progress. Exit HandBrake, and lose the current encode?"
    return state, (
        OpenDialog("message_box", MessageBox(NAME, question, ("Exit", "Cancel"), "Cancel", "warning"), ("exit",)),
    )


def _exit(state: State, _ctx: Context, answer: object) -> Result:
    return state, (Close(),) if answer == "Exit" else ()


def _has_source(state: State) -> bool:
    return bool(state.jobs.chosen)


WINDOW = Commands(
    "handbrake",
    Command("open_source", "Open Source", run=MAKER.ask, icon="folder-open-vertical", shortcut="ctrl+o"),
    Command(
        "add_to_queue", "Add to Queue", run=_add, icon="add-square-multiple", shortcut="ctrl+a", enabled=_has_source
    ),
    Command(
        "start",
        "Start Encode",
        run=_start,
        icon="play",
        shortcut="ctrl+s",
        enabled=lambda s: not _running(s) and (s.jobs.chosen or _waits(s)),
    ),
    Command("stop", "Stop", run=_stop, icon="stop", enabled=_running),
    Command(
        "queue",
        lambda s: "Back" if s.queued else f"Queue ({sum(j.state == 'waiting' for j in s.queue)})",
        run=lambda s, _: (s._replace(queued=not s.queued), ()),
        icon="task-list-square-ltr",
        shortcut="ctrl+q",
    ),
    Command(
        "save_preset",
        "Save New Preset",
        run=_save_preset,
        icon="save",
        places=("preset",),
        ask=asking_text("Add Preset", "Name of the new preset:", "", "Add"),
    ),
    Command(
        "delete_preset",
        "Delete Preset",
        run=_delete_preset,
        icon="delete",
        places=("preset",),
        enabled=lambda s: s.preset.own,
        ask=lambda s: asking(NAME, f"Delete the preset '{s.preset.name}'?", "Delete"),
    ),
)


def _remove_job(state: State, _ctx: Context, job: Job) -> Result:
    return state._replace(queue=tuple([j for j in state.queue if j.id != job.id])), ()


def _edit_job(state: State, ctx: Context, job: Job) -> Result:
    """The job back into the window."""
    if job.source not in state.jobs.sources:
        return state, ()
    jobs, left = state.jobs._replace(chosen=job.source), tuple([j for j in state.queue if j.id != job.id])
    shown = State(jobs, job.preset, str(job.begin), str(job.end), native(job.to), state.page, False, left)
    return shown._replace(said="Ready"), ()


JOB = Commands(
    "handbrake.job",
    Command("edit_job", "Edit", run=_edit_job, icon="edit", places=(BAR, MENU), enabled=lambda j: j.state == "waiting"),
    Command(
        "remove_job",
        "Delete job",
        run=_remove_job,
        icon="dismiss-circle",
        places=(BAR, MENU),
        enabled=lambda j: j.state != "encoding",
    ),
    records=Records(
        lambda state, _ctx, *named: next(
            (j for j in state.queue if j.id == (named[0] if named else state.chosen)), None
        ),
        lambda state, *_: (state, ()),
    ),
    menu="job_menu",
)

_HEIGHT_OF = {label: height for height, label in HEIGHTS.items()}
HANDLERS: Mapping[str, Callable[..., Any]] = {
    **MAKER.on,
    "taken": _scanning(MAKER.on["taken"]),
    "paste": _scanning(MAKER.on["paste"]),
    "title": lambda s, ctx, name: _scanning(MAKER.on["source"])(s, ctx, _titled(s, name)),
    "begin": sets("begin"),
    "close": _close,
    "end": sets("end"),
    "exit": _exit,
    "grey": _switch("grey"),
    "height": _option("height", lambda label: _HEIGHT_OF[label]),
    "mirror": _switch("mirror"),
    "over": _over,
    "page": sets("page"),
    "pick_job": sets("chosen"),
    "preset": _use,
    "sound": _switch("sound"),
    "tick": _tick,
    "to": sets("to"),
    "turns": _option("turns", TURNS.index),
}


def _titled(state: State, name: str) -> str:
    return next((path for path in state.jobs.sources if base_name(path) == name), state.jobs.chosen)
