"""Spreadsheets calculated by LibreOffice on the desktop, without a window.

The workbooks are the agent's, so that is done where the agent's own programs run: in the sandbox, with its limits, and
with a profile that is made for it. What is written lies in the home's cache, which is no data of the user's.

A program that is killed or late says nothing of a workbook: a busy machine does that. A workbook is at fault where it
takes all of the program's processor time, twice, or where the program reads it to the end and writes nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from omnigym.devices.x11.desktop import Desktop
from omnigym.errors import ConfigError, DeviceTimeoutError, TooLargeError

__all__ = ["RECALCULATION_S", "RecalculatedFiles", "Recalculation"]

#: The most that all tries may take, in seconds; that one may take; and what it may take of a processor. A processor
#: that is shared with two others gives it that much.
RECALCULATION_S: Final = 90.0
_TRY_S: Final = 30
_PROCESSOR_S: Final = 10
_TRIES: Final = 2
#: What of its limit a program has at least taken that was ended for it, and the device's own time around a command.
_SPENT, _DEVICE_S = 0.9, 5.0
#: The program's own name for the format, since another of its filters has the same ending.
_FORMAT = "xlsx:Calc MS Excel 2007 XML"
_FOLDER = ".cache/omnigym-recalculation"
#: Of so many lots of workbooks the results are kept.
_MOST_KEPT = 8
#: Runs a command with a limit of processor time, in a group that is killed as a whole when it is late. The last line is
#: that of `times`: what the command and all that it started took of a processor.
_WITHIN: Final = 'ulimit -t "$1"; shift; timeout -s KILL "$@"; code=$?; times; exit $code'
_TIME: Final = re.compile(rb"(\d{1,6})m(\d{1,6}(?:\.\d{1,9})?)s")


class RecalculatedFiles(NamedTuple):
    """What became of workbooks.

    Attributes:
        files: The workbooks calculated; empty where they are not.
        problem: Why they are not.
        by_agent: Whether nothing but the workbooks can be at fault.
    """

    files: tuple[bytes, ...] = ()
    problem: str = ""
    by_agent: bool = False


class Recalculation:
    """Calculates workbooks, each lot of them once: also one that cannot be calculated is not tried again."""

    def __init__(self) -> None:
        self._known: dict[bytes, RecalculatedFiles] = {}

    def of(self, desktop: Desktop, workbooks: Sequence[bytes]) -> RecalculatedFiles:
        """What becomes of workbooks."""
        digest = hashlib.blake2b()
        for content in workbooks:
            digest.update(len(content).to_bytes(8) + content)
        key = digest.digest()
        if key not in self._known:
            tries = [_calculated(desktop, workbooks)]
            while tries[-1].problem and len(tries) < _TRIES:
                tries.append(_calculated(desktop, workbooks))
            if not tries[-1].files and not all(each.by_agent for each in tries):
                return tries[-1]._replace(by_agent=False)  # the machine's doing: asked again, it may come
            while len(self._known) >= _MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[key] = tries[-1]
        return self._known[key]


def _calculated(desktop: Desktop, workbooks: Sequence[bytes]) -> RecalculatedFiles:
    folder = desktop.files.native_path(_FOLDER)
    names = [f"{n}.xlsx" for n in range(len(workbooks))]
    profile = f"-env:UserInstallation=file://{folder}/profile"
    argv = ["soffice", profile, "--headless", "--norestore", "--convert-to", _FORMAT, "--outdir", f"{folder}/out"]
    argv += [f"{folder}/{name}" for name in names]
    try:
        for name, content in zip(names, workbooks, strict=True):
            desktop.files.write(f"{_FOLDER}/{name}", content)
        command = ["sh", "-c", _WITHIN, "sh", str(_PROCESSOR_S), str(_TRY_S), *argv]
        code, out, _ = desktop.run(command, _TRY_S + _DEVICE_S)
        if code:
            spent = sum(60 * int(m) + float(s) for m, s in _TIME.findall(out.rstrip().rpartition(b"\n")[2]))
            by_agent = spent > _SPENT * _PROCESSOR_S
            return RecalculatedFiles(
                problem=f"LibreOffice ended with code {code} after {spent:.1f} s.", by_agent=by_agent
            )
        return RecalculatedFiles(tuple([desktop.files.read(f"{_FOLDER}/out/{name}") for name in names]))
    except DeviceTimeoutError as e:
        return RecalculatedFiles(problem=e.problem)
    except (ConfigError, TooLargeError, OSError) as e:  # it writes nothing, or the agent has put something in the way
        return RecalculatedFiles(problem=f"LibreOffice did not write a workbook: {type(e).__name__}.", by_agent=True)
    finally:
        desktop.run(["rm", "-rf", folder], _DEVICE_S)
