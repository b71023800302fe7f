"""What a site lacks is told by its packages, not by its name alone."""

from __future__ import annotations

import dataclasses

import pytest

from omnigym.devices.chromium import device
from omnigym.devices.chromium.site import sites
from omnigym.devices.config import target_of
from omnigym.envs.pool import TaskPool
from omnigym.errors import MissingDependencyError


def test_the_packages_and_their_command_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = dataclasses.replace(sites()["shop"], missing=lambda: ("django-oscar", "whoosh"))
    monkeypatch.setattr(device, "sites", lambda: {**sites(), "shop": lacking})
    says = r"tasks of shop, needs django-oscar, whoosh, .* pip install 'omnigym\[web-sites\]'"
    with pytest.raises(MissingDependencyError, match=says):
        TaskPool("app:shop", None, {"": target_of("chromium")}, {"": device.ChromiumDevice})
