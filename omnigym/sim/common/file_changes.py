"""What file managers do to files, whatever they look like and wherever they throw things away.

Their states have the fields ``path``, ``selected``, ``cursor``, ``rename`` and ``rename_text``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from omnigym.sim.app import Context, Effect, Focus, SetClipboard, SetFiles
from omnigym.sim.common.message_box import tell
from omnigym.sim.files import operations
from omnigym.sim.files.journal import Change, Journal
from omnigym.sim.files.kinds import split_name
from omnigym.sim.handlers import sets
from omnigym.sim.ui.widgets import MenuItem
from omnigym.sim.vfs import Vfs, VfsError, base_name, parent_of
from omnigym.values import ClipboardContent

# -- undoing ----------------------------------------------------------------------------------------------------------

# Undoing what was done to files, in a file manager and on the desktop, which have one list of it together.


def changed(ctx: Context, vfs: Vfs, what: str) -> SetFiles:
    """The effect of a change that can be undone; menus call it ``what``."""
    return SetFiles(vfs, ctx.journal.after(what, ctx.vfs, vfs))


def undone(ctx: Context) -> tuple[Effect, ...]:
    """The effects of undoing the last change."""
    done = ctx.journal.done
    return _turned(ctx, ctx.journal.undo, f"Undo {done[-1].what}", Journal(done[:-1])) if done else ()


def redone(ctx: Context) -> tuple[Effect, ...]:
    """The effects of doing again what was undone last."""
    done, back = ctx.journal
    return _turned(ctx, ctx.journal.redo, f"Redo {back[-1].what}", Journal(done, back[:-1])) if back else ()


def _turned(
    ctx: Context, turn: Callable[[Vfs, int], tuple[Vfs, Journal]], title: str, otherwise: Journal
) -> tuple[Effect, ...]:
    """What cannot be turned back is said and forgotten, so that the change before it can be."""
    try:
        return (SetFiles(*turn(ctx.vfs, ctx.clock_ms)),)
    except VfsError as e:
        return SetFiles(ctx.vfs, otherwise), tell(title, str(e))


def undo_items(prefix: str, journal: Journal) -> tuple[MenuItem, ...]:
    """The lines of a menu that undo and redo; none where there is nothing to."""

    def line(key: str, changes: tuple[Change, ...], shortcut: str) -> tuple[MenuItem, ...]:
        label = f"{key.capitalize()} {changes[-1].what}" if changes else ""
        return (MenuItem(f"{prefix}.{key}", label, (key,), key, shortcut),) if changes else ()

    return line("undo", journal.done, "Ctrl+Z") + line("redo", journal.undone, "Ctrl+Y")


# -- file changes -----------------------------------------------------------------------------------------------------

_Result: TypeAlias = tuple[Any, tuple[Effect, ...]]


@dataclass(frozen=True, slots=True)
class FileChanges:
    """Names that are edited in their place, files that are dragged and pasted, undoing.

    Args:
        rows: The key of the list of files.
        path_of: ``path_of(state, entry)`` gives the path of an entry of the list.
        is_folder: Whether what is shown is a folder, and no page of the program's own.
        outward: A path as the clipboard has it.
        transfer: ``transfer(state, paths, folder, cut, ctx)`` copies or moves files, after a question if need be.
    """

    rows: str
    path_of: Callable[[Any, str], str]
    is_folder: Callable[[Any], bool]
    outward: Callable[[str], str]
    transfer: Callable[[Any, tuple[str, ...], str, bool, Context], _Result]

    def renaming(self, state: Any, entry_id: str) -> _Result:
        """The name of an entry is edited, at first all of it but its ending."""
        name = base_name(self.path_of(state, entry_id))
        focus = Focus(f"{self.rows}.rename", 0, len(split_name(name)[0]))
        return state._replace(rename=entry_id, rename_text=name), (focus,)

    def copied(self, paths: tuple[str, ...], *, cut: bool) -> tuple[Effect, ...]:
        """Files on the clipboard, to be copied or moved."""
        return (SetClipboard(ClipboardContent(files=tuple([self.outward(p) for p in paths]), cut=cut)),)

    def pasted(
        self, state: Any, ctx: Context, vfs: Vfs, names: tuple[str, ...], job: tuple[tuple[str, ...], str, bool]
    ) -> _Result:
        """After a transfer: what came is selected, and what was cut is on the clipboard no more.

        Args:
            state, ctx: As they were before.
            vfs: The files after it.
            names: What the files are called where they came.
            job: The paths, the folder that they came to, and whether they were moved.
        """
        paths, folder, cut = job
        here = folder == state.path and self.is_folder(state)
        state = state._replace(selected=names if here else (), cursor=names[-1] if names and here else "")
        clears = cut and ctx.clipboard.cut and set(ctx.clipboard.files) == {self.outward(p) for p in paths}
        files = changed(ctx, vfs, "Move" if cut else "Copy")
        return state, (files, *((SetClipboard(ClipboardContent()),) if clears else ()))

    def _drop_on(self, state: Any, ctx: Context, folder: str, copies: bool, payload: object) -> _Result:
        """Files dragged onto a folder are moved there, or copied: in their own folder, beside themselves."""
        dragged = [p for p in operations.dragged(payload) if p.casefold() != folder.casefold()]
        paths = tuple([p for p in dragged if copies or parent_of(p) != folder])
        if not paths or not ctx.vfs.is_dir(folder):
            return state, ()
        return self.transfer(state, paths, folder, not copies, ctx)

    def _drop(self, state: Any, ctx: Context, copies: bool, payload: object, entry_id: str) -> _Result:
        target = self.path_of(state, entry_id) if entry_id else ""
        if target and ctx.vfs.is_dir(target):
            return self._drop_on(state, ctx, target, copies, payload)
        return self._drop_on(state, ctx, state.path, copies, payload) if self.is_folder(state) else (state, ())

    def handlers(self) -> Mapping[str, Callable[..., _Result]]:
        """What handles messages about names, dragging and undoing, by their first word."""
        return {
            "drop": self._drop,
            "drop_on": self._drop_on,
            "redo": lambda state, ctx: (_unselected(state), redone(ctx)),
            "rename_cancel": lambda state, _: (state._replace(rename=""), (Focus(self.rows),)),
            "rename_text": sets("rename_text"),
            "undo": lambda state, ctx: (_unselected(state), undone(ctx)),
        }


def _unselected(state: Any) -> Any:
    """Before a turn back or forth: what it touches may be what is selected."""
    return state._replace(selected=(), cursor="", rename="")
