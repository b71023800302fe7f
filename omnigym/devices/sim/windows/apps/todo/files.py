"""The files that are added to tasks: copies, in a folder of the task's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.devices.sim.app import Context, Launch, OpenDialog
from omnigym.devices.sim.common.todo import find
from omnigym.devices.sim.vfs import VfsError, base_name, join
from omnigym.devices.sim.windows.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.windows.apps.dialogs.message_box import tell
from omnigym.devices.sim.windows.apps.todo.book import files_folder, read_book
from omnigym.devices.sim.windows.apps.todo.state import Result, State, replaced
from omnigym.devices.sim.windows.file_kinds import app_for

__all__ = ["FILE_HANDLERS"]


def _add_file(state: State, _ctx: Context, task_id: str) -> Result:
    return state, (OpenDialog("file_dialog", FileDialog(False), ("added_file", task_id)),)


def _added_file(state: State, ctx: Context, task_id: str, path: str | None) -> Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    if path is None or task is None:
        return state, ()
    name = ctx.vfs.free_name(files_folder(task), base_name(path))
    try:
        vfs = ctx.vfs.write(join(files_folder(task), name), ctx.vfs.read(path), ctx.clock_ms)
    except VfsError as e:
        return state, (tell("To Do", str(e)),)
    return replaced(state, ctx._replace(vfs=vfs), task._replace(files=(*task.files, name)))


def _open_file(state: State, ctx: Context, task_id: str, name: str) -> Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    path = join(files_folder(task), name) if task is not None else ""
    app = app_for(name, ctx.settings)
    if not app or not ctx.vfs.is_file(path):
        return state, (tell("To Do", f"{name}\nThere is no app that opens this file."),)
    return state, (Launch(app, path),)


def _remove_file(state: State, ctx: Context, task_id: str, name: str) -> Result:
    task = find(read_book(ctx.vfs).tasks, task_id)
    if task is None or name not in task.files:
        return state, ()
    path = join(files_folder(task), name)
    vfs = ctx.vfs.delete(path, ctx.clock_ms) if ctx.vfs.is_file(path) else ctx.vfs
    rest = tuple([n for n in task.files if n != name])
    return replaced(state, ctx._replace(vfs=vfs), task._replace(files=rest))


FILE_HANDLERS: Mapping[str, Callable[..., Result]] = {
    "add_file": _add_file,
    "added_file": _added_file,
    "open_file": _open_file,
    "remove_file": _remove_file,
}
