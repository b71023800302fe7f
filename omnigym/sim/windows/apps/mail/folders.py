"""Choosing, finding, moving and marking mails in a mail window."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.documents.mail import read_headers, read_mail
from omnigym.sim.app import Context, Focus, OpenDialog, SetFiles, ShowMenu
from omnigym.sim.common.mail import folder_of, folder_path, folders, mark, move
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.documents.edit import Edit, start_lines
from omnigym.sim.handlers import sets
from omnigym.sim.vfs import Vfs, valid_name
from omnigym.sim.windows.apps.mail.drafts import Result, put_away, resume
from omnigym.sim.windows.apps.mail.state import LIST, ONLY, State, path_of, selected_paths
from omnigym.sim.windows.apps.mail.view import item_menu


def _changed(state: State, ctx: Context, vfs: Vfs, *, focus: bool = False) -> Result:
    return state, (
        *((SetFiles(vfs),) if vfs is not ctx.vfs else ()),
        *((Focus(LIST),) if focus else ()),
    )


# -- reading --------------------------------------------------------------------------------------------------


def shown(state: State, vfs: Vfs, path: str, now: int) -> tuple[State, Vfs]:
    """With a mail in the reading pane, which makes it a read one; a draft is written on instead."""
    content = vfs.read(path)
    if folder_of(path) == "Drafts":
        return resume(state, path, content), vfs
    return state._replace(edit=start_lines(read_mail(content).body), shown=path), mark(vfs, path, now, read=True)


def _select(state: State, ctx: Context, ids: tuple[str, ...], cursor: str) -> Result:
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    state = state._replace(selected=ids, cursor=cursor)
    path = path_of(state, ids[0]) if len(ids) == 1 else ""
    if not path or not vfs.is_file(path):
        return _changed(state._replace(edit=Edit(), shown=""), ctx, vfs)
    state, vfs = shown(state, vfs, path, ctx.clock_ms)
    return _changed(state, ctx, vfs)


def _open(state: State, ctx: Context, name: str) -> Result:
    return _select(state, ctx, (name,), name)


def _back(state: State, ctx: Context) -> Result:
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    return _changed(state._replace(edit=Edit(), shown="", selected=()), ctx, vfs, focus=True)


def _folder(state: State, ctx: Context, name: str) -> Result:
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    state = State(folder=name, attach_from=state.attach_from)
    return _changed(state, ctx, vfs, focus=True)


def _search_cancel(state: State, _ctx: Context) -> Result:
    return state._replace(query=""), (Focus(LIST),)


def _only(state: State, _ctx: Context, which: str) -> Result:
    return (state._replace(only=which), ()) if which in ONLY else (state, ())


# -- moving and marking -----------------------------------------------------------------------------------------


def _without_chosen(state: State) -> State:
    """After what was chosen has gone."""
    return state._replace(edit=Edit(), selected=(), shown="", draft=None)


def _moved(state: State, ctx: Context, folder: str) -> Result:
    """What is chosen goes to another folder; a draft that is written on goes as it was saved."""
    state, vfs = put_away(state, ctx.vfs, ctx.clock_ms)
    for path in selected_paths(state, vfs):
        vfs, _ = move(vfs, path, folder, ctx.clock_ms)
    return _changed(_without_chosen(state), ctx, vfs, focus=True)


def _move(state: State, ctx: Context, folder: str) -> Result:
    if folder == state.folder or not state.selected:
        return state, ()
    return _moved(state, ctx, folder)


def _delete(state: State, ctx: Context) -> Result:
    paths = selected_paths(state, ctx.vfs)
    if not paths:
        return state, ()
    if state.folder != "Deleted":
        return _moved(state, ctx, "Deleted")
    what = "this message" if len(paths) == 1 else f"these {len(paths)} messages"
    box = MessageBox("Delete", f"Are you sure you want to permanently delete {what}?", ("Yes", "No"), "No", "warning")
    return state, (OpenDialog("message_box", box, ("delete_for_good", paths)),)


def _delete_for_good(state: State, ctx: Context, paths: tuple[str, ...], answer: str | None) -> Result:
    if answer != "Yes":
        return state, ()
    vfs = ctx.vfs
    for path in paths:
        if vfs.is_file(path):
            vfs = vfs.delete(path, ctx.clock_ms)
    return _changed(_without_chosen(state), ctx, vfs, focus=True)


def _drop_on(state: State, ctx: Context, folder: str, payload: object) -> Result:
    match payload:
        case (("mails", str(source)), (*ids,)) if source == state.folder and folder not in (source, "Drafts", "Sent"):
            return _moved(state._replace(selected=tuple(map(str, ids))), ctx, folder)
        case _:
            return state, ()


def _unread(state: State, ctx: Context) -> Result:
    """Chosen mails become read ones where one of them is not, else unread ones."""
    paths, vfs = selected_paths(state, ctx.vfs), ctx.vfs
    read = not all(read_headers(vfs.read(p)).marks.read for p in paths)
    return _marked(state, ctx, read=read)


def _set_read(state: State, ctx: Context, read: bool) -> Result:
    return _marked(state, ctx, read=read)


def _flag(state: State, ctx: Context) -> Result:
    vfs = ctx.vfs
    flagged = not all(read_headers(vfs.read(p)).marks.flagged for p in selected_paths(state, vfs))
    return _marked(state, ctx, flagged=flagged)


def _marked(state: State, ctx: Context, *, read: bool | None = None, flagged: bool | None = None) -> Result:
    vfs = ctx.vfs
    for path in selected_paths(state, vfs):
        vfs = mark(vfs, path, ctx.clock_ms, read=read, flagged=flagged)
    return _changed(state, ctx, vfs)


def _context(state: State, ctx: Context, entry: str) -> Result:
    return (state, (ShowMenu(item_menu(state, ctx)),)) if entry and state.selected else (state, ())


# -- folders of one's own ---------------------------------------------------------------------------------------


def _new_folder(state: State, _ctx: Context) -> Result:
    return state._replace(naming=""), (Focus("mail.new_folder_name"),)


def _folder_named(state: State, ctx: Context, name: str) -> Result:
    if state.naming is None:  # the field is gone already, and so is the focus it had
        return state, ()
    state, name = state._replace(naming=None), name.strip()
    if not name:
        return state, (Focus(LIST),)
    if not valid_name(name):
        return state, (tell("Outlook", f"'{name}' cannot be the name of a folder. Choose another one."),)
    if name.casefold() in {f.casefold() for f in folders(ctx.vfs)}:
        return state, (tell("Outlook", f"There is already a folder named '{name}'."),)
    return _changed(state, ctx, ctx.vfs.make_dir(folder_path(name), ctx.clock_ms), focus=True)


FOLDING: Mapping[str, Callable[..., Result]] = {
    "archive": lambda s, ctx: _move(s, ctx, "Archive"),
    "back": _back,
    "context": _context,
    "delete": _delete,
    "delete_for_good": _delete_for_good,
    "drop_on": _drop_on,
    "flag": _flag,
    "folder": _folder,
    "folder_named": _folder_named,
    "folder_text": sets("naming"),
    "key_search": lambda s, _: (s, (Focus("mail.search", 0, -1),)),
    "move": _move,
    "naming_cancel": lambda s, _: (s._replace(naming=None), (Focus(LIST),)),
    "new_folder": _new_folder,
    "only": _only,
    "open": _open,
    "query": sets("query"),
    "search": lambda s, _, __: (s, (Focus(LIST),)),
    "search_cancel": _search_cancel,
    "select": _select,
    "set_read": _set_read,
    "unread": _unread,
}
