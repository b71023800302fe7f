"""Clipchamp: the projects that it keeps, the state of its window, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.pictures import TITLES
from omnigym.sim.app import Context, Effect, Focus, OpenDialog, SetFiles
from omnigym.sim.commands import BAR, LINE, MENU, Command, Commands, Records
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import asking, tell
from omnigym.sim.handlers import saved, sets
from omnigym.sim.tables.table import next_id
from omnigym.sim.vfs import HOME, VfsError, base_name, canonical, valid_name
from omnigym.sim.windows.apps.clipchamp.store import PROJECTS
from omnigym.sim.windows.apps.clipchamp.timeline.clips import Clip, added, changed, clip_in, end_of
from omnigym.sim.windows.apps.clipchamp.timeline.commands import clip_commands
from omnigym.sim.windows.apps.clipchamp.timeline.cutting import SPANS, Cut, Cutter, Project
from omnigym.sim.windows.apps.clipchamp.timeline.film import KINDS, clip_of, exported, missing
from omnigym.sim.windows.apps.clipchamp.timeline.tracks import INSET
from omnigym.sim.windows.file_kinds import opening

# -- the projects that it keeps, and the state of its window ----------------------------------------------------------

NAME = "Clipchamp"
#: The width of the strip of pages at the left, as of the space beside the tracks.
SIDE = 76
CUTTER = Cutter(PROJECTS, lambda _state, w: w - 24 - 2 * INSET)


class State(NamedTuple):
    """The window.

    Attributes:
        cut: The film that is open, and where one is in it.
        page: What is at the left: "media" or "text".
        media: The path of the chosen file there, or "".
        saved: The path of the video that was just saved, or "".
    """

    cut: Cut = Cut()
    page: str = "media"
    media: str = ""
    saved: str = ""


Result: TypeAlias = tuple[State, tuple[Effect, ...]]


# -- commands ---------------------------------------------------------------------------------------------------------

# What can be done in Clipchamp besides what any editor of films does to a clip.

#: The heights of the videos that are saved, and what they are called.
HEIGHTS = {480: "480p", 720: "720p", 1080: "1080p"}
_TITLE_MS, _LONGEST_NAME, _LONGEST_TEXT = 3000, 80, 1000
_UNTITLED = "Untitled video"
_DAMAGED = "We couldn't import {name}. This file type isn't supported, or the file is damaged."
_GONE = "{name} can't be found. It was moved, renamed or deleted; delete its clips, or put it back."


# -- projects ---------------------------------------------------------------------------------------------------------


def _shown(project: int, seconds: int = 0) -> State:
    span = next(s for s in SPANS[1:] if s >= seconds or s == SPANS[-1])
    return State(Cut(project, span=span))


def begun(state: State, ctx: Context, path: str = "") -> Result:
    """A new film, with a file that is on its timeline already or without any."""
    clip = clip_of(ctx.vfs, path) if path else None
    if path and clip is None:
        return state, (tell(NAME, _DAMAGED.format(name=base_name(path))),)
    rows = PROJECTS.rows(ctx.vfs)
    taken = {row.name for row in rows}
    names = (_UNTITLED, *[f"{_UNTITLED} {n}" for n in range(2, len(rows) + 3)])
    clips, media = ((), ()) if clip is None else (added((), clip)[0], (path,))
    name = next(name for name in names if name not in taken)
    new = Project(next_id(rows), name, clips, media, edited_ms=ctx.clock_ms)
    files = PROJECTS.written(ctx.vfs, (*rows, new), ctx.clock_ms)
    return _shown(new.id, -(-end_of(clips) // 1000)), (SetFiles(files), Focus("clipchamp.import"))


def _home(_state: State, _ctx: Context) -> Result:
    return _shown(0), ()


def _rename(state: State, ctx: Context, typed: str) -> Result:
    project = CUTTER.project(state, ctx.vfs)
    name = typed[:_LONGEST_NAME]
    return CUTTER.kept(state, ctx, project._replace(name=name)) if project is not None else (state, ())


def _open(_state: State, _ctx: Context, project: Project) -> Result:
    return _shown(project.id, -(-end_of(project.clips) // 1000)), (Focus("clipchamp.toggle"),)


def _duplicate(state: State, ctx: Context, project: Project) -> Result:
    rows = PROJECTS.rows(ctx.vfs)
    copy = project._replace(id=next_id(rows), name=f"{project.name} (copy)", edited_ms=ctx.clock_ms)
    return state, (saved(PROJECTS, ctx, (*rows, copy)),)


def _delete(state: State, ctx: Context, project: Project) -> Result:
    left = [row for row in PROJECTS.rows(ctx.vfs) if row.id != project.id]
    return state, (saved(PROJECTS, ctx, left),)


def _project(_state: State, ctx: Context, *named: int) -> Project | None:
    return next((row for row in PROJECTS.rows(ctx.vfs) if named and row.id == named[0]), None)


HOME_PAGE = Commands(
    "clipchamp.project",
    Command("open_project", "Open", run=_open, places=(MENU,)),
    Command("duplicate", "Duplicate", run=_duplicate, places=(MENU,)),
    Command(
        "delete_project",
        "Delete",
        run=_delete,
        places=(MENU,),
        ask=lambda p: asking("Delete video", f"'{p.name}' will be deleted for good. Saved videos stay.", "Delete"),
    ),
    records=Records(_project, lambda state, *_: (state, ())),
    menu="project_menu",
)


# -- media ------------------------------------------------------------------------------------------------------------


def _taken_in(state: State, ctx: Context, *paths: str) -> Result:
    """Files among the media of the project that is open; what is none is told."""
    project = CUTTER.project(state, ctx.vfs)
    if project is None:
        return state, ()
    bad = next((path for path in paths if clip_of(ctx.vfs, path) is None), "")
    if bad or not paths:
        return state, (tell(NAME, _DAMAGED.format(name=base_name(bad))),) if bad else ()
    media = tuple(dict.fromkeys((*project.media, *paths)))
    return CUTTER.kept(state._replace(page="media", media=paths[-1]), ctx, project._replace(media=media))


def _import(state: State, _ctx: Context) -> Result:
    kinds = (("Media files", ";".join(KINDS)), ("All Files", ""))
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Videos", "", kinds), ("imported",)),)


def _imported(state: State, ctx: Context, path: str | None) -> Result:
    return _taken_in(state, ctx, ctx.vfs.real_path(path)) if path is not None else (state, ())


def _paste(state: State, ctx: Context) -> Result:
    """Files that were copied in Explorer."""
    if CUTTER.project(state, ctx.vfs) is not None and not ctx.clipboard.files:
        return state, (tell(NAME, "Nothing was pasted. Copy videos, pictures or sounds first.", "info"),)
    return _taken_in(state, ctx, *[ctx.vfs.real_path(canonical(path)) for path in ctx.clipboard.files])


def _add(state: State, ctx: Context, path: str) -> Result:
    """A file on the end of its track."""
    clip = clip_of(ctx.vfs, path)
    if clip is None:
        return state, (tell(NAME, _GONE.format(name=base_name(path))),)
    clips, number = added(CUTTER.clips(state, ctx.vfs), clip)
    if not number:
        return state, (tell(NAME, "The video is too long: no more than ten minutes fit on the timeline.", "info"),)
    state, effects = CUTTER.cut(state._replace(media=path), ctx, clips, number)
    return state, (*effects, Focus("clipchamp.toggle"))


def _remove(state: State, ctx: Context, path: str) -> Result:
    project = CUTTER.project(state, ctx.vfs)
    if project is None:
        return state, ()
    left = tuple([other for other in project.media if other != path])
    return CUTTER.kept(state._replace(media=""), ctx, project._replace(media=left))


def _dropped(state: State, ctx: Context, payload: object) -> Result:
    match payload:
        case ("media", str(path)):
            return _add(state, ctx, path)
        case _:
            return state, ()


def _medium(state: State, ctx: Context, *named: str) -> str | None:
    project, path = CUTTER.project(state, ctx.vfs), named[0] if named else state.media
    return path if project is not None and path in project.media else None


MEDIA = Commands(
    "clipchamp",
    Command("add", "Add to timeline", run=_add, icon="add", shortcut="ctrl+enter", places=(BAR, MENU)),
    Command("remove", "Remove from project", run=_remove, icon="dismiss-circle", places=(BAR, MENU)),
    records=Records(_medium, lambda state, *_: (state, ())),
    menu="media_menu",
)


# -- titles, and what is chosen ---------------------------------------------------------------------------------------


def _add_title(state: State, ctx: Context, style: str) -> Result:
    """A title where the playhead is, whose words are to be typed."""
    new = Clip(0, "title", "Your text here", 0, _TITLE_MS, style=style)
    clips, number = added(CUTTER.clips(state, ctx.vfs), new, CUTTER.place(state, ctx))
    if not number:
        return state, ()
    state, effects = CUTTER.cut(state, ctx, clips, number)
    return state, (*effects, Focus("clipchamp.words", 0, -1))


def _changing(change: Callable[[Clip, Any], Clip]) -> Callable[..., Result]:
    """A handler that makes another clip of the chosen one and a value."""

    def handle(state: State, ctx: Context, value: Any) -> Result:
        clips = CUTTER.clips(state, ctx.vfs)
        clip = clip_in(clips, state.cut.selected)
        return (state, ()) if clip is None else CUTTER.cut(state, ctx, changed(clips, change(clip, value)), clip.id)

    return handle


_STYLES = {style.label: name for name, style in TITLES.items()}
CLIP = clip_commands("clipchamp", CUTTER, "clip_menu")


# -- the video --------------------------------------------------------------------------------------------------------


def _export(state: State, ctx: Context) -> Result:
    """Where the video is to be saved, once all that it is made of is there."""
    project = CUTTER.project(state, ctx.vfs)
    if project is None or not project.clips:
        return state, ()
    gone = missing(ctx.vfs, project.clips)
    if gone:
        return state, (tell(NAME, _GONE.format(name=base_name(gone))),)
    stem = project.name.strip()
    name = f"{stem}.avi" if stem and valid_name(f"{stem}.avi") else "video.avi"
    ask = FileDialog(True, f"{HOME}/Videos", name, (("AVI video", "avi"),))
    return state, (OpenDialog("file_dialog", ask, ("exported",)),)


def _exported(state: State, ctx: Context, path: str | None) -> Result:
    project = CUTTER.project(state, ctx.vfs)
    if path is None or project is None or missing(ctx.vfs, project.clips):
        return state, ()
    try:
        files = ctx.vfs.write(path, exported(ctx.vfs, project.clips, project.height), ctx.clock_ms)
    except VfsError as e:
        return state, (tell(NAME, str(e)),)
    return state._replace(saved=path), (SetFiles(files), Focus("clipchamp.toggle"))


def _watch(state: State, ctx: Context) -> Result:
    return state._replace(saved=""), opening(ctx.vfs, state.saved, ctx.settings)


def _height(state: State, ctx: Context, label: str) -> Result:
    project = CUTTER.project(state, ctx.vfs)
    height = next((h for h, said in HEIGHTS.items() if said == label), 0)
    return (state, ()) if project is None or not height else CUTTER.kept(state, ctx, project._replace(height=height))


def _has_clips(project: Project) -> bool:
    return bool(project.clips)


WINDOW = Commands(
    "clipchamp",
    Command("import", "Import media", run=lambda s, ctx, _: _import(s, ctx), icon="arrow-upload", shortcut="ctrl+i"),
    LINE,
    Command(
        "export",
        "Export",
        run=lambda s, ctx, _: _export(s, ctx),
        icon="arrow-export-up",
        shortcut="ctrl+e",
        places=("top",),
        enabled=_has_clips,
    ),
    records=Records(lambda state, ctx, *_: CUTTER.project(state, ctx.vfs), lambda state, *_: (state, ())),
)
#: The handlers of what is no command.
HANDLERS: Mapping[str, Callable[..., Result]] = {
    **CUTTER.on,
    "add_title": _add_title,
    "chosen": sets("media"),
    "create": begun,
    "dismiss": lambda s, _: (s._replace(saved=""), ()),
    "dropped": _dropped,
    "escape": lambda s, _: (CUTTER.picked(s, 0), ()),
    "exported": _exported,
    "fade_in_ms": _changing(lambda clip, value: clip._replace(fade_in=min(500 * value, clip.length))),
    "fade_out_ms": _changing(lambda clip, value: clip._replace(fade_out=min(500 * value, clip.length))),
    "height": _height,
    "home": _home,
    "imported": _imported,
    "last": lambda s, ctx: CUTTER.moved(s, ctx, end_of(CUTTER.clips(s, ctx.vfs))),
    "opened": lambda s, ctx, path: begun(s, ctx, ctx.vfs.real_path(canonical(path))),
    "page": sets("page"),
    "paste": _paste,
    "rename": _rename,
    "style": _changing(lambda clip, label: clip._replace(style=_STYLES[label])),
    "watch": _watch,
    "words": _changing(lambda clip, typed: clip._replace(source=typed[:_LONGEST_TEXT])),
}
