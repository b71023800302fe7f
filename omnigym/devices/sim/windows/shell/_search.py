"""The search of the Start menu, and the files that were changed last."""

from __future__ import annotations

from omnigym.devices.sim.common.searching import Hit, Searched
from omnigym.devices.sim.common.setting_pages import Go
from omnigym.devices.sim.vfs import Stat, Vfs
from omnigym.devices.sim.windows.apps.settings.pages import found
from omnigym.devices.sim.windows.catalogue import CATALOGUE
from omnigym.devices.sim.windows.file_kinds import date_text, icon_of, kind_of

__all__ = ["Hit", "hits", "recent"]

#: The most recent files that are shown.
_RECENT = 6


def _described(entry: Stat) -> tuple[str, str]:
    return kind_of(entry), icon_of(entry)


def _pages(query: str) -> list[tuple[str, str, str]]:
    return [(card.key, card.title, card.control.page) for card in found(query) if isinstance(card.control, Go)]


_SEARCHED = Searched("start", CATALOGUE, _described, _pages)
hits = _SEARCHED.hits


def recent(vfs: Vfs) -> tuple[Hit, ...]:
    """The files that were changed last."""
    files = [e for e in _SEARCHED.files(vfs) if not e.is_dir]
    files.sort(key=lambda e: (-e.mtime_ms, e.path))
    return tuple(
        [Hit(f"start.recent.{e.path}", e.name, date_text(e.mtime_ms), icon_of(e), "", e.path) for e in files[:_RECENT]]
    )
