"""Opening, saving and closing files in the code editor."""

from __future__ import annotations

from omnigym.devices.sim.app import Close, Context, Effect, Focus, OpenDialog, SetFiles, ShowCaret
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.common.text_editor.state import TEXT, length_of
from omnigym.devices.sim.documents.edit import start_lines
from omnigym.devices.sim.linux.apps.code_editor.state import Result, State, Tab, is_saved, name_of, put
from omnigym.devices.sim.linux.apps.dialogs.file_dialog import FileDialog
from omnigym.devices.sim.linux.paths import outward
from omnigym.devices.sim.vfs import HOME, VfsError, parent_of

__all__ = [
    "TITLE",
    "close_tab",
    "close_window",
    "closing",
    "init",
    "line_ends",
    "new",
    "open_path",
    "open_some",
    "save",
    "save_as",
    "save_to",
    "shown",
    "suggested",
]

TITLE = "Visual Studio Code"
_BINARY = (
    "The file is not displayed in the text editor because it is either binary or uses an unsupported text encoding."
)


def shown(state: State, at: int) -> Result:
    """Another tab in front, or none where there is none."""
    if not state.tabs:
        return state._replace(at=0), ()
    return state._replace(at=min(max(0, at), len(state.tabs) - 1)), (Focus(TEXT), ShowCaret(TEXT))


def init(args: object, ctx: Context) -> Result:
    """The first state of a window, of the file or folder that it is to show."""
    path = str(args or "")
    if path and ctx.vfs.is_dir(path):
        return State(folder=ctx.vfs.real_path(path)), ()
    return open_path(State(), ctx, path) if path else (State(), ())


def new(state: State, _ctx: Context) -> Result:
    """A new tab without a file."""
    edit = start_lines("")
    return shown(state._replace(tabs=(*state.tabs, Tab(edit, edit.document))), len(state.tabs))


def open_path(state: State, ctx: Context, path: str | None) -> Result:
    """A file in a tab: the one that it has already, or a new one."""
    if path is None:
        return state, ()
    try:
        content = ctx.vfs.read(path).decode("utf-8")
    except VfsError as e:
        return state, (tell(TITLE, str(e)),)
    except UnicodeDecodeError:
        return state, (tell(TITLE, _BINARY),)
    if "\0" in content:
        return state, (tell(TITLE, _BINARY),)
    real = ctx.vfs.real_path(path)
    known = next((i for i, tab in enumerate(state.tabs) if tab.path == real), None)
    if known is not None:
        return shown(state, known)
    edit = start_lines(content.replace("\r\n", "\n").replace("\r", "\n"))
    tab = Tab(edit, edit.document, real, characters=length_of(edit.document))
    return shown(state._replace(tabs=(*state.tabs, tab)), len(state.tabs))


def _directory(state: State) -> str:
    tab = state.tab
    return parent_of(tab.path) if tab is not None and tab.path else state.folder or f"{HOME}/Documents"


def suggested(state: State) -> str:
    """The path that is suggested where a folder is asked for."""
    return f"{outward(_directory(state))}/"


def open_some(state: State, _ctx: Context) -> Result:
    """The dialog that opens a file."""
    return state, (OpenDialog("file_dialog", FileDialog(False, _directory(state)), ("open_path",)),)


def line_ends(ctx: Context, path: str) -> str:
    """How the lines of a file end, which stays so when it is saved."""
    return "\r\n" if path and ctx.vfs.is_file(path) and b"\r\n" in ctx.vfs.read(path) else "\n"


def save(state: State, ctx: Context) -> Result:
    """The shown tab kept in its file, or in one that is asked for."""
    tab = state.tab
    if tab is None:
        return state, ()
    return _written(state, ctx, tab, tab.path) if tab.path else save_as(state, ctx)


def save_as(state: State, _ctx: Context) -> Result:
    """The dialog that asks for the name of the shown tab's file."""
    if state.tab is None:
        return state, ()
    name = name_of(state, state.at)
    ask = FileDialog(True, _directory(state), name if state.tab.path else f"{name}.txt")
    return state, (OpenDialog("file_dialog", ask, ("save_to",)),)


def save_to(state: State, ctx: Context, path: str | None) -> Result:
    """What the dialog answered."""
    tab = state.tab
    if tab is None:
        return state, ()
    return _stay(state, tab) if path is None else _written(state, ctx, tab, path)


def _stay(state: State, tab: Tab, *effects: Effect) -> Result:
    return put(state, tab._replace(closing=False))._replace(leaving=False), effects


def _written(state: State, ctx: Context, tab: Tab, path: str) -> Result:
    content = tab.edit.document.text.replace("\n", line_ends(ctx, tab.path)).encode("utf-8", "replace")
    try:
        vfs = ctx.vfs.write(path, content, ctx.clock_ms)
    except VfsError as e:
        return _stay(state, tab, tell(TITLE, str(e)))
    state = put(state, tab._replace(path=vfs.real_path(path), saved=tab.edit.document))
    if not tab.closing:
        return state, (SetFiles(vfs), Focus(TEXT))
    state, effects = _dropped(state)
    return state, (SetFiles(vfs), *effects)


def close_tab(state: State, _ctx: Context, at: int | None = None) -> Result:
    """A tab closed, after a question where it is not saved."""
    at = state.at if at is None else at
    if not 0 <= at < len(state.tabs):
        return state, ()
    state = state._replace(at=at)
    return _dropped(state) if is_saved(state.tabs[at]) else _asking(state)


def _asking(state: State) -> Result:
    name = name_of(state, state.at)
    question = f"Do you want to save the changes you made to {name}?\nYour changes will be lost if you don't save them."
    box = MessageBox(TITLE, question, ("Don't Save", "Cancel", "Save"), "Cancel", "question")
    return state, (OpenDialog("message_box", box, ("closing",)),)


def closing(state: State, ctx: Context, answer: str | None) -> Result:
    """What becomes of the shown tab, which is not saved."""
    tab = state.tab
    if tab is None:
        return state, ()
    if answer == "Save":
        return save(put(state, tab._replace(closing=True)), ctx)
    return _dropped(state) if answer == "Don't Save" else _stay(state, tab)


def _dropped(state: State) -> Result:
    tabs = (*state.tabs[: state.at], *state.tabs[state.at + 1 :])
    state = state._replace(tabs=tabs, at=max(0, min(state.at, len(tabs) - 1)))
    return _leaving(state) if state.leaving else shown(state, state.at)


def close_window(state: State, _ctx: Context) -> Result:
    """The window closed, after a question for each tab that is not saved."""
    return _leaving(state)


def _leaving(state: State) -> Result:
    unsaved = next((i for i, tab in enumerate(state.tabs) if not is_saved(tab)), None)
    if unsaved is None:
        return state, (Close(),)
    return _asking(state._replace(at=unsaved, leaving=True))
