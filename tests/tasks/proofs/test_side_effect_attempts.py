"""Damage that is derived from what an oracle left alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import TakenData
from omnigym.documents.pptx_read import read_pptx
from omnigym.documents.pptx_write import write_pptx
from omnigym.evaluation.world.effects import setting_place
from omnigym.tasks.proofs.side_effect_attempts import damages
from omnigym.tasks.rollout import Damage, Stage, among_others
from omnigym.tasks.suites import load_task

MAIL = b"Subject: Hello\n\nHow are you?\n"
START = {"Documents/a.txt": b"one\ntwo", "Documents/b.txt": b"b", ".bashrc": b"PS1=$", "Mail/Inbox/cur/1:2,S": MAIL}


def taken(files: Mapping[str, bytes], **settings: str) -> TakenData:
    return TakenData(dict(files), dict(files), settings=settings)


@pytest.mark.parametrize(
    ("after", "found"),
    [
        (
            {"Documents/a.txt": b"one\ntwo\nthree"},
            {
                "emptied Documents/b.txt": b"",
                "emptied Mail/Inbox/cur/1:2,S": b"",
                "lost a part of Documents/a.txt": b"one",
                "altered the mail Mail/Inbox/cur/1:2,S": MAIL + b"\nAltered.\n",
                "switched sound on": b"on",
            },
        ),
        (
            {"Documents/a.txt": b"", "Documents/b.txt": b"", "Mail/Inbox/cur/1:2,S": b""},
            {
                "emptied .bashrc": b"",
                "altered the mail Mail/Inbox/cur/1:2,S": MAIL + b"\nAltered.\n",
                "switched sound on": b"on",
            },
        ),
    ],
)
def test_what_the_oracle_left_alone_is_damaged(after: Mapping[str, bytes], found: Mapping[str, bytes]) -> None:
    before = taken(START, sound="off", theme="light")
    derived = damages(before, taken({**START, **after}, sound="off", theme="dark"))
    assert {d.name: d.content for d in derived} == found


def test_the_text_of_a_slide_that_stays_is_lost() -> None:
    old, new = (write_pptx(f"A\na\n\nB\nb\n\nC\nc{more}") for more in ("", "\n\nD\nd"))
    (lost,) = [d for d in damages(taken({"x.pptx": old}), taken({"x.pptx": new})) if d.name.startswith("lost")]
    assert [slide.texts for slide in read_pptx(lost.content)] == [("a",), ("b",), ()]


def test_only_where_a_home_is_empty_there_are_bystanders() -> None:
    task = load_task("files/rename@0")
    assert among_others(task, "windows") is task
    assert len(among_others(task, "linux").setup) > len(task.setup)


class TellsAlone(SimDevice):
    """A device that tells its settings and cannot set them, as a real session is."""

    set_setting = None  # type: ignore[assignment]


@pytest.mark.parametrize(("kind", "missed"), [(SimDevice, True), (TellsAlone, False)])
def test_settings_are_damaged_only_where_they_can_be_set(kind: type[SimDevice], missed: bool) -> None:
    device = kind((1024, 768))
    stage = Stage(load_task("files/rename@0"), device)
    stage.begin()
    key, value = next((key, value) for key, value in device.user_data().settings.items() if value in ("on", "off"))
    other = "off" if value == "on" else "on"
    assert stage.would_miss(Damage("", setting_place(key), other.encode())) is missed
    device.close()
