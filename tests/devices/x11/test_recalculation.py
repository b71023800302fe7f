"""LibreOffice calculates workbooks: who is at fault where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from omnigym.devices.x11 import recalculation
from omnigym.devices.x11.recalculation import RecalculatedFiles, Recalculation
from omnigym.errors import ConfigError, DeviceTimeoutError


class _Files:
    """The files of a desktop, which a program may have filled."""

    def __init__(self, problem: Exception | None) -> None:
        self._problem = problem

    def native_path(self, path: str) -> str:
        return f"/home/user/{path}"

    def write(self, _path: str, _content: bytes) -> None:
        if self._problem is not None:
            raise self._problem

    def read(self, path: str) -> bytes:
        return path.rpartition("/")[2].encode()


class _Desktop:
    """A desktop on which the program ends in given ways, one try after another."""

    def __init__(self, ends: Sequence[object], problem: Exception | None = None) -> None:
        self.files, self._ends, self.tries = _Files(problem), list(ends), 0

    def run(self, argv: Sequence[str], _timeout: float) -> tuple[int, bytes, bytes]:
        if argv[0] == "rm":
            return 0, b"", b""
        end = self._ends[self.tries]
        self.tries += 1
        if isinstance(end, Exception):
            raise end
        assert isinstance(end, tuple)
        code, spent = end
        return code, b"convert 0.xlsx\n0m0.0s 0m0.0s\n0m%.6fs 0m0.1s\n" % spent, b""


LATE = DeviceTimeoutError("x11", "run", "sh did not end within 35 s.")
DONE = (0, 1.0)
KILLED = (137, 1.0)
SPENT = (137, 9.9)
ENDS: dict[
    str, tuple[list[object], bool, bool]
] = {  # the tries; whether there are files; whether the agent is at fault
    "done": ([DONE], True, False),
    "killed once": ([KILLED, DONE], True, False),
    "late once": ([LATE, DONE], True, False),
    "spent once": ([SPENT, DONE], True, False),
    "killed twice": ([KILLED, KILLED], False, False),
    "late twice": ([LATE, LATE], False, False),
    "spent, then killed": ([SPENT, KILLED], False, False),
    "killed, then spent": ([KILLED, SPENT], False, False),
    "spent twice": ([SPENT, SPENT], False, True),
}


@pytest.mark.parametrize("case", ENDS)
def test_a_workbook_is_at_fault_where_it_takes_its_processor_time_twice(case: str) -> None:
    ends, files, by_agent = ENDS[case]
    desktop = _Desktop(ends)
    found = Recalculation().of(desktop, [b"a", b"b"])  # type: ignore[arg-type]  # what it uses of one
    assert (found.files == (b"0.xlsx", b"1.xlsx"), found.by_agent) == (files, by_agent)
    assert desktop.tries == len(ends)


def test_what_is_in_the_way_is_the_agents() -> None:
    desktop = _Desktop([], ConfigError("a link is in the way"))
    found = Recalculation().of(desktop, [b"a"])  # type: ignore[arg-type]
    assert not found.files and found.by_agent


def test_what_the_machine_did_is_asked_again() -> None:
    asked, desktop = Recalculation(), _Desktop([KILLED, KILLED, DONE])
    found = [asked.of(desktop, [b"a"]) for _ in range(3)]  # type: ignore[arg-type]
    assert [bool(f.files) for f in found] == [False, True, True]
    assert desktop.tries == 3


def test_a_workbooks_own_fault_is_kept() -> None:
    asked, desktop = Recalculation(), _Desktop([SPENT, SPENT])
    assert asked.of(desktop, [b"a"]) == asked.of(desktop, [b"a"])  # type: ignore[arg-type]
    assert isinstance(asked.of(desktop, [b"a"]), RecalculatedFiles)  # type: ignore[arg-type]
    assert recalculation.RECALCULATION_S >= 2 * recalculation._TRY_S
