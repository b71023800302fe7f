"""Undoing what was done to files, in a file manager and on the desktop, which have one list of it together."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.devices.sim.app import Context, Effect, SetFiles
from omnigym.devices.sim.common.message_box import tell
from omnigym.devices.sim.files.journal import Change, Journal
from omnigym.devices.sim.ui.widgets import MenuItem
from omnigym.devices.sim.vfs import Vfs, VfsError

__all__ = ["changed", "redone", "undo_items", "undone"]


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
