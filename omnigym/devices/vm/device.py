"""A virtual machine as a device: the guest's device, by its server, in a machine that each reset restores.

Restoring is time travel: the server in the guest, its token, its clock and its chance are those of every other life. So
each machine is a new QEMU with a port of its own, and before anything else is asked its server is given a new token,
and says of which generation it is from then on. An answer of another life can come neither by the connection nor by
the token.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, TypeAlias

from omnigym.actions import Action, Wait
from omnigym.devices.guest.connection import Connection
from omnigym.devices.guest.device import GuestDevice, guest_class
from omnigym.devices.protocol import Device, Frame, Platform
from omnigym.devices.standby import Standby
from omnigym.devices.vm.hypervisor import Accelerator, Hypervisor
from omnigym.devices.vm.image import Image, find_image, read_image
from omnigym.devices.vm.process import sweep
from omnigym.devices.waiting import Deadline
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceFaultError,
    DeviceLostError,
    DeviceStartError,
    UnreadableError,
)
from omnigym.foreign import parse_json

__all__ = ["VmDevice", "VmMachine", "VmPlan", "reset_booting", "settle_guest", "vm_class"]

Pixels: TypeAlias = Literal["guest", "machine"]
Clock: TypeAlias = Literal["frozen", "now"]

#: Seconds within which a restored guest answers, and one that has to be booted.
_ANSWER_S: Final = 30.0
_BOOT_S: Final = 600.0
#: Seconds within which QEMU answers a command, once a machine runs.
_QMP_S: Final = 5.0
#: Others on this machine may keep the guest from its processors, which its own deadlines do not see. What it lost in an
#: action is made up for if it is so much, half of what the Linux image waits for rest, and up to so much, in seconds of
#: its processors, for which it may be waited so long.
_LOST_S: Final = 4.0
_MADE_UP_S: Final = 10.0
_LONGEST_S: Final = 60.0
_LOOK_S: Final = 0.25
#: After input that the guest's server knows nothing of, it waits so long, and until its screen is at rest.
_REST_S: Final = 0.05
_MOST_ANSWER: Final = 4096
#: Between two looks at a machine that is being built, in seconds: what changes no more within them has come to rest.
_REST_BOOTING_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class VmPlan:
    """How machines are made.

    Attributes:
        image: The image's name.
        size, platform, serves: What it has to be.
        network: Whether the guest reaches the network.
        clock, accelerator: As of `omnigym.devices.vm.config.VmConfig`.
        timeout: Seconds within which a call of the guest is answered.
    """

    image: str
    size: tuple[int, int]
    platform: Platform
    serves: frozenset[str]
    network: bool
    clock: Clock
    accelerator: Accelerator
    timeout: float


class VmMachine:
    """A machine that runs, whose guest was renewed and is as after a reset.

    Args:
        plan: How it is made.
        seed: For the guest's device, if that has to be reset.
        warm: Whether the guest shows its screen and its tree once, as its code is slow the first time.

    Raises:
        DeviceStartError: It does not come up, or is another one than planned.
        MissingDependencyError: There is no such image, or no QEMU.
    """

    def __init__(self, plan: VmPlan, seed: int | None = None, warm: bool = False) -> None:
        folder = find_image(plan.image)
        image = read_image(folder)
        _check(image, plan)
        network, accelerator = plan.network, plan.accelerator
        self.hypervisor = Hypervisor(image, folder, network=network, accelerator=accelerator, timeout=_QMP_S)
        self.token, self.generation = secrets.token_urlsafe(24), ""
        try:
            self.hypervisor.start()
            try:
                if image.state is None:
                    self.hypervisor.wait_for_guest(Deadline(_BOOT_S))
                fresh = self._renew(plan.clock, Deadline(_ANSWER_S))
                if warm or not fresh:
                    self._settle(plan, fresh, seed)
            except DeviceError as e:
                problem = self.hypervisor.problem or e.problem
                raise DeviceStartError("vm", "reset", problem, e.advice) from e
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """Where the guest's server answers."""
        return f"http://127.0.0.1:{self.hypervisor.port}"

    @property
    def alive(self) -> bool:
        """Whether QEMU runs."""
        return self.hypervisor.alive

    def close(self) -> None:
        """End it; nothing of it is left."""
        self.hypervisor.close()

    def _renew(self, clock: Clock, deadline: Deadline) -> bool:
        """Begin the guest's life; whether its device is as after a reset."""
        now = None if clock == "frozen" else time.time_ns() // 1_000_000
        said = json.dumps({"token": self.token, "clock_ms": now, "entropy": os.urandom(32).hex()}).encode()
        with contextlib.closing(Connection(self.url, self.hypervisor.image.token)) as connection:
            try:
                answer = connection.post("/v1/renew", [said], _MOST_ANSWER, deadline)
                found = parse_json(answer.decode("utf-8", "replace"))
            except (OSError, EOFError, UnreadableError) as e:
                raise DeviceLostError("vm", "reset", f"the guest's server did not renew itself: {e}.") from e
        match found:
            case {"generation": str(generation), "clock": bool(set_), "fresh": bool(fresh)} if 0 < len(generation) < 65:
                self.generation = generation
            case _:
                raise DeviceFaultError("vm", "reset", "the guest's server answered nonsense.", "Build the image again.")
        if not set_:
            advice = "Start it with CAP_SYS_TIME, on Windows as an administrator; or use VmConfig(clock='frozen')."
            raise DeviceFaultError("vm", "reset", "the guest's server may not set the clock.", advice)
        return fresh

    def _settle(self, plan: VmPlan, fresh: bool, seed: int | None) -> None:
        """Have the guest be as after a reset, and do what it is about to be asked."""
        guest = guest_class(plan.serves & {"a11y"})(plan.size, self.url, self.token, plan.platform, (), plan.timeout)
        with contextlib.closing(guest):
            if not fresh:
                guest.reset(seed)
            guest.screenshot()
            if (tree := getattr(guest, "tree", None)) is not None:
                tree()


