"""The device of a virtual machine over a hypervisor of nothing but a guest's server in this process."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from omnigym.actions import Action, Click, Press, Type
from omnigym.devices.config import build_device
from omnigym.devices.fake import Fault
from omnigym.devices.fake.device import FakeDevice
from omnigym.devices.guest.server import Guest
from omnigym.devices.protocol import Frame, HasAccessibilityTree, HasFiles, HasNetwork
from omnigym.devices.testing import DeviceContract
from omnigym.devices.vm import device as vm
from omnigym.devices.vm.config import VmConfig
from omnigym.devices.vm.image import IMAGES_VARIABLE, Image, write_image
from omnigym.devices.waiting import Deadline
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceFaultError,
    DeviceLostError,
    DeviceStartError,
    DeviceTimeoutError,
    MissingDependencyError,
    UnknownNameError,
)

SERVES = ("a11y", "apps", "clipboard", "files")
IMAGE = Image(
    name="stub", platform="linux", size=(320, 240), recipe="0" * 64, memory=16, token="a-token-of-tests", serves=SERVES
)
CONFIG = VmConfig((320, 240), image="stub", serves=SERVES, timeout=5.0)


class StubHypervisor:
    """Stands in for QEMU: a server in a thread is the guest."""

    made: ClassVar[list[StubHypervisor]]
    token: str = IMAGE.token
    renewable: bool = True
    faults: tuple[Fault, ...] = ()
    starved_seconds: float = 0.0

    def __init__(self, image: Image, folder: Path, *, network: bool, accelerator: str, timeout: float) -> None:
        self.image, self.network, self.accelerator, self.timeout = image, network, accelerator, timeout
        self.problem, self.alive, self.was_left = "", True, True
        self.done: list[Action] = []
        self.frame = np.zeros((240, 320, 3), np.uint8)
        type(self).made.append(self)

    def start(self) -> None:
        self.shown = FakeDevice(faults=self.faults)
        self.guest = Guest(self.shown, self.token, renewable=self.renewable)
        self.port = self.guest.port

    def wait_for_guest(self, deadline: Deadline) -> None:
        assert deadline.left() > 0

    def screendump(self) -> Frame:
        return self.frame

    def act(self, action: Action) -> bool:
        self.done.append(action)
        return not isinstance(action, Type)

    def die(self, *, shut_down: bool = False) -> None:
        self.alive, self.problem, self.was_left = False, "QEMU has ended: killed.", shut_down
        self.guest.close()

    def close(self) -> None:
        with contextlib.suppress(AttributeError):
            self.guest.close()
            self.shown.close()
        self.alive = False


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[StubHypervisor]:
    (tmp_path / "stub").mkdir()
    (tmp_path / "stub" / IMAGE.disk).touch()
    write_image(IMAGE, tmp_path / "stub")
    monkeypatch.setenv(IMAGES_VARIABLE, str(tmp_path))
    kind: type[StubHypervisor] = type("Stub", (StubHypervisor,), {"made": []})
    monkeypatch.setattr(vm, "Hypervisor", kind)
    return kind


@pytest.fixture
def device(stub: type[StubHypervisor]) -> Iterator[Any]:
    with closing(build_device(CONFIG)) as made:
        yield made


class TestContract(DeviceContract):
    """A machine keeps the contract that its guest's device keeps."""

    @pytest.fixture(autouse=True)
    def stubbed(self, stub: type[StubHypervisor]) -> None:
        """No QEMU."""

    shared_device = False

    def make_device(self) -> Any:
        return build_device(CONFIG)


def test_each_reset_is_another_life(device: Any, stub: type[StubHypervisor]) -> None:
    device.reset(seed=0)
    first = device.screenshot()
    device.write_file("a.txt", b"of the first life")
    device.act(Press("a"))
    tokens = {device._machine.token}
    device.reset(seed=0)
    tokens.add(device._machine.token)
    assert len(stub.made) == 2 and len(tokens | {IMAGE.token}) == 3
    assert not stub.made[0].alive and stub.made[1].alive
    np.testing.assert_array_equal(device.screenshot(), first)
    with pytest.raises(FileNotFoundError):
        device.read_file("a.txt")


def test_a_server_of_another_life_is_refused(device: Any, stub: type[StubHypervisor]) -> None:
    device.reset(seed=0)
    stub.made[-1].guest._calls._generation = "another"
    device._greeted = False
    with pytest.raises(DeviceStartError, match="another life"):
        device.screenshot()
    device.reset(seed=0)
    assert device.screenshot().any()


def test_a_standby_is_taken_and_another_one_made(stub: type[StubHypervisor]) -> None:
    with closing(build_device(VmConfig((320, 240), "stub", serves=SERVES, standby=True))) as device:
        machine: Any = device
        machine.reset(seed=0)
        machine._standby._next.result()
        assert machine.standby_ready and len(stub.made) == 2
        machine.reset(seed=0)
        assert machine.hypervisor is stub.made[1]
        machine._standby._next.result()
        stub.made[2].die()  # while it stands by
        machine.reset(seed=0)
        assert machine.hypervisor is stub.made[3] and machine.screenshot().any()
        machine.allow_network(True)
        machine.reset(seed=0)
        assert machine.hypervisor.network
    assert not any(hypervisor.alive for hypervisor in stub.made)


