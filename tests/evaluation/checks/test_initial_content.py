"""Checks that compare with what was there before: a name that exists proves nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import UserData
from omnigym.documents.archives import Member, read_zip, write_zip
from omnigym.evaluation.bound_check import bind
from omnigym.evaluation.condition import Condition
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.world.parts import changed_parts
from omnigym.pictures import scene_file

_TEXT, _OTHER = b"Notes of the meeting.", b"Something else."
_ZIP = write_zip({"a.txt": Member(b"a"), "b.txt": Member(b"b")})
_CAT, _CITY = (scene_file(scene, "x.png") for scene in ("cat", "city"))
_START = {"Music/a.txt": _TEXT, "Music/In/b.txt": _TEXT, "Music/x.zip": _ZIP, "Music/cat.png": _CAT}
_MOVED = ("file_moved", {"path": "Music/a.txt", "to": "Videos/a.txt"})
_FOLDER = ("file_moved", {"path": "Music/In", "to": "Music/Out"})
_COPIED = ("same_content", {"path": "Music/a.txt", "other": "Videos/a.txt"})
_ALL = ("files_copied", {"path": "Music", "to": "Videos", "names": ["a.txt", "x.zip"]})
_GONE = ("path_absent", {"path": "Music/a.txt"})
_PACKED = ("archive_holds", {"path": "Music/new.zip", "file": "Music/a.txt"})
_UNPACKED = ("archive_unpacked", {"path": "Music/x.zip", "to": "Videos", "names": ["a.txt"]})
_PICTURE = ("same_picture", {"path": "Videos/cat.png", "other": "Music/cat.png"})


def _packed(**members: bytes) -> bytes:
    return write_zip({f"{name}.txt": Member(content) for name, content in members.items()})


#: A check, what is written, what is deleted, whether it passes then.
_CASES: Mapping[str, tuple[tuple[str, dict[str, Any]], dict[str, bytes], tuple[str, ...], bool]] = {
    "moved": (_MOVED, {"Videos/a.txt": _TEXT}, ("Music/a.txt",), True),
    "moved, with another content": (_MOVED, {"Videos/a.txt": _OTHER}, ("Music/a.txt",), False),
    "moved, empty": (_MOVED, {"Videos/a.txt": b""}, ("Music/a.txt",), False),
    "moved, still there": (_MOVED, {"Videos/a.txt": _TEXT}, (), False),
    "a folder": (_FOLDER, {"Music/Out/b.txt": _TEXT}, ("Music/In",), True),
    "a folder, and more": (_FOLDER, {"Music/Out/b.txt": _TEXT, "Music/Out/c.txt": b""}, ("Music/In",), True),
    "a folder of something else": (_FOLDER, {"Music/Out/c.txt": _TEXT}, ("Music/In",), False),
    "copied": (_COPIED, {"Videos/a.txt": _TEXT}, (), True),
    "copied, both other than before": (_COPIED, {"Music/a.txt": _OTHER, "Videos/a.txt": _OTHER}, (), False),
    "all": (_ALL, {"Videos/a.txt": _TEXT, "Videos/x.zip": _ZIP}, (), True),
    "all, one of them empty": (_ALL, {"Videos/a.txt": _TEXT, "Videos/x.zip": b""}, (), False),
    "all, moved": (_ALL, {"Videos/a.txt": _TEXT, "Videos/x.zip": _ZIP}, ("Music/a.txt",), False),
    "deleted": (_GONE, {}, ("Music/a.txt",), True),
    "hidden": (_GONE, {"AppData/Local/a.txt": _TEXT}, ("Music/a.txt",), False),
    "deleted, while an app keeps something": (_GONE, {"AppData/Local/a.txt": _OTHER}, ("Music/a.txt",), True),
    "packed": (_PACKED, {"Music/new.zip": _packed(a=_TEXT)}, (), True),
    "packed with another": (_PACKED, {"Music/new.zip": _packed(a=_TEXT, b=_TEXT)}, (), False),
    "packed when it was changed": (_PACKED, {"Music/new.zip": _packed(a=b""), "Music/a.txt": b""}, (), False),
    "unpacked": (_UNPACKED, {"Videos/a.txt": b"a"}, (), True),
    "unpacked, empty": (_UNPACKED, {"Videos/a.txt": b""}, (), False),
    "unpacked, from a changed archive": (_UNPACKED, {"Videos/a.txt": b"", "Music/x.zip": _packed(a=b"")}, (), False),
    "unpacked, and the archive is gone": (_UNPACKED, {"Videos/a.txt": b"a"}, ("Music/x.zip",), False),
    "a picture": (_PICTURE, {"Videos/cat.png": _CAT}, (), True),
    "a picture, both another one": (_PICTURE, {"Videos/cat.png": _CITY, "Music/cat.png": _CITY}, (), False),
}


@pytest.fixture(scope="module")
def device() -> SimDevice:
    return SimDevice()


def _filled(device: SimDevice, files: Mapping[str, bytes]) -> UserData:
    device.reset()
    for path, content in files.items():
        device.write_file(path, content)
    return device.user_data()


@pytest.mark.parametrize("case", _CASES)
def test_what_was_there_counts(device: SimDevice, case: str) -> None:
    (check, args), written, deleted, passes = _CASES[case]
    before = _filled(device, _START)
    kept = {path: content for path, content in _START.items() if not path.startswith(tuple(deleted))}
    _filled(device, {**kept, **written})
    probe, fold = Probe(device), bind(Condition(check, args))
    probe.begin((before,))
    assert bool(fold.step(fold.initial, (), probe).verdict) == passes


def test_the_members_of_an_archive_are_its_parts() -> None:
    without = write_zip({name: member for name, member in read_zip(_ZIP).items() if name != "a.txt"})
    assert changed_parts("x.zip", _ZIP, without) == ("member/a.txt",)
    assert changed_parts("x.zip", _ZIP, _packed(a=b"a", b=b"c")) == ("member/b.txt",)
    assert changed_parts("x.zip", _ZIP, b"damaged") == ("content",)
