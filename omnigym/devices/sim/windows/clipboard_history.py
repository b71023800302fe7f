"""The clipboard history: what was on the clipboard lately, kept while a setting says so."""

from __future__ import annotations

from omnigym.actions import Action
from omnigym.devices.sim.desktop import Desktop

__all__ = ["SETTING", "keep_clip"]

SETTING = "clipboard.history"
#: As many as Windows keeps.
_MOST = 25


def keep_clip(desk: Desktop, _action: Action) -> None:
    """After an action: take what it put on the clipboard into the history, the latest first; files are not."""
    regs = desk.regs
    clip = regs.clipboard
    if regs.clips[:1] == (clip,) or regs.settings.get(SETTING) != "on" or not (clip.text or clip.image):
        return
    regs.clips = (clip, *[c for c in regs.clips if c != clip])[:_MOST]