def test_pixels_and_input_of_the_machine_itself(stub: type[StubHypervisor]) -> None:
    with closing(build_device(VmConfig((320, 240), "stub", serves=SERVES, pixels="machine"))) as device:
        device.reset(seed=0)
        hypervisor = stub.made[-1]
        device.act(Click((0.5, 0.5)))
        device.act(Type("é"))  # which no keyboard has: the guest's server types it
        assert hypervisor.done == [Click((0.5, 0.5)), Type("é")]
        assert not device.screenshot().any()
        hypervisor.frame = np.zeros((480, 640, 3), np.uint8)
        with pytest.raises(DeviceFaultError, match="640x480, expected 320x240"):
            device.screenshot()
        device.reset(seed=0)
        assert device.screenshot().shape == (240, 320, 3)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"size": (640, 480)}, r"screen of \(320, 240\)"),
        ({"platform": "windows"}, "is linux"),
        ({"serves": ("settings",)}, "cannot do settings"),
    ],
)
def test_an_image_that_is_another_one_is_refused(
    stub: type[StubHypervisor], changes: dict[str, Any], says: str
) -> None:
    fields = {"size": (320, 240), "image": "stub", "serves": SERVES} | changes
    with closing(build_device(VmConfig(**fields))) as device, pytest.raises(DeviceStartError, match=says):
        device.reset(seed=0)
    assert not stub.made


def test_what_there_is_no_image_of_is_built(stub: type[StubHypervisor]) -> None:
    with (
        closing(build_device(VmConfig(image="other"))) as device,
        pytest.raises(MissingDependencyError, match="omnigym vm build other"),
    ):
        device.reset(seed=0)


def test_a_wrong_token_is_no_start(device: Any, stub: type[StubHypervisor]) -> None:
    stub.token = "some other token"
    with pytest.raises(DeviceStartError, match="refuses: Expected the token"):
        device.reset(seed=0)
    assert not stub.made[-1].alive


def test_a_server_that_cannot_be_renewed_is_no_start(device: Any, stub: type[StubHypervisor]) -> None:
    stub.renewable = False
    with pytest.raises(DeviceStartError, match=r"Expected /v1/call"):
        device.reset(seed=0)


def test_a_clock_that_cannot_be_set_is_said(stub: type[StubHypervisor], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omnigym.devices.guest.server.set_clock", lambda _: False)
    config = VmConfig((320, 240), "stub", serves=SERVES, clock="now")
    with closing(build_device(config)) as device, pytest.raises(DeviceStartError, match="may not set the clock"):
        device.reset(seed=0)


@pytest.mark.parametrize("shut_down", [False, True])
def test_a_machine_that_ends_is_lost_until_the_next_reset(
    device: Any, stub: type[StubHypervisor], shut_down: bool
) -> None:
    device.reset(seed=0)
    stub.made[-1].die(shut_down=shut_down)
    for _ in range(2):
        with pytest.raises(DeviceLostError, match="QEMU has ended: killed") as caught:
            device.act(Press("a"))
        assert caught.value.by_agent == shut_down  # which a program of the guest's can do
    device.reset(seed=0)
    assert device.screenshot().any()


def test_what_others_took_from_the_guest_is_made_up_for(
    device: Any, stub: type[StubHypervisor], monkeypatch: pytest.MonkeyPatch
) -> None:
    device.reset(seed=0)
    looks: list[float] = []

    def rests(self: StubHypervisor, seconds: float) -> bool:
        looks.append(seconds)
        return len(looks) == 2

    monkeypatch.setattr(stub, "rests", rests, raising=False)
    seconds = iter([0.0, 0.5, 0.5, 7.5, 9.0])
    monkeypatch.setattr(stub, "starved_seconds", property(lambda self: next(seconds)))
    device.screenshot()  # so that it comes along from now on
    device.act(Press("a"))
    assert not looks
    device.screenshot()
    device.act(Press("b"))
    assert looks == [0.25, 0.25] and not device._along


def test_a_guest_that_hangs_times_out(stub: type[StubHypervisor], monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    config = VmConfig((320, 240), "stub", serves=SERVES, timeout=0.3)
    with closing(build_device(config)) as device:
        device.reset(seed=0)
        monkeypatch.setattr(stub.made[-1].shown, "act", lambda action: free.wait(20))
        with pytest.raises(DeviceTimeoutError, match="no answer within"):
            device.act(Press("a"))
        free.set()


@pytest.mark.faults
def test_a_guest_whose_device_fails_is_no_score(device: Any, stub: type[StubHypervisor]) -> None:
    stub.faults = (Fault("act", 1),)
    device.reset(seed=0)
    with pytest.raises(DeviceError):
        device.act(Press("a"))


def test_what_a_configuration_says(stub: type[StubHypervisor]) -> None:
    found = VmConfig.of("stub", standby=True)
    assert (found.size, found.platform, found.serves, found.standby) == ((320, 240), "linux", SERVES, True)
    kind = found.class_of()
    assert issubclass(kind, HasFiles) and issubclass(kind, HasAccessibilityTree) and issubclass(kind, HasNetwork)
    assert found.target.capabilities == {*SERVES, "network"}
    with pytest.raises(UnknownNameError):
        VmConfig(serves=("flying",)).check()
    with pytest.raises(ConfigError, match="cannot show"):
        VmConfig(serves=("snapshots",)).check()
    with pytest.raises(ConfigError, match="guest, machine"):
        build_device(VmConfig(pixels="both"))  # type: ignore[arg-type]
