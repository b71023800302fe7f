"""Emptying the Recycle Bin, from its window and from its icon; Windows asks first, since nothing brings it back."""

from __future__ import annotations

from omnigym.devices.sim.app import Context, Effect, OpenDialog, SetFiles
from omnigym.devices.sim.common.message import MessageBox
from omnigym.devices.sim.windows import recycle_bin

__all__ = ["ask_to_empty", "emptied"]


def ask_to_empty(ctx: Context) -> tuple[Effect, ...]:
    """The question before it, whose answer comes back as ``("emptied", answer)``; none where nothing is in it."""
    found = recycle_bin.deleted(ctx.vfs)
    if not found:
        return ()
    one = len(found) == 1
    what = f"'{found[0].entry.name}'" if one else f"these {len(found)} items"
    title = ("Delete Folder" if found[0].entry.is_dir else "Delete File") if one else "Delete Multiple Items"
    box = MessageBox(title, f"Are you sure you want to permanently delete {what}?", ("Yes", "No"), "No", "warning")
    return (OpenDialog("message_box", box, ("emptied",)),)


def emptied(ctx: Context, answer: str | None) -> tuple[Effect, ...]:
    """The effects of an answer."""
    return (SetFiles(recycle_bin.empty(ctx.vfs, ctx.clock_ms)),) if answer == "Yes" else ()
