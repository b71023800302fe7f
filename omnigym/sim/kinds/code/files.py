"""Opening, saving and closing files in the tabs of an editor of code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.documents import check_text
from omnigym.errors import TooLargeError
from omnigym.sim.app import Close, Context, Effect, Focus, OpenDialog, SetFiles, ShowCaret
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.common.text_editor.state import TEXT
from omnigym.sim.documents.edit import length_of, start_lines
from omnigym.sim.kinds.code.state import Result, State, Tab, is_saved, put
from omnigym.sim.vfs import HOME, VfsError, base_name, parent_of
from omnigym.sim.work_budget import charge

__all__ = ["Files", "Host", "line_ends", "shown"]

#: Units of work of each tab where there is another one.
_TAB = 60
_BINARY = (
    "The file is not displayed in the text editor because it is either binary or uses an unsupported text encoding."
)


class Host(NamedTuple):
    """What is another in each program.

    Attributes:
        title: The program's.
        inward, outward: Paths as a person writes them to those inside, and back.
        untitled: What a tab without a file is called, with its number.
        suggested: What its name is when it is saved, with that name.
        types: Kinds of files in the dialogs, as of `FileDialog`.
        separator: What stands between the parts of a path.
    """

    title: str
    inward: Callable[[str], str]
    outward: Callable[[str], str]
    untitled: str = "Untitled-{}"
    suggested: str = "{}.txt"
    types: tuple[tuple[str, str], ...] = (("All Files", ""),)
    separator: str = "/"


def shown(state: State, at: int) -> Result:
    """Another tab in front, or none where there is none."""
    if not state.tabs:
        return state._replace(at=0), ()
    return state._replace(at=min(max(0, at), len(state.tabs) - 1)), (Focus(TEXT), ShowCaret(TEXT))


def line_ends(ctx: Context, path: str) -> str:
    """How the lines of a file end, which stays so when it is saved."""
    return "\r\n" if path and ctx.vfs.is_file(path) and b"\r\n" in ctx.vfs.read(path) else "\n"


class Files:
    """What opens, keeps and closes the files of a program.

    Args:
        host: The program.

    Attributes:
        on: The handlers of the answers of dialogs, for `App.on`.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.on: Mapping[str, Callable[..., Result]] = {
            "close": self.close_window,
            "closing": self.closing,
            "open_path": self.open_path,
            "save_to": self.save_to,
            "tab": lambda state, _, at: shown(state, at),
        }

    def name_of(self, state: State, at: int) -> str:
        """What a tab is called."""
        tab = state.tabs[at]
        number = sum([not t.path for t in state.tabs[: at + 1]])
        return base_name(tab.path) if tab.path else self.host.untitled.format(number)

    def caption(self, state: State) -> str:
        """The title of a window."""
        tab, parts = state.tab, []
        if tab is not None:
            parts.append(("" if is_saved(tab) else "● ") + self.name_of(state, state.at))
        if state.folder:
            parts.append(base_name(state.folder))
        return " - ".join([*parts, self.host.title])

    def document(self, state: State) -> str:
        """The path that a window shows, as a person writes it."""
        return self.host.outward(state.tab.path) if state.tab is not None and state.tab.path else ""

    def told(self, message: str) -> Effect:
        """A message of the program."""
        return tell(self.host.title, message)

    # -- opening ------------------------------------------------------------------------------------------------

    def init(self, args: object, ctx: Context) -> Result:
        """The first state of a window, of the file or folder that it is to show."""
        path = str(args or "")
        if path and ctx.vfs.is_dir(path):
            return State(folder=ctx.vfs.real_path(path)), ()
        return self.open_path(State(), ctx, path) if path else (State(), ())

    def new(self, state: State, _ctx: Context) -> Result:
        """A new tab without a file."""
        edit = start_lines("")
        charge(_TAB + sum([_TAB + 3 * len(tab.edit.document.paragraphs) for tab in state.tabs]))
        return shown(state._replace(tabs=(*state.tabs, Tab(edit, edit.document))), len(state.tabs))

    def open_path(self, state: State, ctx: Context, path: str | None) -> Result:
        """A file in a tab: the one that it has already, or a new one."""
        if path is None:
            return state, ()
        try:
            data = ctx.vfs.read(path)
            check_text(data)
            content = data.decode("utf-8")
        except VfsError as e:
            return state, (self.told(str(e)),)
        except TooLargeError:
            return state, (self.told(f"{base_name(path)} is too large to open."),)
        except UnicodeDecodeError:
            return state, (self.told(_BINARY),)
        if "\0" in content:
            return state, (self.told(_BINARY),)
        real = ctx.vfs.real_path(path)
        known = next((i for i, tab in enumerate(state.tabs) if tab.path == real), None)
        if known is not None:
            return shown(state, known)
        edit = start_lines(content.replace("\r\n", "\n").replace("\r", "\n"))
        tab = Tab(edit, edit.document, real, characters=length_of(edit.document))
        return shown(state._replace(tabs=(*state.tabs, tab)), len(state.tabs))

    def _directory(self, state: State) -> str:
        tab = state.tab
        return parent_of(tab.path) if tab is not None and tab.path else state.folder or f"{HOME}/Documents"

    def suggested(self, state: State) -> str:
        """The path that is suggested where a folder is asked for."""
        return self.host.outward(self._directory(state)) + self.host.separator

    def open_some(self, state: State, _ctx: Context) -> Result:
        """The dialog that opens a file."""
        ask = FileDialog(False, self._directory(state), "", self.host.types)
        return state, (OpenDialog("file_dialog", ask, ("open_path",)),)

    # -- saving -------------------------------------------------------------------------------------------------

    def save(self, state: State, ctx: Context) -> Result:
        """The shown tab kept in its file, or in one that is asked for."""
        tab = state.tab
        if tab is None:
            return state, ()
        return self._written(state, ctx, tab, tab.path) if tab.path else self.save_as(state, ctx)

    def save_as(self, state: State, _ctx: Context) -> Result:
        """The dialog that asks for the name of the shown tab's file."""
        if state.tab is None:
            return state, ()
        name = self.name_of(state, state.at)
        name = name if state.tab.path else self.host.suggested.format(name)
        ask = FileDialog(True, self._directory(state), name, self.host.types)
        return state, (OpenDialog("file_dialog", ask, ("save_to",)),)

    def save_to(self, state: State, ctx: Context, path: str | None) -> Result:
        """What the dialog answered."""
        tab = state.tab
        if tab is None:
            return state, ()
        return _stay(state, tab) if path is None else self._written(state, ctx, tab, path)

    def _written(self, state: State, ctx: Context, tab: Tab, path: str) -> Result:
        content = tab.edit.document.text.replace("\n", line_ends(ctx, tab.path)).encode("utf-8", "replace")
        try:
            vfs = ctx.vfs.write(path, content, ctx.clock_ms)
        except VfsError as e:
            return _stay(state, tab, self.told(str(e)))
        state = put(state, tab._replace(path=vfs.real_path(path), saved=tab.edit.document))
        if not tab.closing:
            return state, (SetFiles(vfs), Focus(TEXT))
        state, effects = self._dropped(state)
        return state, (SetFiles(vfs), *effects)

    # -- closing ------------------------------------------------------------------------------------------------

    def close_tab(self, state: State, _ctx: Context, at: int | None = None) -> Result:
        """A tab closed, after a question where it is not saved."""
        at = state.at if at is None else at
        if not 0 <= at < len(state.tabs):
            return state, ()
        state = state._replace(at=at)
        return self._dropped(state) if is_saved(state.tabs[at]) else self._asking(state)

    def _asking(self, state: State) -> Result:
        name = self.name_of(state, state.at)
        question = (
            f"Do you want to save the changes you made to {name}?\nYour changes will be lost if you don't save them."
        )
        box = MessageBox(self.host.title, question, ("Don't Save", "Cancel", "Save"), "Cancel", "question")
        return state, (OpenDialog("message_box", box, ("closing",)),)

    def closing(self, state: State, ctx: Context, answer: str | None) -> Result:
        """What becomes of the shown tab, which is not saved."""
        tab = state.tab
        if tab is None:
            return state, ()
        if answer == "Save":
            return self.save(put(state, tab._replace(closing=True)), ctx)
        return self._dropped(state) if answer == "Don't Save" else _stay(state, tab)

    def _dropped(self, state: State) -> Result:
        tabs = (*state.tabs[: state.at], *state.tabs[state.at + 1 :])
        state = state._replace(tabs=tabs, at=max(0, min(state.at, len(tabs) - 1)))
        return self._leaving(state) if state.leaving else shown(state, state.at)

    def close_window(self, state: State, _ctx: Context) -> Result:
        """The window closed, after a question for each tab that is not saved."""
        return self._leaving(state)

    def _leaving(self, state: State) -> Result:
        unsaved = next((i for i, tab in enumerate(state.tabs) if not is_saved(tab)), None)
        if unsaved is None:
            return state, (Close(),)
        return self._asking(state._replace(at=unsaved, leaving=True))


def _stay(state: State, tab: Tab, *effects: Effect) -> Result:
    return put(state, tab._replace(closing=False))._replace(leaving=False), effects
