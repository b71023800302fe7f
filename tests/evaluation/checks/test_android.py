"""Checks of Android's own notions, on the simulated phone and over adb."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from omnigym.actions import Press
from omnigym.devices.config import build_device
from omnigym.devices.phone.process import PhoneProcess
from omnigym.errors import TaskFileError
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check

SETTINGS = "com.android.settings"


@pytest.fixture(scope="module", params=["sim", "adb"])
def phone(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "sim":
        yield build_device("phone")
        return
    with PhoneProcess() as served:
        device = build_device({"backend": "adb", "serial": "omnigym", "port": served.smart_port})
        yield device
        device.close()


@pytest.fixture
def holds(phone: Any) -> Callable[..., bool]:
    """Whether a check passes now."""
    phone.reset(0)

    def ask(check: str, /, **arguments: Any) -> bool:
        verdict = get_check(check).function(Probe(phone), **arguments)
        assert verdict.status in ("passed", "not_yet")
        return bool(verdict.status == "passed")

    return ask


def test_what_is_in_front(phone: Any, holds: Callable[..., bool]) -> None:
    launcher = "com.google.android.apps.nexuslauncher"
    assert holds("check_current_package_name", name=launcher)
    phone.launch("settings")
    assert holds("check_current_package_name", name=SETTINGS)
    assert holds("activity_in_front", component=f"{SETTINGS}/.Settings")
    assert not holds("activity_in_front", component=f"{SETTINGS}/.Other")
    phone.act(Press("home"))
    assert holds("check_current_package_name", name=launcher)


def test_xpath(phone: Any, holds: Callable[..., bool]) -> None:
    bluetooth = '//node[contains(@content-desc, "Connected devices")]'
    assert not holds("xpath_exists", xpath=bluetooth)
    phone.launch("settings")
    assert holds("xpath_exists", xpath=bluetooth)
    assert holds("xpath_exists", xpath=f'//node[@resource-id="{SETTINGS}:id/settings.search" and @enabled="true"]')
    assert holds("xpath_text", xpath=bluetooth, text="connected devices")
    assert not holds("xpath_text", xpath=bluetooth, text="battery")
    assert not holds("xpath_text", xpath="//node[@text='no such view']", text="battery")


@pytest.mark.parametrize("xpath", ["//node[", "count(//node)", "//node/@text"])
def test_no_xpath_of_views(xpath: str, holds: Callable[..., bool]) -> None:
    with pytest.raises(TaskFileError, match="expected an XPath"):
        holds("xpath_exists", xpath=xpath)


def test_notifications(phone: Any, holds: Callable[..., bool]) -> None:
    note = {"id": 1, "app": "clock", "title": "Alarm", "text": "at seven", "path": "", "time_ms": 1}
    assert not holds("notification_shown", text="Alarm")
    phone.write_file("AppData/Local/Notifications/notifications.json", json.dumps({"notifications": [note]}).encode())
    assert holds("notification_shown", text="alarm at seven")
    assert holds("notification_shown", text="seven", app="clock")
    assert not holds("notification_shown", text="seven", app="phone")
    phone.write_file("AppData/Local/Notifications/notifications.json", b"[]")
    assert not holds("notification_shown", text="Alarm")