def _check(image: Image, plan: VmPlan) -> None:
    advice = f"Use VmConfig.of({plan.image!r}), which takes what the image says."
    if image.size != plan.size or image.platform != plan.platform:
        problem = (
            f"is {image.platform} with a screen of {image.size}, and {plan.platform} with {plan.size} was expected."
        )
    elif lacking := sorted(plan.serves - set(image.serves)):
        problem = f"cannot do {', '.join(lacking)}."
    else:
        return
    raise DeviceStartError("vm", "reset", f"the image {plan.image!r} {problem}", advice)


def reset_booting(hypervisor: Hypervisor, guest: Device, deadline: Deadline) -> None:
    """Reset the guest of a machine that boots, whose desktop may come up later than its server, or start again.

    Args:
        hypervisor: The machine.
        guest: Its guest.
        deadline: Of the whole.

    Raises:
        DeviceError: QEMU has ended, or the guest fails for good.
        TimeoutError: It cannot be reset in time.
    """
    while True:
        try:
            guest.reset(seed=0)
        except (DeviceStartError, DeviceLostError) as e:
            if deadline.passed:
                raise TimeoutError(f"the guest cannot be reset within {deadline.seconds:g} s: {e}") from e
            hypervisor.pause(min(deadline.left(), _REST_BOOTING_S))
        else:
            return


