"""What happens on the desktop that nobody asked for."""

from __future__ import annotations

import numpy as np
import pytest

from omnigym.a11y import Role
from omnigym.actions import Click, Press, Wait
from omnigym.devices.config import build_device
from omnigym.devices.protocol import DISTURBANCES, HasDisturbances
from omnigym.devices.sim.config import SimConfig
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import Explorer, audit
from omnigym.documents.mail import name_of, read_mail
from omnigym.errors import UnknownNameError
from omnigym.sim.app import Effect
from omnigym.sim.common.disturbances import disturbance, series
from omnigym.sim.common.mail import ACCOUNT, folder_path
from omnigym.sim.notifications import notifications
from omnigym.sim.system import Disturb, Interrupt, Later, Notify, Store
from omnigym.sim.windows.system import DISTURBANCES as KINDS


def after(seconds: float, kinds: tuple[str, ...], seed: int = 0) -> SimDevice:
    device = SimDevice()
    device.reset(0)
    device.disturb(kinds, seed)
    for _ in range(round(seconds * 10)):
        device.act(Wait(0.1))
    return device


@pytest.mark.parametrize("config", [SimConfig(), SimConfig.presets()["phone"]])
def test_every_kind_of_a_platform_happens_there(config: SimConfig) -> None:
    device = build_device(config)
    assert isinstance(device, SimDevice)
    assert isinstance(device, HasDisturbances)
    assert device.disturbances() == config.disturbances
    assert set(config.disturbances) <= set(DISTURBANCES)
    for kind in config.disturbances:
        device.reset(0)
        before = device.tree()
        device.disturb((kind,), 0)
        for _ in range(60):
            device.act(Wait(0.5))
        assert device.tree() is not before
    known = device.apps()
    assert {n.app for n in notifications(device._desk.regs.vfs)} - {""} <= set(known)


def test_on_the_phone_the_toast_of_a_mail_opens_it() -> None:
    device = build_device(SimConfig.presets()["phone"])
    assert isinstance(device, SimDevice)
    device.reset(0)
    device.disturb(("mail",), 0)
    device.act(Wait(1.5))
    note, toast = notifications(device._desk.regs.vfs)[-1], device.tree().find(key="toast")
    assert toast is not None
    x, y = toast.center
    device.act(Click((x / device.size[0], y / device.size[1])))
    assert device.windows()[0].app == "gmail"
    assert read_mail(device.read_file(note.path)).headers.marks.read


def test_nothing_happens_by_itself() -> None:
    device = SimDevice()
    before = device.tree()
    device.act(Wait(30))
    assert device.tree() is before
    assert notifications(device._desk.regs.vfs) == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_series_has_one_every_few_seconds(seed: int) -> None:
    device = after(20, ("toast",), seed)
    assert 20 / 1.6 <= len(notifications(device._desk.regs.vfs)) <= 20 / 0.2


def test_a_mail_is_a_file_that_can_be_read_and_is_announced() -> None:
    device = after(9, ("mail",))
    note = notifications(device._desk.regs.vfs)[-1]
    mail = read_mail(device.read_file(note.path))
    assert note.path in [f.path for f in device.list_dir(folder_path("Inbox"))]
    assert (note.app, note.title, note.text) == ("mail", name_of(mail.headers.sender), mail.headers.subject)
    assert mail.headers.to == ACCOUNT
    assert mail.body.strip()
    assert not mail.headers.marks.read


def test_the_toast_of_a_mail_opens_it() -> None:
    device = after(1.5, ("mail",))
    subject = notifications(device._desk.regs.vfs)[-1].text
    toast = device.tree().find(key="toast")
    assert toast is not None
    x, y = toast.center
    device.act(Click((x / 1024, y / 768)))
    assert device.windows()[0].app == "mail"
    assert subject in [n.name for n in device.tree() if n.role is Role.HEADING]


@pytest.mark.parametrize(("kind", "app"), [("dialog", "system_message"), ("update", "windows_update")])
def test_a_window_comes_to_the_front_and_goes_with_escape(kind: str, app: str) -> None:
    device = SimDevice()
    device.reset(0)
    device.launch("text_editor")
    device.disturb((kind,), 1)
    device.act(Wait(1.5))
    assert [(w.app, w.active) for w in device.windows()] == [(app, True), ("text_editor", False)]
    device.act(Press("escape"))
    assert [(w.app, w.active) for w in device.windows()] == [("text_editor", True)]


def test_another_seed_is_another_series_and_the_same_one_is_the_same() -> None:
    def story(seed: int) -> list[tuple[Effect, ...]]:
        now, out = series(KINDS, tuple(KINDS), seed).effect, list[tuple[Effect, ...]]()
        for _ in range(20):
            effects = disturbance(KINDS, now, 0)
            assert isinstance(effects[-1], Later)
            out.append(effects)
            now = effects[-1].effect
        return out

    assert story(3) == story(3)
    assert story(3) != story(4)
    assert {type(effect) for effects in story(3) for effect in effects} == {Notify, Store, Interrupt, Later}


def test_the_order_of_the_kinds_does_not_matter() -> None:
    assert series(KINDS, ("update", "toast", "toast"), 5) == series(KINDS, ["toast", "update"], 5)
    assert isinstance(series(KINDS, ("toast",), 0), Later)
    assert isinstance(series(KINDS, ("toast",), 0).effect, Disturb)


def test_an_unknown_kind_is_said() -> None:
    with pytest.raises(UnknownNameError, match=r"disturbance of this device 'earthquake'.*dialog, mail, toast, update"):
        SimDevice().disturb(("earthquake",), 0)


def test_a_reset_ends_them() -> None:
    device = after(5, tuple(KINDS))
    device.reset(0)
    tree = device.tree().to_json()
    device.act(Wait(30))
    assert device.tree().to_json() == tree


def test_random_actions_amid_everything_are_byte_deterministic() -> None:
    frames = []
    for _ in range(2):
        device = SimDevice()
        explorer = Explorer(device, 11)
        device.reset(3)
        device.disturb(tuple(KINDS), 12)
        kept, snapshot = [], None
        for step in range(250):
            device.act(explorer.action())
            if step == 100:
                snapshot = device.snapshot()
            if step % 50 == 49:
                audit(device)
                kept.append(device.screenshot().tobytes())
        other = SimDevice()
        other.restore(snapshot)
        device.restore(snapshot)
        for moved in (device, other):
            moved.act(Wait(2))
        np.testing.assert_array_equal(device.screenshot(), other.screenshot())
        frames.append(kept)
    assert frames[0] == frames[1]
    assert len(set(frames[0])) > 2
