"""Spreadsheets calculated by LibreOffice on the desktop, without a window.

The workbooks are the agent's, so that is done where the agent's own programs run: in the sandbox, with its limits, and
with a profile that is made for it. What is written lies in the home's cache, which is no data of the user's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from omnigym.devices.x11.desktop import Desktop
from omnigym.errors import ConfigError, DeviceTimeoutError, TooLargeError

__all__ = ["RECALCULATION_S", "Recalculation"]

#: The most that the program may take, in seconds: within those that the checks of a step have.
RECALCULATION_S = 15.0
#: The program's own name for the format, since another of its filters has the same ending.
_FORMAT = "xlsx:Calc MS Excel 2007 XML"
_FOLDER = ".cache/omnigym-recalculation"
#: Of so many lots of workbooks the results are kept.
_MOST_KEPT = 8


class Recalculation:
    """Calculates workbooks, each lot of them once: also one that took too long is not tried again."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[bytes, ...] | None] = {}

    def of(self, desktop: Desktop, workbooks: Sequence[bytes]) -> tuple[bytes, ...] | None:
        """The workbooks calculated; None if the program took too long or could not read one of them."""
        digest = hashlib.blake2b()
        for content in workbooks:
            digest.update(len(content).to_bytes(8) + content)
        key = digest.digest()
        if key not in self._known:
            while len(self._known) >= _MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = _calculated(desktop, workbooks)
        return self._known[key]


def _calculated(desktop: Desktop, workbooks: Sequence[bytes]) -> tuple[bytes, ...] | None:
    folder = desktop.files.native_path(_FOLDER)
    names = [f"{n}.xlsx" for n in range(len(workbooks))]
    profile = f"-env:UserInstallation=file://{folder}/profile"
    argv = ["soffice", profile, "--headless", "--norestore", "--convert-to", _FORMAT, "--outdir", f"{folder}/out"]
    try:
        for name, content in zip(names, workbooks, strict=True):
            desktop.files.write(f"{_FOLDER}/{name}", content)
        desktop.run([*argv, *[f"{folder}/{name}" for name in names]], RECALCULATION_S)
        return tuple([desktop.files.read(f"{_FOLDER}/out/{name}") for name in names])
    except (DeviceTimeoutError, ConfigError, TooLargeError, OSError):  # whatever the agent has put in the way
        return None
    finally:
        desktop.run(["rm", "-rf", folder], RECALCULATION_S)
