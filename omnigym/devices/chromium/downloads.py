"""Downloads: into the episode's home when they are complete, never more than fits.

The browser writes each to a file of its own outside the home; a complete one is moved to the folder Downloads under
the name that the site suggests, which is only ever a name. Events are heard only while the device is used: what comes
in meanwhile is bounded by the browser's parent process (see `omnigym.devices.chromium.leash`).
"""

from __future__ import annotations

import contextlib
import os
from pathlib import PurePosixPath

from omnigym.devices.beneath import folder_beneath, free_name
from omnigym.devices.chromium.pipe import Payload, Pipe
from omnigym.devices.chromium.place import Place

__all__ = ["Downloads"]

#: What a download may weigh, in bytes; a longer one is cancelled.
_MOST_BYTES = 64 << 20
#: What those of an episode may weigh together, and how many they may be; what is more is cancelled.
_MOST_TOTAL, _MOST_FILES = 256 << 20, 100


class Downloads:
    """The downloads of an episode.

    Args:
        place: Where they come in, and where the home is.

    Attributes:
        news: The last one, in words; empty if there was none.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._running: dict[str, str] = {}
        self._received: dict[str, int] = {}
        self.news = ""

    @property
    def running(self) -> bool:
        """Whether one is under way."""
        return bool(self._running)

    def clear(self) -> None:
        """A new episode: what still runs is none of its."""
        self._running.clear()
        self._received.clear()
        self.news = ""

    def hear(self, pipe: Pipe, method: str, event: Payload) -> None:
        """Take in a download event of the browser."""
        number = event["guid"]
        if method == "Browser.downloadWillBegin":
            name = PurePosixPath(event["suggestedFilename"].replace("\\", "/")).name
            self._running[number] = name if name not in ("", ".", "..") else "download"
            self._received[number] = 0
            self.news = f"Downloading {self._running[number]}"
            if len(self._received) > _MOST_FILES:
                self._cancel(pipe, number, "is one too many")
            return
        if number not in self._running:
            if event["state"] == "completed":  # it was faster than its end
                self._throw_away(number)
            return
        self._received[number] = int(event["receivedBytes"])
        if self._received[number] > _MOST_BYTES or sum(self._received.values()) > _MOST_TOTAL:
            self._cancel(pipe, number, "is too large")
            self._throw_away(number)
        elif event["state"] == "completed":
            self._keep(number, self._running.pop(number))
        elif event["state"] == "canceled":
            self.news = f"{self._running.pop(number)} was not downloaded"
            self._received[number] = 0

    def _cancel(self, pipe: Pipe, number: str, why: str) -> None:
        pipe.tell("Browser.cancelDownload", {"guid": number})
        self.news = f"{self._running.pop(number)} {why}"
        self._received[number] = 0  # it counts as one of many, and what came of it is thrown away

    def _throw_away(self, number: str) -> None:
        with contextlib.suppress(OSError), folder_beneath(self._place.incoming) as incoming:
            os.unlink(PurePosixPath(number).name, dir_fd=incoming)

    def _keep(self, number: str, name: str) -> None:
        try:
            with (
                folder_beneath(self._place.incoming) as incoming,
                folder_beneath(self._place.home, ("Downloads",), make=True) as folder,
            ):
                kept = free_name(folder, name)
                os.rename(PurePosixPath(number).name, kept, src_dir_fd=incoming, dst_dir_fd=folder)
        except (OSError, ValueError):  # ValueError: a name that no file can have
            self.news = f"{name} was not downloaded"
        else:
            self.news = f"Downloaded {kept}"
