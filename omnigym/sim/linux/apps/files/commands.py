"""What can be done in Files: go to a folder, open, search, and change files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.counts import count_of
from omnigym.errors import UnreadableError
from omnigym.sim.app import Context, Effect, Focus, Launch, OpenDialog, ScrollTo, SetFiles
from omnigym.sim.common.file_changes import FileChanges, changed
from omnigym.sim.common.file_types import COLUMNS
from omnigym.sim.common.message_box import MessageBox, Prompt, tell
from omnigym.sim.files import operations
from omnigym.sim.files.archives import changed_in, is_archive
from omnigym.sim.files.kinds import split_name
from omnigym.sim.handlers import sets, toggles
from omnigym.sim.linux import trash
from omnigym.sim.linux.apps.files.state import LIST, TRASH, Result, State, entries, is_folder, path_of, selected_paths
from omnigym.sim.linux.bash.filing import is_kept, reason
from omnigym.sim.linux.file_kinds import date_text, kind_of, opening, size_text
from omnigym.sim.linux.paths import ROOT, entries_in, inward, name_of, outward
from omnigym.sim.vfs import Vfs, VfsError, base_name, join, parent_of, valid_name

# -- files: going about, opening, searching ---------------------------------------------------------------------------


def location(typed: str, vfs: Vfs, here: str) -> str:
    """The location that a person means, or "" where there is none."""
    typed = typed.strip()
    if typed in (TRASH, "trash:///"):
        return TRASH
    path = inward(typed) if typed.startswith(("/", "~", "C:")) else join(here, typed)
    return vfs.real_path(path) if typed and vfs.is_dir(path) else ""


def _at(state: State, path: str) -> State:
    return state._replace(path=path, selected=(), cursor="", address=None, query=None, rename="")


def _go(state: State, ctx: Context, typed: str) -> Result:
    found = location(typed, ctx.vfs, state.path)
    if not found:
        return _nowhere(state, ctx, typed)
    if found == state.path and not state.query:
        return state._replace(address=None), (Focus(LIST),)
    return _at(state, found)._replace(back=(*state.back, state.path)[-50:], forward=()), (Focus(LIST),)


def _nowhere(state: State, ctx: Context, typed: str) -> Result:
    """A file opens; anything else cannot be found."""
    state = state._replace(address=None)
    path = inward(typed) if typed.startswith(("/", "~", "C:")) else join(state.path, typed)
    if ctx.vfs.is_file(path):
        return state, opening(ctx.vfs, ctx.vfs.real_path(path)) or (_no_app(path),)
    shown = f"Unable to find “{outward(path)}”. Please check the spelling and try again."
    return state, (tell("Files", shown),)


def _no_app(path: str) -> Effect:
    return tell("Could Not Display", f"There is no app installed for “{base_name(path)}” files.", "info")


def _back(state: State, _ctx: Context) -> Result:
    if state.query is not None:
        return _at(state, state.path), (Focus(LIST),)
    if not state.back:
        return state, ()
    moved = _at(state, state.back[-1])
    return moved._replace(back=state.back[:-1], forward=(*state.forward, state.path)), (Focus(LIST),)


def _forward(state: State, _ctx: Context) -> Result:
    if not state.forward:
        return state, ()
    moved = _at(state, state.forward[-1])
    return moved._replace(forward=state.forward[:-1], back=(*state.back, state.path)), (Focus(LIST),)


def _up(state: State, ctx: Context) -> Result:
    if state.path in (TRASH, ROOT):
        return state, ()
    moved, effects = _go(state, ctx, parent_of(state.path))
    child = base_name(state.path)
    return moved._replace(selected=(child,), cursor=child), effects


def _open(state: State, ctx: Context, entry_id: str) -> Result:
    path = path_of(state, entry_id)
    if state.path == TRASH:
        return state, ()
    if ctx.vfs.is_dir(path):
        return _go(state, ctx, path)
    return state, opening(ctx.vfs, path) or ((_no_app(path),) if ctx.vfs.is_file(path) else ())


def _ids(state: State, ctx: Context) -> tuple[str, ...]:
    return tuple([e.id for e in entries(state, ctx.vfs, ctx.clipboard)])


def _properties(state: State, ctx: Context) -> Result:
    paths = selected_paths(state) or ((state.path,) if is_folder(state) else ())
    stat = ctx.vfs.stat(paths[0]) if paths else None
    if stat is None:
        return state, ()
    inside = count_of(len(entries_in(ctx.vfs, stat.path)), "item") if stat.is_dir else size_text(stat)
    said = f"{name_of(stat)}\n{kind_of(stat)}\n{inside}\nParent Folder: {outward(parent_of(stat.path))}"
    return state, (tell("Properties", f"{said}\nModified: {date_text(stat.mtime_ms)}", "info"),)


def _sort(state: State, _ctx: Context, name: str) -> Result:
    if name not in COLUMNS:
        return state, ()
    return state._replace(column=name, descending=name == state.column and not state.descending), ()


def _terminal(state: State, ctx: Context) -> Result:
    chosen = [p for p in selected_paths(state) if ctx.vfs.is_dir(p)]
    return state, (Launch("terminal", (*chosen, state.path)[0]),) if is_folder(state) else ()


GOING: Mapping[str, Callable[..., Result]] = {
    "address": sets("address"),
    "address_off": lambda s, *_: (s._replace(address=None), ()),
    "back": _back,
    "direction": sets("descending"),
    "edit_address": lambda s, _: (
        s._replace(address="" if s.path == TRASH else outward(s.path), query=None),
        (Focus("files.address", 0, -1),),
    ),
    "forward": _forward,
    "go": _go,
    "go_typed": _go,
    "grid": sets("grid"),
    "hidden": toggles("hidden"),
    "home": lambda s, ctx: _go(s, ctx, "~"),
    "new_window": lambda s, _: (s, (Launch("file_manager", s.path),)),
    "open": _open,
    "open_selected": lambda s, ctx: _open(s, ctx, s.selected[0]) if s.selected else (s, ()),
    "open_with": lambda s, _, app, path: (s, (Launch(app, path),)),
    "properties": _properties,
    "query": lambda s, _, text: (s._replace(query=text, selected=(), cursor="", rename=""), ()),
    "search_off": lambda s, _: (s._replace(query=None, selected=(), cursor=""), (Focus(LIST),)),
    "search_on": lambda s, _: (s._replace(query="", address=None), (Focus("files.search"),)),
    "select": lambda s, _, ids, cursor: (s._replace(selected=tuple(ids), cursor=cursor), ()),
    "select_all": lambda s, ctx: (s._replace(selected=_ids(s, ctx)), ()),
    "sort": _sort,
    "sort_by": sets("column"),
    "terminal": _terminal,
    "up": _up,
}

# -- files ------------------------------------------------------------------------------------------------------------

# New things, names, the trash, the clipboard, dragging, archives.


def _problem(what: str, error: VfsError) -> Effect:
    return tell(what, f"{base_name(outward(error.path))}: {reason(error)}")


def _new_folder(state: State, _ctx: Context) -> Result:
    if not is_folder(state):
        return state, ()
    return state, (OpenDialog("prompt", Prompt("New Folder", "Folder name", "", -1, "Create"), ("folder_named",)),)


def _folder_named(state: State, ctx: Context, name: str | None) -> Result:
    name = (name or "").strip()
    if not name or not is_folder(state):
        return state, (Focus(LIST),)
    path = join(state.path, name)
    if not valid_name(name):
        return state, (tell("New Folder", "Folder names cannot contain “/”."),)
    if ctx.vfs.get(path) is not None:
        return state, (tell("New Folder", "A folder with that name already exists."),)
    if is_kept(state.path) and state.path != "C:/tmp":
        return state, (tell("New Folder", "You do not have the permissions necessary to create it here."),)
    return _made(state, ctx, ctx.vfs.make_dir(path, ctx.clock_ms), name, "New Folder")


def _made(state: State, ctx: Context, vfs: Vfs, name: str, what: str) -> Result:
    """After something new was made: it is selected."""
    state = state._replace(selected=(name,), cursor=name)
    return state, (changed(ctx, vfs, what), ScrollTo(LIST, name), Focus(LIST))


def _new_file(state: State, ctx: Context) -> Result:
    if not is_folder(state) or is_kept(state.path):
        return state, ()
    vfs, name = operations.new_file(ctx.vfs, state.path, "New Document.txt", b"", ctx.clock_ms)
    state, effects = _made(state, ctx, vfs, name, "New Document")
    state, more = _CHANGES.renaming(state, name)
    return state, (*effects, *more)


def _rename(state: State, _ctx: Context) -> Result:
    if len(state.selected) != 1 or not is_folder(state):
        return state, ()
    return _CHANGES.renaming(state, state.selected[0])


def _rename_done(state: State, ctx: Context, text: str) -> Result:
    if not state.rename:
        return state, ()
    path, state = path_of(state, state.rename), state._replace(rename="")
    if not text.strip() or ctx.vfs.get(path) is None:
        return state, (Focus(LIST),)
    try:
        if is_kept(path):
            raise VfsError("protected", path, "")
        vfs = operations.rename(ctx.vfs, path, text, ctx.clock_ms)
    except VfsError as e:
        return state, (_problem("Rename", e), Focus(LIST))
    if vfs is ctx.vfs:
        return state, (Focus(LIST),)
    name = text.strip().rstrip(".")
    return state._replace(selected=(name,), cursor=name), (changed(ctx, vfs, "Rename"), Focus(LIST))


def _delete(state: State, ctx: Context, for_good: bool = False) -> Result:
    paths = selected_paths(state)
    if not paths:
        return state, ()
    try:
        vfs = trash.delete(ctx.vfs, tuple([_mine(p) for p in paths]), ctx.clock_ms)
    except VfsError as e:
        return state, (_problem("Move to Trash", e),)
    if not for_good and state.path != TRASH:
        return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Move to Trash"),)
    what = f"“{base_name(paths[0])}”" if len(paths) == 1 else f"the {count_of(len(paths), 'selected item')}"
    box = MessageBox(
        "Delete", f"Are you sure you want to permanently delete {what}?", ("Cancel", "Delete"), "Cancel", "warning"
    )
    return state, (OpenDialog("message_box", box, ("deleted", paths)),)


def _mine(path: str) -> str:
    """A path that a person may take away.

    Raises:
        VfsError: It is the system's.
    """
    if is_kept(path):
        raise VfsError("protected", path, "")
    return path


def _deleted(state: State, ctx: Context, paths: tuple[str, ...], answer: str | None) -> Result:
    if answer != "Delete":
        return state, ()

    def gone(vfs: Vfs, path: str) -> Vfs:
        in_trash = path.startswith(f"{trash.FILES}/")
        return trash.delete(vfs, (path,), ctx.clock_ms) if in_trash else vfs.delete(path, ctx.clock_ms)

    vfs = operations.to_each(ctx.vfs, paths, gone)
    return state._replace(selected=(), cursor=""), (SetFiles(vfs),)


def _restore(state: State, ctx: Context, paths: tuple[str, ...]) -> Result:
    vfs = ctx.vfs
    try:
        for kept in paths:
            vfs = trash.restore(vfs, kept, ctx.clock_ms)
    except VfsError as e:
        return state, (_problem("Restore From Trash", e),)
    return state._replace(selected=(), cursor=""), (changed(ctx, vfs, "Restore"),)


def _empty(state: State, ctx: Context) -> Result:
    if not trash.deleted(ctx.vfs):
        return state, ()
    text = "Empty all items from Trash?\nAll items in the Trash will be permanently deleted."
    box = MessageBox("Empty Trash", text, ("Cancel", "Empty Trash"), "Cancel", "warning")
    return state, (OpenDialog("message_box", box, ("emptied",)),)


def _emptied(state: State, ctx: Context, answer: str | None) -> Result:
    if answer != "Empty Trash":
        return state, ()
    return state._replace(selected=(), cursor=""), (SetFiles(trash.empty(ctx.vfs, ctx.clock_ms)),)


# -- moving and copying ---------------------------------------------------------------------------------------------


def _copy(state: State, cut: bool) -> Result:
    paths = selected_paths(state)
    if not paths or state.path == TRASH:
        return state, ()
    return state, _CHANGES.copied(paths, cut=cut)


def _paste(state: State, ctx: Context) -> Result:
    if not is_folder(state):
        return state, ()
    return _transfer(state, tuple([inward(f) for f in ctx.clipboard.files]), state.path, ctx.clipboard.cut, ctx)


def _transfer(state: State, paths: tuple[str, ...], folder: str, cut: bool, ctx: Context) -> Result:
    """Copy or move files into a folder, after a question where it has some of that name."""
    taken = operations.conflicts(ctx.vfs, paths, folder)
    if not taken:
        return _transferred(state, ctx, paths, folder, cut, "Skip")
    what = f"“{taken[0]}”" if len(taken) == 1 else count_of(len(taken), "file")
    text = f"Another file with the same name already exists in “{base_name(outward(folder))}”.\nReplace {what}?"
    box = MessageBox("Replace File?", text, ("Cancel", "Skip", "Replace"), "Cancel", "question")
    return state, (OpenDialog("message_box", box, ("transferred", paths, folder, cut)),)


def _transferred(
    state: State, ctx: Context, paths: tuple[str, ...], folder: str, cut: bool, answer: str | None
) -> Result:
    if answer not in ("Replace", "Skip"):
        return state, ()
    try:
        if is_kept(folder) and folder != "C:/tmp":
            raise VfsError("protected", folder, "")
        for path in paths if cut else ():
            _mine(path)
        vfs, names = operations.paste(ctx.vfs, paths, folder, cut=cut, now=ctx.clock_ms, replace=answer == "Replace")
    except VfsError as e:
        return state, (_problem("Move" if cut else "Copy", e),)
    return _CHANGES.pasted(state, ctx, vfs, names, (paths, folder, cut))


_CHANGES = FileChanges(LIST, path_of, is_folder, outward, _transfer)


# -- archives -------------------------------------------------------------------------------------------------------


def _compress(state: State, _ctx: Context) -> Result:
    paths = selected_paths(state)
    if not paths or not is_folder(state):
        return state, ()
    stem = split_name(base_name(paths[0]))[0] if len(paths) == 1 else "Archive"
    ask = Prompt("Create Compressed Archive", "Archive name", f"{stem}.zip", len(stem), "Create")
    return state, (OpenDialog("prompt", ask, ("packed", paths)),)


def _packed(state: State, ctx: Context, paths: tuple[str, ...], name: str | None) -> Result:
    name = (name or "").strip()
    if not name or not is_folder(state):
        return state, ()
    name = name if is_archive(name) else f"{name}.zip"
    archive, now = join(state.path, name), ctx.clock_ms
    if ctx.vfs.get(archive) is not None or not valid_name(name):
        return state, (tell("Create Compressed Archive", "A file with that name already exists."),)
    try:
        vfs = changed_in(ctx.vfs, archive, lambda v: operations.paste(v, paths, archive, cut=False, now=now)[0], now)
    except VfsError as e:
        return state, (_problem("Create Compressed Archive", e),)
    return _made(state, ctx, vfs, name, "Compress")


def _extract(state: State, ctx: Context) -> Result:
    paths = selected_paths(state)
    if not paths or not is_archive(paths[0]) or not ctx.vfs.is_file(paths[0]) or not is_folder(state):
        return state, ()
    path, now = paths[0], ctx.clock_ms
    name = ctx.vfs.free_name(state.path, split_name(base_name(path))[0])

    def copied(vfs: Vfs) -> Vfs:
        inside = tuple([s.path for s in vfs.list(path)])
        to = join(state.path, name)
        return operations.paste(vfs.make_dir(to, now), inside, to, cut=False, now=now)[0]

    try:
        return _made(state, ctx, changed_in(ctx.vfs, path, copied, now), name, "Extract")
    except VfsError as e:
        return state, (_problem("Extract", e),)
    except UnreadableError:
        return state, (tell("Extract", f"There was an error while extracting “{base_name(path)}”."),)


CHANGING: Mapping[str, Callable[..., Result]] = {
    **_CHANGES.handlers(),
    "compress": _compress,
    "copy": lambda s, _: _copy(s, False),
    "cut": lambda s, _: _copy(s, True),
    "delete": _delete,
    "delete_now": lambda s, ctx: _delete(s, ctx, True),
    "deleted": _deleted,
    "emptied": _emptied,
    "empty": _empty,
    "extract": _extract,
    "folder_named": _folder_named,
    "new_file": _new_file,
    "new_folder": _new_folder,
    "packed": _packed,
    "paste": _paste,
    "rename": _rename,
    "rename_done": _rename_done,
    "restore": lambda s, ctx: _restore(s, ctx, selected_paths(s)),
    "restore_all": lambda s, ctx: _restore(s, ctx, tuple([d.entry.path for d in trash.deleted(ctx.vfs)])),
    "transferred": _transferred,
}
