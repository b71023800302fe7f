"""An environment is not built for tasks whose applications the machine lacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from omnigym.devices.config import target_of
from omnigym.devices.sim.device import SimDevice
from omnigym.envs.pool import TaskPool
from omnigym.errors import MissingDependencyError


class Bare(SimDevice):
    """A desktop on which only the text editor was installed."""

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, str]:
        return {name: f"apt-get install {name}-package" for name in apps if name != "text_editor"}


def test_the_missing_application_and_the_command_that_gets_it_are_named() -> None:
    with pytest.raises(MissingDependencyError, match=r"file_manager.*apt-get install file_manager-package"):
        TaskPool("files/delete@0", None, target_of("sim"), Bare)


def test_tasks_in_applications_that_are_there_are_taken() -> None:
    assert TaskPool("text/append-line@0", None, target_of("sim"), Bare).tasks


def test_a_device_that_cannot_lack_any_is_not_asked() -> None:
    assert TaskPool("files/delete@0", None, target_of("sim"), SimDevice).tasks
