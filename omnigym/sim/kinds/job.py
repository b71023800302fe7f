"""Programs that make a file of other files: the sources in an order, and the result, saved, opened and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from omnigym.a11y import Role
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.sim.app import Context, Effect, Launch, OpenDialog, SetFiles
from omnigym.sim.commands import BAR, MENU, Command, Commands, Records
from omnigym.sim.common.file_dialog import FileDialog
from omnigym.sim.common.message_box import tell
from omnigym.sim.files.kinds import extension, split_name
from omnigym.sim.ui.nodes import FILL, Node, column
from omnigym.sim.ui.scope import Scope
from omnigym.sim.ui.widgets import scroll
from omnigym.sim.vfs import HOME, VfsError, base_name, canonical, join, parent_of

#: The types of files of a dialog: labels, and endings with semicolons between them, "" for all.
Kinds: TypeAlias = tuple[tuple[str, str], ...]
_MOST = 100
_DAMAGED = "{} cannot be read.\nThe file is damaged, or of a kind that is not supported here."


class Jobs(NamedTuple):
    """The part of a window's state, in its field ``jobs``, that is about its files.

    Attributes:
        sources: The paths of the files that something is made of, in their order.
        chosen: The one that is chosen, or "".
        made: The path of what was made last, or "".
    """

    sources: tuple[str, ...] = ()
    chosen: str = ""
    made: str = ""


_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]


class Maker:
    """What programs of this kind do with their files. A state has a field ``jobs``.

    Args:
        title: What message boxes are called.
        prefix: What the keys of the controls begin with.
        kinds: Gives the types of the files that are taken in a state.
        read: Reads the content of a source; what it returns is ignored.
        folder: Where dialogs begin.

    Attributes:
        on: The handlers, for `App.on`.
        sources: The commands on a source: remove it, move it, remove all.
    """

    def __init__(
        self,
        title: str,
        prefix: str,
        kinds: Callable[[Any], Kinds],
        read: Callable[[str, bytes], object],
        folder: str = f"{HOME}/Documents",
    ) -> None:
        self.title, self._prefix, self._kinds, self._read, self._folder = title, prefix, kinds, read, folder
        self.on: Mapping[str, Callable[..., _Result]] = {
            "take": self.ask,
            "taken": lambda state, ctx, path: self.add_sources(state, ctx, path) if path is not None else (state, ()),
            "paste": self._paste,
            "source": lambda s, _, path: (s._replace(jobs=s.jobs._replace(chosen=path)), ()),
            "show_made": self._show,
            "dismiss_made": lambda s, _: (s._replace(jobs=s.jobs._replace(made="")), ()),
        }
        self.sources = Commands(
            prefix,
            Command("earlier", "Move up", run=self._mover(-1), icon="arrow-up", enabled=bool),
            Command("later", "Move down", run=self._mover(1), icon="arrow-down", enabled=bool),
            Command("remove", "Remove", run=self._removed, icon="dismiss-circle", places=(BAR, MENU), enabled=bool),
            records=Records(_source, lambda state, *_: (state, ())),
            menu="source_menu",
        )

    # -- sources --------------------------------------------------------------------------------------------------

    def ask(self, state: Any, _ctx: Context) -> _Result:
        """Ask for another source."""
        return state, (OpenDialog("file_dialog", FileDialog(False, self._folder, "", self._kinds(state)), ("taken",)),)

    def add_sources(self, state: Any, ctx: Context, *paths: str) -> _Result:
        """Take files among the sources; the first that cannot be read is told of, and nothing is taken."""
        real = [ctx.vfs.real_path(canonical(path)) for path in paths]
        bad = next((path for path in real if not self._readable(state, ctx, path)), None)
        if bad is not None or not real:
            return state, (tell(self.title, _DAMAGED.format(base_name(bad))),) if bad is not None else ()
        sources = tuple(dict.fromkeys((*state.jobs.sources, *real)))[:_MOST]
        return state._replace(jobs=state.jobs._replace(sources=sources, chosen=real[-1])), ()

    def _readable(self, state: Any, ctx: Context, path: str) -> bool:
        endings = {end for _, ends in self._kinds(state) for end in ends.split(";")}
        if ("" not in endings and extension(path) not in endings) or not ctx.vfs.is_file(path):
            return False
        try:
            self._read(path, ctx.vfs.read(path))
        except (UnreadableError, TooLargeError):
            return False
        return True

    def _paste(self, state: Any, ctx: Context) -> _Result:
        """Take the files that were copied in Explorer."""
        if not ctx.clipboard.files:
            return state, (tell(self.title, "Nothing was pasted. Copy files first.", "info"),)
        return self.add_sources(state, ctx, *ctx.clipboard.files)

    def _mover(self, steps: int) -> Callable[..., _Result]:
        def moved(state: Any, _ctx: Context, path: str) -> _Result:
            sources = list(state.jobs.sources)
            at = sources.index(path)
            to = min(max(at + steps, 0), len(sources) - 1)
            sources.insert(to, sources.pop(at))
            return state._replace(jobs=state.jobs._replace(sources=tuple(sources), chosen=path)), ()

        return moved

    def _removed(self, state: Any, _ctx: Context, path: str) -> _Result:
        left = tuple([other for other in state.jobs.sources if other != path])
        return state._replace(jobs=state.jobs._replace(sources=left, chosen=left[-1] if left else "")), ()

    # -- the result -----------------------------------------------------------------------------------------------

    def where(self, state: Any, name: str, kinds: Kinds, reply: str) -> _Result:
        """Ask where the result is to be saved, beside the first source; the answer goes to a message."""
        first = next(iter(state.jobs.sources), "")
        ask = FileDialog(True, parent_of(first) if first else self._folder, name, kinds)
        return state, (OpenDialog("file_dialog", ask, (reply,)),)

    def write_result(self, state: Any, ctx: Context, path: str, make: Callable[[], bytes]) -> _Result:
        """Write what was made, or tell why there is none."""
        try:
            files = ctx.vfs.write(path, make(), ctx.clock_ms)
        except (VfsError, UnreadableError, TooLargeError) as e:
            return state, (tell(self.title, str(e)),)
        return state._replace(jobs=state.jobs._replace(made=files.real_path(path))), (SetFiles(files),)

    @staticmethod
    def _show(state: Any, ctx: Context) -> _Result:
        made = state.jobs.made
        folder = made if ctx.vfs.is_dir(made) else parent_of(made)
        return state, (Launch("file_manager", folder),) if made else ()

    # -- what it looks like ---------------------------------------------------------------------------------------

    def source_list(self, ui: Scope, jobs: Jobs, said: tuple[str, ...], empty: str) -> Node:
        """Return the list of sources, each with what is said of it."""
        lines = [
            ui.item(
                f"source.{path}",
                base_name(path),
                ui.text(f"{n}", "/muted", w=24),
                ui.text(base_name(path), "/", w=FILL),
                ui.text(more, "/caption"),
                h=38,
                pad=(12, 0),
                gap=8,
                selected=path == jobs.chosen,
                style="source_chosen" if path == jobs.chosen else "source",
                click=("source", path),
                context=("source_menu", path),
            )
            for n, (path, more) in enumerate(zip(jobs.sources, said, strict=True), 1)
        ]
        if not lines:
            hint = ui.text(empty, "/muted")
            return ui.row(hint, style="drop", h=FILL, justify="center")
        return ui.column(
            scroll(f"{self._prefix}.sources", column(*lines, gap=4, role=Role.LIST, name="Files"), name="Files"),
            style="drop",
            pad=8,
            h=FILL,
        )

    @staticmethod
    def made_bar(ui: Scope, made: str, said: str = "{} was saved.") -> Node | None:
        """Return the line that says what was made; None for nothing."""
        if not made:
            return None
        return ui.row(
            ui.icon("checkmark-circle", "/", size=16),
            ui.text(said.format(base_name(made)), "/", key="made", w=FILL),
            ui.button("show_made", "Show in folder", "/link"),
            ui.tool("dismiss_made", "dismiss", "Dismiss", "/nav"),
            style="made",
            h=36,
            pad=(12, 0, 4, 0),
            gap=8,
        )


def _source(state: Any, _ctx: Context, *named: str) -> str | None:
    path = named[0] if named else state.jobs.chosen
    return path if path in state.jobs.sources else None


def beside(path: str, ending: str, more: str = "") -> str:
    """Return the path beside a file with another ending, and perhaps more in its name.

    >>> beside("C:/a/b.avi", "mp4"), beside("C:/a/b.pdf", "pdf", " merged")
    ('C:/a/b.mp4', 'C:/a/b merged.pdf')
    """
    return join(parent_of(path), f"{split_name(base_name(path))[0]}{more}.{ending}")
