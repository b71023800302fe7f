"""Errors: they go from worker processes to their parent as they are."""

from __future__ import annotations

import pickle

import pytest

from omnigym.errors import (
    ActionError,
    DeviceLostError,
    MissingDependencyError,
    OmnigymError,
    TaskFileError,
    UnknownNameError,
)


@pytest.mark.parametrize(
    "error",
    [
        ActionError("outside"),
        TaskFileError("a cycle"),
        UnknownNameError("task", "foo", ["food", "fool"]),
        MissingDependencyError("Xvfb", "The device 'x11'", "apt-get install xvfb"),
        DeviceLostError("x11", "act", "it died.", "Reset the device."),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_can_be_pickled(error: OmnigymError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)
