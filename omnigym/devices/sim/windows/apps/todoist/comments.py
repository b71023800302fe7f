"""Comments on a task of Todoist, and the files that come with them."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, Launch, OpenDialog, SetFiles
from omnigym.devices.sim.tables.table import next_id
from omnigym.devices.sim.vfs import HOME, VfsError, base_name, join
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.todoist.book import COMMENTS, FOLDER, Comment
from omnigym.devices.sim.windows.apps.todoist.state import TITLE, Result, State
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["attach", "attached", "comment", "show_file"]


def comment(state: State, ctx: Context, *_: str) -> Result:
    """What was typed becomes a comment."""
    return _commented(state, ctx, state.comment.strip(), "")


def _commented(state: State, ctx: Context, text: str, file: str) -> Result:
    rows = COMMENTS.rows(ctx.vfs)
    if not text and not file:
        return state, ()
    new = Comment(next_id(rows), state.task, text, file)
    return state._replace(comment=""), (SetFiles(COMMENTS.written(ctx.vfs, (*rows, new), ctx.clock_ms)),)


def attach(state: State, _ctx: Context) -> Result:
    """Asks for a file."""
    return state, (OpenDialog("file_dialog", FileDialog(False, f"{HOME}/Documents"), ("attached",)),)


def attached(state: State, ctx: Context, path: str | None) -> Result:
    """A copy of a file goes with a comment, whose text is what was typed by then."""
    if path is None:
        return state, ()
    try:
        folder = f"{FOLDER}/files"
        to = join(folder, ctx.vfs.free_name(folder, base_name(path)) if ctx.vfs.is_dir(folder) else base_name(path))
        vfs = ctx.vfs.make_dir(folder, ctx.clock_ms).write(to, ctx.vfs.read(path), ctx.clock_ms)
    except VfsError as e:
        return state, (tell(TITLE, f"{base_name(path)} could not be uploaded.\n{e}"),)
    return _commented(state, ctx._replace(vfs=vfs), state.comment.strip(), to)


def show_file(state: State, _ctx: Context, path: str) -> Result:
    """The file of a comment, in its app."""
    app = app_for(base_name(path))
    return state, (Launch(app, path) if app else tell(TITLE, f"No app can open {base_name(path)}.", "info"),)