def settle_guest(hypervisor: Hypervisor, deadline: Deadline) -> None:
    """Bring the guest of a machine that builds to where it can be frozen: reset, at rest, and with nobody connected.

    Args:
        hypervisor: The machine, whose guest's server answers or will.
        deadline: Of the whole.

    Raises:
        DeviceError: The guest fails.
        TimeoutError: It does not come to rest in time.
    """
    image = hypervisor.image
    hypervisor.wait_for_guest(deadline)
    url, serves = f"http://127.0.0.1:{hypervisor.port}", frozenset({"a11y"} & set(image.serves))
    guest = guest_class(serves)(image.size, url, image.token, image.platform, (), deadline.left())
    with contextlib.closing(guest):
        reset_booting(hypervisor, guest, deadline)
        last = guest.screenshot()
        while True:
            if "a11y" in serves:
                guest.tree()  # type: ignore[attr-defined]
            hypervisor.pause(min(deadline.left(), _REST_BOOTING_S))
            frame = guest.screenshot()
            if (frame == last).all():
                return
            last = frame


class VmDevice(GuestDevice):
    """The plain part of a machine's guest; `vm_class` adds the capabilities.

    Errors of the device last until the next reset, which starts another machine.

    Args:
        size, image, platform, serves, network, standby, pixels, clock, accelerator, timeout, trust: As of
            `omnigym.devices.vm.config.VmConfig`.

    Raises:
        ConfigError: Something is asked for that no machine has.
    """

    name = "vm"
    _config = "VmConfig"

    def __init__(
        self,
        size: tuple[int, int] = (1024, 768),
        image: str = "linux",
        platform: Platform = "linux",
        serves: tuple[str, ...] = (),
        network: bool = False,
        standby: bool = False,
        pixels: Pixels = "guest",
        clock: Clock = "frozen",
        accelerator: Accelerator = "auto",
        timeout: float = 60.0,
        trust: bool = False,
    ) -> None:
        for value, known in ((pixels, ("guest", "machine")), (clock, ("frozen", "now"))):
            if value not in known:
                raise ConfigError(f"Expected one of {', '.join(known)}, got {value!r}.")
        super().__init__(size, "http://127.0.0.1:9", "none yet", platform, serves, timeout, trust)
        self.desktop = "xfce" if platform == "linux" else ""
        self._plan = VmPlan(image, size, platform, frozenset(serves), network, clock, accelerator, timeout)
        self._always_network, self._by_machine, self._stands_by = network, pixels == "machine", standby
        self._machine: VmMachine | None = None
        self._standby: Standby[VmMachine] | None = None
        sweep()

    # -- the device --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Restore the image's machine. Nothing on it is left to chance, so ``seed`` changes nothing there.

        Raises:
            DeviceStartError: It did not come up.
            MissingDependencyError: There is no such image, or no QEMU.
        """
        if self._closed:
            raise self._error or DeviceLostError(self.name, "reset", "the device was closed.", "Make a new one.")
        self._error = None
        self._forget()
        self._kept.clear()
        last, self._machine = self._machine, None
        if self._stands_by:
            machine = self._swap(last)
        else:
            if last is not None:
                last.close()
            machine = VmMachine(self._plan, seed)
        self._machine = machine
        self._connection, self._expected = Connection(machine.url, machine.token), machine.generation
        self._contents = {}
        with self._call("reset", 0.0):
            self._greet()

    @property
    def standby_ready(self) -> bool:
        """Whether a machine stands by, so that a reset would not wait for one."""
        return self._standby is not None and self._standby.ready

    def screenshot(self) -> Frame:
        """The screen: uint8 (H, W, 3), RGB, new."""
        if not self._by_machine:
            return super().screenshot()
        frame = self._hypervisor("screenshot").screendump()
        if frame.shape != (self.size[1], self.size[0], 3):
            problem = f"the screen is {frame.shape[1]}x{frame.shape[0]}, expected {self.size[0]}x{self.size[1]}."
            raise self._lose(DeviceFaultError(self.name, "screenshot", problem, "The guest changed its resolution."))
        return frame

    def act(self, action: Action) -> None:
        """Do an action; of a machine's own keyboard and mouse where they can do it."""
        starved = self._starved()
        if self._by_machine:
            try:
                done = self._hypervisor("act").act(action)
            except DeviceError as e:
                raise self._lose(e) from None
            action = Wait(_REST_S) if done else action
        super().act(action)
        self._make_up(starved)

    def works_during(self, seconds: float) -> bool:
        """As of `GuestDevice`, on a guest that got its processors."""
        starved = self._starved()
        worked = super().works_during(seconds)
        self._make_up(starved)
        return worked

    def _starved(self) -> float:
        try:
            return self._hypervisor("act").starved_seconds
        except DeviceError as e:
            raise self._lose(e) from None

    def _make_up(self, before: float) -> None:
        """Let a guest that was kept from its processors go on until it rests, for as long as it was kept from them.

        No error comes of it: else an agent's program that never rests could cause one on a busy machine.
        """
        if (lost := self._starved() - before) < _LOST_S:
            return
        began, before = time.monotonic(), before + lost
        try:
            while not self._hypervisor("act").rests(_LOOK_S):
                taken = time.monotonic() - began  # of which it gets no more now than it did in the action
                if taken - (self._starved() - before) >= min(lost, _MADE_UP_S) or taken >= _LONGEST_S:
                    break
        except DeviceError as e:
            raise self._lose(e) from None
        self._along.clear()  # it may have changed since

    def close(self) -> None:
        """End the machine; nothing of it is left running or on disk."""
        super().close()
        if self._machine is not None:
            self._machine.close()
            self._machine = None
        self._drop_standby()

    def allow_network(self, allowed: bool) -> None:
        """Whether, from the next reset on, the guest reaches the network, and this machine's own services with it."""
        network = allowed or self._always_network
        if network != self._plan.network:
            self._plan = replace(self._plan, network=network)
            self._drop_standby()

    def _confined(self) -> bool:
        """Whether commands of task files may run: where they reach nothing, or because the files are trusted."""
        return self._trust or not self._plan.network

    # -- its machine -------------------------------------------------------------------------------------------------

    @property
    def hypervisor(self) -> Hypervisor:
        """The machine that runs, past the guest: for benchmarks and tests.

        Raises:
            DeviceLostError: There is none.
        """
        return self._hypervisor("hypervisor")

    def _hypervisor(self, call: str) -> Hypervisor:
        if self._error is not None:
            raise self._error
        if self._machine is None:
            raise DeviceLostError(self.name, call, "no machine runs.", "Reset the device.")
        return self._machine.hypervisor

    def _lose(self, error: DeviceError) -> DeviceError:
        """What can be seen from outside of the guest says more than that it does not answer."""
        if self._machine is not None and (problem := self._machine.hypervisor.problem):
            lost = DeviceStartError if isinstance(error, DeviceStartError) else DeviceLostError
            error = lost(self.name, error.call, problem, "The next reset starts another machine.")
        return super()._lose(error)

    def _was_left(self) -> bool:
        return self._machine is not None and self._machine.hypervisor.was_left

    def _swap(self, last: VmMachine | None) -> VmMachine:
        """The machine that stands by, if it lives, else a new one; the last one is ended in the background."""
        if self._standby is None:
            self._standby = Standby(functools.partial(VmMachine, self._plan, warm=True), self.name)
        try:
            machine = self._standby.take()
        finally:
            if last is not None:
                self._standby.end(last)
        if machine is not None and not machine.alive:
            self._standby.end(machine)
            machine = None
        if machine is None:
            machine = VmMachine(self._plan)
        self._standby.prepare()
        return machine

    def _drop_standby(self) -> None:
        if self._standby is not None:
            self._standby.close()
            self._standby = None


@cache
def vm_class(serves: frozenset[str]) -> type[VmDevice]:
    """The class of machines whose guests have capabilities: see `omnigym.devices.guest.device.guest_class`."""
    own = {"is_confined": VmDevice._confined} if "shell" in serves else {}
    members: Mapping[str, object] = {"__doc__": VmDevice.__doc__, **own}
    return type("VmDevice", (VmDevice, guest_class(serves)), dict(members))
