"""What programs of documents do with their files: open, save, save as, export, ask before a window closes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from omnigym.errors import MissingDependencyError
from omnigym.sim.app import Close, Context, Effect, Focus, Launch, OpenDialog, RequestClose, SetFiles
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import MessageBox, tell
from omnigym.sim.vfs import HOME, VfsError, base_name, parent_of

Result: TypeAlias = tuple[Any, tuple[Effect, ...]]


class Saying(NamedTuple):
    """The words of a family of programs. "{name}" is the document, "{title}" the program.

    Attributes:
        untitled: What a document without a file is called.
        caption: Of a window.
        corrupt: Said of a file that is not what its name says; "{path}" is where it is.
        box, question: The title and the text of the question before a window closes.
        answers: Its buttons: "Save", "Cancel", and the one that closes the window without saving.
        kind: Its picture.
        exported: What a presentation or a document is exported to.
    """

    untitled: str
    caption: str
    corrupt: str
    box: str
    question: str
    answers: tuple[str, str, str]
    kind: str
    exported: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """What a program does with the files of its documents. Its states have the fields ``path`` and ``closing``.

    Args:
        app, title: Its name, and what its windows are called: "LibreOffice Writer".
        page: The key that has the keyboard once a document is there.
        opens: The kinds of files that it opens, for the dialog.
        saves: The kinds that it saves, the usual one first.
        load: ``load(path, ctx)`` gives the state for a file. It may raise `VfsError` and `ValueError`.
        blank: Gives that for a new document.
        encoded: ``encoded(state, path)`` gives the bytes of a file of that name.
        is_saved: Whether nothing is lost when the window closes.
        saved: ``saved(state, path)`` gives the state once the document is kept at a path.
        untouched: Whether a window has an empty document, in whose place another may be opened.
        outward: A path as a person writes it.
        saying: Its words.
        folder: Where files are that were not saved yet.
        back: Gives a state with the page behind File left.
        proposed: ``proposed(state, kind)`` gives the name under which a document is first saved, or saved as.
        reads_first: Whether a file is read before another window is opened for it: an error then stays in this one.
    """

    app: str
    title: str
    page: str
    opens: tuple[tuple[str, str], ...]
    saves: tuple[tuple[str, str], ...]
    load: Callable[[str, Context], Any]
    blank: Callable[[Context], Any]
    encoded: Callable[[Any, str], bytes]
    is_saved: Callable[[Any], bool]
    saved: Callable[[Any, str], Any]
    untouched: Callable[[Any], bool]
    outward: Callable[[str], str]
    saying: Saying
    folder: str = f"{HOME}/Documents"
    back: Callable[[Any], Any] = lambda state: state
    proposed: Callable[[Any, str], str] | None = None
    reads_first: bool = True

    def init(self, args: object, ctx: Context) -> Result:
        """The first state of a window: `App.init`."""
        path = str(args or "")
        return self._loaded(path, ctx) if path else (self.blank(ctx), ())

    def caption(self, state: Any) -> str:
        """The title of a window: `App.caption`."""
        return self.saying.caption.format(name=self.name_of(state), title=self.title)

    def name_of(self, state: Any) -> str:
        """What its document is called."""
        return base_name(state.path) if state.path else self.saying.untitled

    def document(self, state: Any) -> str:
        """The path of its document: `App.document`."""
        return self.outward(state.path) if state.path else ""

    def handlers(self) -> Mapping[str, Callable[..., Result]]:
        """What handles messages about files."""
        return {
            "close": self._close,
            "close_key": lambda s, _: (s, (RequestClose(),)),
            "closing": self._closing,
            "export_pdf": lambda s, _: self.ask(s, self.saying.exported),
            "new": lambda s, _: (self.back(s), (Launch(self.app),)),
            "open": lambda s, _: (self.back(s), (OpenDialog("file_dialog", self._opening(s), ("open_path",)),)),
            "open_path": self._open_path,
            "save": self._save,
            "save_as": lambda s, _: self.ask(s, self._kinds(s)),
            "save_to": self._save_to,
        }

    def _loaded(self, path: str, ctx: Context) -> Result:
        try:
            return self.load(path, ctx), ()
        except (VfsError, MissingDependencyError) as e:
            return self.blank(ctx), (tell(self.title, str(e)),)
        except ValueError:
            message = self.saying.corrupt.format(name=base_name(path), path=self.outward(path))
            return self.blank(ctx), (tell(self.title, message),)

    def _directory(self, state: Any) -> str:
        return parent_of(state.path) if state.path else self.folder

    def _opening(self, state: Any) -> FileDialog:
        return FileDialog(False, self._directory(state), "", self.opens)

    def _kinds(self, state: Any) -> tuple[tuple[str, str], ...]:
        """The kinds to save as, that of the file first."""
        end = state.path.rpartition(".")[2].lower() if state.path else ""
        return tuple(sorted(self.saves, key=lambda kind: kind[1] != end)) if end else self.saves

    def ask(self, state: Any, kinds: tuple[tuple[str, str], ...]) -> Result:
        """Ask where the document is saved, as one of some kinds."""
        name = (self.proposed or self._proposed)(state, kinds[0][1])
        ask = FileDialog(True, self._directory(state), name, kinds)
        return self.back(state), (OpenDialog("file_dialog", ask, ("save_to",)),)

    def _proposed(self, state: Any, kind: str) -> str:
        return f"{base_name(state.path).rpartition('.')[0] if state.path else self.saying.untitled}.{kind}"

    def _open_path(self, state: Any, ctx: Context, path: str | None) -> Result:
        if path is None:
            return state, ()
        elsewhere = not self.untouched(state)
        if elsewhere and not self.reads_first:
            return self.back(state), (Launch(self.app, path),)
        loaded, effects = self._loaded(path, ctx)
        if elsewhere:
            return self.back(state), effects or (Launch(self.app, path),)
        return (loaded, (Focus(self.page),)) if loaded.path else (self.back(state), effects)

    def _save(self, state: Any, ctx: Context) -> Result:
        return self.written(state, ctx, state.path) if state.path else self.ask(state, self.saves)

    def _save_to(self, state: Any, ctx: Context, path: str | None) -> Result:
        return self.written(state, ctx, path) if path is not None else (state._replace(closing=False), ())

    def written(self, state: Any, ctx: Context, path: str) -> Result:
        """The document written to a path; an exported one stays what it was."""
        try:
            vfs = ctx.vfs.write(path, self.encoded(state, path), ctx.clock_ms)
        except (VfsError, MissingDependencyError) as e:
            return state._replace(closing=False), (tell(self.title, str(e)),)
        if path.lower().endswith(".pdf") and "pdf" in [end for _, end in self.saying.exported]:
            return self.back(state)._replace(closing=False), (SetFiles(vfs), Focus(self.page))
        return self.saved(state, path), (SetFiles(vfs), Close() if state.closing else Focus(self.page))

    def _close(self, state: Any, _ctx: Context) -> Result:
        if self.is_saved(state):
            return state, (Close(),)
        said = self.saying
        question = said.question.format(name=self.name_of(state))
        box = MessageBox(said.box, question, said.answers, "Cancel", said.kind)
        return self.back(state), (OpenDialog("message_box", box, ("closing",)),)

    def _closing(self, state: Any, ctx: Context, answer: str | None) -> Result:
        if answer == "Save":
            return self._save(state._replace(closing=True), ctx)
        return state, (Close(),) if answer in self.saying.answers and answer != "Cancel" else ()
