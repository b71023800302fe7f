"""Checks of what is told in own words, of files that came new, and of what an app shows."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.actions import OpenApp
from omnigym.devices.sim.device import SimDevice
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import get_check
from omnigym.tasks.setup import AddRow, apply_setup

SMS = "/data/data/com.android.providers.telephony/sms.json"
NOTES = "/data/data/com.google.android.keep/notes.json"


@pytest.fixture
def device() -> SimDevice:
    return SimDevice((540, 1200), platform="android", scale=1.5)


def ask(device: SimDevice, name: str, **args: Any) -> bool:
    return bool(get_check(name).function(Probe(device), **args))


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("An agent, see GitHub.", True),
        ("GITHUB has the agent", True),
        ("The agents are there: github", False),
        ("The agent alone", False),
    ],
)
def test_a_message_tells_all_words(device: SimDevice, said: str, tells: bool) -> None:
    columns = ("address", "body", "sent", "time_ms", "read")
    apply_setup(device, [AddRow(SMS, columns, ("555 014 6120", said, True, 5, True))])
    assert ask(device, "message_tells", number="555-014-6120", texts=["agent", "github"]) is tells
    assert not ask(device, "message_tells", number="555-014-6121", texts=["agent", "github"])


@pytest.mark.parametrize(("said", "tells"), [("7% is used", True), ("It is 7%.", True), ("77% is used", False)])
def test_a_row_tells_in_one_column(device: SimDevice, said: str, tells: bool) -> None:
    about = {"uri": "content://keep/notes", "columns": ["title", "body"], "texts": ["7%"]}
    apply_setup(device, [AddRow(NOTES, ("title", "body", "edited_ms"), ("Disk", said, 5))])
    assert ask(device, "row_tells", **about) is tells
    assert ask(device, "row_tells", kept={"pinned": False}, **about) is tells
    assert not ask(device, "row_tells", kept={"pinned": True}, **about)


@pytest.mark.parametrize(
    ("lines", "passes"),
    [
        ("# Today\n- [ ] 9:30 Stand-up\n* [ ] Call the plumber\n", True),
        ("- [ ] Stand-up\n", False),
        ("- [ ] Stand-up\n- [x] Call the plumber\n", False),
        ("- [ ] Stand-up\n- [ ] Call the plumber\n- [ ] Gym\n", False),
        ("- Stand-up\n- Call the plumber\n", False),
    ],
)
def test_a_checklist_has_a_box_for_each(device: SimDevice, lines: str, passes: bool) -> None:
    device.write_file("plan.md", lines.encode())
    assert ask(device, "checklist", path="plan.md", items=["Stand-up", "Call the plumber"]) is passes
    assert not ask(device, "checklist", path="none.md", items=["Stand-up"])


def test_a_copy_is_of_a_file_that_came_new(device: SimDevice) -> None:
    device.write_file("Drive/old.jpg", b"old")
    about = {"path": "Download", "source": "Drive", "ending": "jpg"}
    probe = Probe(device)
    probe.begin((device.user_data(),), device.user_data())
    device.write_file("Download/copy.jpg", b"old")
    copied = get_check("new_file_copied").function
    assert not copied(probe, **about)  # what was there from the start is not new
    device.write_file("Drive/new.jpg", b"new")
    assert not copied(probe, **about)
    device.write_file("Download/new (1).jpg", b"new")
    assert copied(probe, **about)


def test_what_another_app_shows_does_not_count(device: SimDevice) -> None:
    device.act(OpenApp("files"))
    shown = next(
        node.name for node in device.tree().nodes if node.name == "Downloads" or node.name == "Internal storage"
    )
    assert ask(device, "app_shows", app="files", texts=[shown])
    assert not ask(device, "app_shows", app="photos", texts=[shown])
