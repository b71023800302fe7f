"""The steps that task files of other projects are made of."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.actions import Action, Wait
from omnigym.assets import add_asset
from omnigym.devices.fake import FakeDevice
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import ConfigError, TaskFileError
from omnigym.foreign import limits
from omnigym.tasks.setup import (
    Act,
    ActivateWindow,
    CloseWindow,
    PutAsset,
    RunCommand,
    SetupStep,
    Unpack,
    WaitUntil,
    apply_setup,
    check_step,
    step_from_json,
    step_to_json,
)


class Shell:
    """A device that notes the commands that it is given."""

    platform = "linux"

    def __init__(self, *codes: int, confined: bool = True) -> None:
        self.codes, self._confined = list(codes), confined
        self._kept: dict[str, bytes] = {}
        self.done: list[object] = []

    def is_confined(self) -> bool:
        return self._confined

    def setup_outputs(self) -> dict[str, bytes]:
        return self._kept

    def run(self, argv: Sequence[str], timeout: float = 10.0) -> tuple[int, bytes, bytes]:
        self.done.append(tuple(argv))
        return (self.codes.pop(0) if self.codes else 0), b"out", b"err"

    def act(self, action: Action) -> None:
        self.done.append(action)


@pytest.fixture
def device() -> FakeDevice:
    fake = FakeDevice()
    fake.reset()
    return fake


def test_a_command_is_run_and_its_output_kept() -> None:
    shell = Shell(3)
    RunCommand(("ls", "-l"), keep="list", keep_errors="errors").apply(shell)
    assert shell.done == [("ls", "-l")], "that it failed is no error"
    assert shell.setup_outputs() == {"list": b"out", "errors": b"err"}


def test_a_command_is_repeated_until_it_is_so() -> None:
    shell = Shell(1, 1, 0)
    RunCommand(("test", "-e", "x"), until_code=0).apply(shell)
    assert [type(d) for d in shell.done] == [tuple, Wait, tuple, Wait, tuple]
    with pytest.raises(ConfigError, match="never ended with code 7"):
        RunCommand(("x",), until_code=7, timeout=1).apply(Shell())
    RunCommand(("x",), until_output="ut").apply(Shell())


def test_no_command_runs_where_it_would_reach_more_than_the_device() -> None:
    shell = Shell(confined=False)
    with pytest.raises(ConfigError, match="trust=True"):
        RunCommand(("rm", "-rf", "/")).apply(shell)
    assert shell.done == []


def test_an_asset_is_put(device: FakeDevice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path))
    step = PutAsset("Desktop/a.bin", add_asset(b"content"))
    check_step(step, "setup[0]")
    apply_setup(device, [step])
    assert device.read_file("Desktop/a.bin") == b"content"
    with pytest.raises(TaskFileError, match="assets fetch"):
        check_step(replace(step, asset="1" * 64), "setup[0]")


def _tar(names: dict[str, bytes], mode: str = "w:gz") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as tar:  # type: ignore[call-overload]
        for name, content in names.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def _zip(names: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("make", [_zip, _tar])
def test_an_archive_is_unpacked(device: FakeDevice, make: type) -> None:
    device.write_file("a", make({"x.txt": b"1", "sub/y.txt": b"2"}))
    apply_setup(device, [Unpack("a", "out")])
    assert (device.read_file("out/x.txt"), device.read_file("out/sub/y.txt")) == (b"1", b"2")


@pytest.mark.parametrize("make", [_zip, _tar])
@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x"])
def test_nothing_is_unpacked_outside(device: FakeDevice, make: type, name: str) -> None:
    device.write_file("a", make({name: b""}))
    with pytest.raises(TaskFileError, match="outside the folder"):
        apply_setup(device, [Unpack("a", "out")])


def test_what_is_no_archive_or_too_large(device: FakeDevice, monkeypatch: pytest.MonkeyPatch) -> None:
    for broken in (b"", b"PK", _zip({"x": b"1"})[:-10], _tar({"x": b"1" * 4000})[:-30]):
        device.write_file("a", broken)
        with pytest.raises(TaskFileError, match="archive"):
            apply_setup(device, [Unpack("a", "out")])
    monkeypatch.setattr("omnigym.tasks.setup.unpack.ARCHIVE_BYTES", 10)
    assert limits.ARCHIVE_BYTES > 10
    for make in (_zip, _tar):
        device.write_file("a", make({"x": b"1" * 11}))
        with pytest.raises(TaskFileError, match="at most"):
            apply_setup(device, [Unpack("a", "out")])


def test_windows_are_arranged() -> None:
    device = SimDevice()
    device.reset(0)
    for app in ("text_editor", "file_manager"):
        device.launch(app)
    first = device.windows()[-1]
    apply_setup(device, [WaitUntil(window=first.title), ActivateWindow(first.title[1:].upper())])
    assert device.windows()[0].id == first.id
    apply_setup(device, [CloseWindow(first.app), CloseWindow("none of this title")])
    assert first.id not in [w.id for w in device.windows()]
    with pytest.raises(TaskFileError, match="there was no"):
        apply_setup(device, [WaitUntil(window=first.title, timeout=0.5)])


def test_ordinary_actions_are_done(device: FakeDevice) -> None:
    device.launch("text_editor")
    apply_setup(device, [Act(('{"type": "Type", "text": "tea"}',))])
    assert any("tea" in (node.value or "") + node.name for node in device.tree())


_FAULTS = [
    (Act(('{"type": "Done"}',)), "actions of a device"),
    (Act(('{"type": "Jump"}',)), "Jump"),
    (Act(("{",)), "actions"),
    (RunCommand(("x",), background=True, keep="a"), "no end"),
    (RunCommand(("x",), timeout=0), "timeout"),
    (RunCommand(()), "argv"),
    (PutAsset("x", "zz"), "asset"),
    (WaitUntil(), "give one"),
    (WaitUntil(window="x", timeout=1e9), "timeout"),
]


@pytest.mark.parametrize(("step", "said"), _FAULTS)
def test_a_wrong_value_is_one_error(step: SetupStep, said: str) -> None:
    with pytest.raises(TaskFileError, match=said):
        check_step(step, "setup[0]")


def test_each_goes_through_a_file() -> None:
    for step in (RunCommand(("a", "b"), keep="x"), Act(("{}",)), WaitUntil(path="x"), CloseWindow("a", exact=True)):
        assert step_from_json(step_to_json(step)) == step
