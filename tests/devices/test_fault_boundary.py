"""The boundary itself."""

from __future__ import annotations

import logging

import pytest

from omnigym.devices.fault_boundary import Boundary
from omnigym.errors import ActionError, DeviceFaultError, DeviceLostError, OmnigymError, UnknownNameError

pytestmark = pytest.mark.faults


@pytest.mark.parametrize(
    "error", [IndexError("secret"), MemoryError("secret"), RecursionError("secret"), OSError(9, "secret")]
)
def test_the_unforeseen_becomes_a_device_error_that_tells_no_contents(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        pytest.raises(DeviceFaultError, match=rf"x11\.tree: .*{type(error).__name__}") as caught,
        Boundary("x11", "tree"),
    ):
        raise error
    assert caught.value.__cause__ is error
    assert "secret" not in str(caught.value)
    assert "secret" in caplog.text and "Traceback" in caplog.text, "the log has all of it"


def test_device_errors_and_what_ends_a_program_pass(caplog: pytest.LogCaptureFixture) -> None:
    for error in (DeviceLostError("x11", "tree", "gone."), KeyboardInterrupt(), SystemExit(3)):
        with pytest.raises(type(error)) as caught, Boundary("x11", "tree"):
            raise error
        assert caught.value is error
    assert not caplog.records


def test_a_callers_mistake_passes_only_where_it_may() -> None:
    mistake = UnknownNameError("app", "wrod", ["word"])
    with pytest.raises(UnknownNameError), Boundary("x11", "reset", passes=OmnigymError):
        raise mistake
    with pytest.raises(DeviceFaultError, match="Did you mean 'word'"), Boundary("x11", "step"):
        raise mistake
    with pytest.raises(DeviceFaultError), Boundary("x11", "step"):
        raise ActionError("no")


def test_a_place_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    def fail(kind: type[Exception]) -> None:
        with pytest.raises(DeviceFaultError), Boundary("check", "file_exists", once=True):
            raise kind

    for kind in (ValueError, ValueError, KeyError, ValueError, KeyError):
        fail(kind)
    assert [r.exc_info[0] for r in caplog.records if r.exc_info] == [ValueError, KeyError]
    assert {r.levelno for r in caplog.records} == {logging.ERROR}


def test_an_author_reads_where_a_check_failed() -> None:
    said = r"KeyError, test_fault_boundary\.py, line \d+"
    with pytest.raises(DeviceFaultError, match=said) as caught, Boundary("check", "mine"):
        raise KeyError("what the agent wrote")
    assert "wrote" not in str(caught.value)
