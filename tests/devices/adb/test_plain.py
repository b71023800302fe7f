"""An ordinary phone: its screen has to be watched, and what an episode changed undone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from omnigym.actions import Click, Press, Type
from omnigym.devices.adb.device import AdbDevice
from omnigym.devices.adb.session import processor_times
from omnigym.devices.phone.process import PhoneConfig, PhoneProcess
from omnigym.errors import UnknownNameError

SIZE = (270, 600)


@pytest.fixture(scope="module")
def device() -> Iterator[AdbDevice]:
    with PhoneProcess(PhoneConfig(SIZE, plain=True)) as phone:
        made = AdbDevice(SIZE, "omnigym", port=phone.smart_port)
        made.write_file("Documents/mine.txt", b"the owner's")
        made.write_file("notes.txt", b"before")
        made.reset()
        yield made
        made.close()


def test_what_it_can_do(device: AdbDevice) -> None:
    found = device.abilities
    assert not found.simulated
    assert (found.android, found.sdk, found.size) == ("14", 34, SIZE)
    assert found.windows
    assert found.keyboard
    assert len(found.displays) == 1


def test_an_action_is_over_when_the_screen_is_at_rest(device: AdbDevice) -> None:
    device.reset()
    code, _, _ = device.run(["cmd", "omnigym", "fault", "busy", "1", "screencap"])
    assert code == 0
    device.act(Press("home"))  # the screen changes three times more
    first = device.screenshot()
    assert (first == device.screenshot()).all()


def test_a_screen_that_never_rests_costs_the_cap_alone(device: AdbDevice) -> None:
    device.reset()
    device.run(["cmd", "omnigym", "fault", "busy", "1000000", "screencap"])
    device.act(Press("home"))
    assert device.screenshot().shape == (600, 270, 3)
    device.run(["cmd", "omnigym", "fault", "clear"])


def test_apps_that_use_the_processor_are_at_work(device: AdbDevice) -> None:
    device.reset()
    device.launch("settings")
    assert not device.works_during(0.25)
    device.run(["cmd", "omnigym", "fault", "work", "4", "ps"])  # each moment begins and ends with a list
    assert [device.works_during(0.25) for _ in range(4)] == [True, True, False, False]
    device.close_window(device.windows()[0].id)
    device.run(["cmd", "omnigym", "fault", "work", "2", "ps"])
    assert not device.works_during(0.25), "no app is open"


@pytest.mark.parametrize(
    ("before", "after", "used"),
    [
        ("  PID     TIME+ NAME\n 3000   0:01.50 com.a\n", "  PID     TIME+ NAME\n 3000   0:02.00 com.a\n", {3000: 0.5}),
        ("1 0:59.90 a", "1 1:00.15 a", {1: 0.25}),
        ("1 0:01.00 a", "1 0:01.00 a\n2 0:00.40 b", {1: 0.0, 2: 0.4}),
        ("1 1234:01 a", "1 1234:03 a", {1: 2.0}),  # toybox leaves hundredths out where they do not fit
        ("ps: bad -o", "", {}),
        ("", "1 1 1 nonsense\n\n2 0:00.10", {}),
    ],
)
def test_lists_of_processes(before: str, after: str, used: dict[int, float]) -> None:
    assert processor_times(before, after)[1] == pytest.approx(used)


def test_reset_undoes_what_an_episode_did(device: AdbDevice) -> None:
    device.reset()
    device.launch("settings")
    device.set_setting("global/wifi_on", "0")
    device.set_setting("secure/own", "x")
    device.write_file("Documents/mine.txt", b"changed")
    device.write_file("Download/new/deep/er.txt", b"new")
    device.write_file("notes.txt", b"changed")
    device.write_file("other/place.txt", b"new")
    device.run(["rm", "-r", "/sdcard/Pictures"])
    device.run(["mkdir", "/sdcard/Music/made by an app"])
    device.reset()
    assert device.windows() == ()
    assert device.setting("global/wifi_on") == "1"
    with pytest.raises(UnknownNameError):
        device.setting("secure/own")
    assert device.read_file("Documents/mine.txt") == b"the owner's"
    assert device.read_file("notes.txt") == b"before"
    assert device.stat("Download/new") is None
    assert device.stat("other") is None
    assert device.stat("Music/made by an app") is None
    pictures = [entry for entry in device.list_dir("Pictures") if not entry.is_dir]
    assert pictures
    assert all(device.read_file(p.path) for p in pictures)


def test_text_goes_where_the_focus_is(device: AdbDevice) -> None:
    device.reset()
    device.launch("settings")
    search = device.tree().find(key="settings.search")
    assert search is not None
    x, y = search.center
    device.act(Click((x / SIZE[0], y / SIZE[1])))
    device.act(Type("it's 5 %s, für 3 €\n"))
    found = device.tree().find(key="settings.search")
    assert found is not None
    assert found.value == "it's 5 %s, für 3 €"
