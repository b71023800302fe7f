"""A context that records what a view reads, so that the view is called again only when something of that changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.devices.protocol import ClipboardContent
from omnigym.devices.sim.app import Context, WindowSummary
from omnigym.devices.sim.files.journal import Journal
from omnigym.devices.sim.settings import Settings
from omnigym.devices.sim.vfs import Vfs, WatchedVfs

__all__ = ["FILES", "SETTINGS", "WatchedContext", "WatchedSettings"]

_FIELDS = Context._fields
_CLIPBOARD, _CLOCK, _WINDOWS, _SHELL, _JOURNAL = (
    _FIELDS.index(name) for name in ("clipboard", "clock_ms", "windows", "open_shell", "journal")
)
#: The place of the files among the fields of a context; the first of those that are watched.
FILES = _FIELDS.index("vfs")
SETTINGS = _FIELDS.index("settings")


class WatchedSettings(Settings):
    """Settings that record which of them are read.

    Attributes:
        asked: The keys that were read, also those that are missing.
        whole: Whether they were looked at as a whole: compared, counted or gone through.
    """

    __slots__ = ("asked", "whole")

    def __init__(self, settings: Settings) -> None:
        self._values, self._hash = settings._values, settings._hash
        self.asked: set[str] = set()
        self.whole = False

    def __getitem__(self, key: str) -> str:
        self.asked.add(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self.whole = True
        return super().__iter__()

    def __len__(self) -> int:
        self.whole = True
        return super().__len__()

    def __hash__(self) -> int:
        self.whole = True
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        self.whole = True
        return super().__eq__(other)


class WatchedContext(Context):
    """A context for one call of a view.

    It records which fields were read, not their values: the caller compares those by identity later. The size is not
    recorded, because a content is valid for one size anyway. Of the file system, only the paths that were read count.

    Attributes:
        read: The indices of the fields that were read.
        files: The file system, which records what is read of it.
        chosen: The settings, which record what is read of them; None of those that are not `Settings`.
    """

    read: set[int]
    files: WatchedVfs
    chosen: WatchedSettings | None

    @classmethod
    def of(cls, context: Context) -> WatchedContext:
        """A copy of ``context`` of which nothing was read yet."""
        watched = cls(*context)
        watched.read, watched.files = set(), WatchedVfs(context.vfs.root)
        settings = context.settings
        watched.chosen = WatchedSettings(settings) if isinstance(settings, Settings) else None
        return watched

    def _note(self, index: int) -> Any:
        self.read.add(index)
        return self[index]

    @property
    def vfs(self) -> Vfs:
        """The files."""
        self.read.add(FILES)
        return self.files

    @property
    def clipboard(self) -> ClipboardContent:
        """The clipboard."""
        return self._note(_CLIPBOARD)  # type: ignore[no-any-return]

    @property
    def settings(self) -> Mapping[str, str]:
        """All settings."""
        whole: Mapping[str, str] = self._note(SETTINGS)
        return whole if self.chosen is None else self.chosen

    @property
    def clock_ms(self) -> int:
        """The virtual clock in milliseconds, as `Context.clock_ms`."""
        return self._note(_CLOCK)  # type: ignore[no-any-return]

    @property
    def windows(self) -> tuple[WindowSummary, ...]:
        """The open windows."""
        return self._note(_WINDOWS)  # type: ignore[no-any-return]

    @property
    def open_shell(self) -> str:
        """The name of the shell surface that is open."""
        return self._note(_SHELL)  # type: ignore[no-any-return]

    @property
    def journal(self) -> Journal:
        """What was done to files last."""
        return self._note(_JOURNAL)  # type: ignore[no-any-return]
