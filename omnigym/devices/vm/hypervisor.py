"""QEMU: one virtual machine, from its start to its end."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from omnigym.actions import Action
from omnigym.devices.guest.connection import Connection
from omnigym.devices.protocol import Frame
from omnigym.devices.vm.acceleration import accelerator_here
from omnigym.devices.vm.command import QEMU, Ends, command_line
from omnigym.devices.vm.firmware import SECURE_BOOT_KEYS, check_variables
from omnigym.devices.vm.image import Image
from omnigym.devices.vm.input import PACE_S, Hands
from omnigym.devices.vm.keyboard import KeyTrace
from omnigym.devices.vm.process import Companion, new_folder, remove_folder
from omnigym.devices.vm.qmp import Qmp, RefusedError
from omnigym.devices.waiting import Deadline
from omnigym.errors import (
    ConfigError,
    DeviceError,
    DeviceFaultError,
    DeviceLostError,
    DeviceStartError,
    DeviceTimeoutError,
    MissingDependencyError,
    UnreadableError,
)

__all__ = ["Accelerator", "Hypervisor"]

Accelerator: TypeAlias = Literal["auto", "tcg", "kvm"]
#: Seconds for what writes or reads a whole memory, for a start or an end, and between looks at something that goes on.
_STATE_S: Final = 300.0
_START_S: Final = 30.0
#: A click is handled once the guest has had so many nanoseconds of a processor since, or has slept at so many looks in
#: a row; and the longest that is waited for it, in seconds. So is a key of which QEMU does not say that it was taken.
_HANDLED_NS: Final = 2_000_000
_SLEEPS: Final = 8
_STARVED_S: Final = 5.0
#: The guest's kernel holds some twenty changes for its desktop. So many may be on their way, until the guest has slept
#: or had so many nanoseconds of a processor, within which each of dozens of busy programs has had its turn.
_MOST_CHANGES: Final = 16
_TURN_NS: Final = 100_000_000
#: The longest that a guest may take to read a key, in seconds.
_TAKEN_S: Final = 60.0
_TAKEN_LOOK_S: Final = 0.25
_LOOK_S: Final = 0.002
_BOOTING_LOOK_S: Final = 0.25
#: What is written of a screen before its pixels.
_PPM: Final = re.compile(rb"P6\s(\d{1,5}) (\d{1,5})\s255\s")
_FORWARDED: Final = re.compile(r"TCP\[HOST_FORWARD\]\s+\d+\s+127\.0\.0\.1\s+(\d+)\s")
_IGNORE_SHARED: Final = [{"capability": "x-ignore-shared", "state": True}]


class Hypervisor:
    """One virtual machine in a QEMU of its own, which ends with this process. Not for several threads at once.

    Unless it builds, the image is only read: the disk has an overlay, the memory is copied page by page as the guest
    writes, and all is forgotten at the end. The guest reaches nothing; this machine reaches the guest's server alone,
    by a port of the loopback address.

    Args:
        image: What the machine is.
        folder: The image's folder.
        network: Whether the guest reaches the network, and with it what listens on this machine's loopback address.
        accelerator: ``"auto"``: what the state was frozen under, else the faster one as measured.
        build: Whether the machine is for making the image: it is booted, writes to the image's own disk, and can be
            frozen.
        extra: More arguments of QEMU's, such as those of a CD-ROM. They have to be the same where a state is restored.
        console: A file for what the guest writes to its first serial port; it may be as much as it likes.
        timeout: Seconds within which QEMU answers a command; those that move a whole memory have longer.

    Attributes:
        image: The image.
    """

    def __init__(
        self,
        image: Image,
        folder: Path,
        *,
        network: bool = False,
        accelerator: Accelerator = "auto",
        build: bool = False,
        extra: Sequence[str] = (),
        console: Path | None = None,
        timeout: float = 10.0,
    ) -> None:
        self.image = image
        self._timeout = timeout
        self._source, self._network, self._build = folder, network, build
        self._wanted, self._extra, self._console = accelerator, tuple(extra), console
        self._qmp: Qmp | None = None
        self._process: Companion | None = None
        self._tpm: Companion | None = None
        self._folder: Path | None = None
        self._screen = -1
        self._port = 0
        self._processors: tuple[int, ...] = ()
        self._accelerator = ""
        self._keys: KeyTrace | None = None
        self._keys_due: Deadline | None = None
        self._changes = 0
        self._hands = Hands(
            lambda events: self.qmp("input-send-event", events=events), self._let_run, self._let_take, image.size
        )

    # -- its life ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the machine: from the image's frozen state, if it has one and this builds none, else from the disk.

        Returns when it runs; `wait_for_guest` waits for the guest.

        Raises:
            DeviceStartError: It cannot be started, or the state is of another QEMU.
            MissingDependencyError: QEMU, or the TPM that the image needs, is not installed.
        """
        try:
            self._start()
        except BaseException as e:
            said = self._process.said if self._process is not None else ""
            self.close()
            if isinstance(e, DeviceError) and not isinstance(e, DeviceStartError):
                problem = f"{e.problem} {said}" if said and said not in e.problem else e.problem
                raise DeviceStartError("vm", "reset", problem, e.advice) from e
            raise

    def _start(self) -> None:
        if self._process is not None:
            raise ConfigError("This machine was started already. Close it, or make another.")
        if shutil.which(QEMU) is None:
            raise MissingDependencyError(QEMU, "The device 'vm'", "apt-get install qemu-system-x86 qemu-utils")
        image, resumes = self.image, self.image.state is not None and not self._build
        if image.firmware is not None and not resumes:  # a state brings its own variables
            self._check_variables(self._source / image.firmware.variables)
        self._accelerator = accelerator_here(self._wanted, image.accelerator if resumes else None)
        self._folder = new_folder()
        self._screen = os.memfd_create("screen", os.MFD_CLOEXEC)
        self._keys, self._keys_due = KeyTrace(), None
        ours, theirs = socket.socketpair()
        self._qmp = Qmp(ours)
        with contextlib.ExitStack() as stack:
            stack.enter_context(theirs)
            tpm = stack.enter_context(self._start_tpm()) if image.tpm else None
            if self._build:
                memory = self._source / "memory.part"
                memory.unlink(missing_ok=True)
            else:
                memory = self._source / f"{image.state}.memory" if resumes else self._folder / "memory"
            ends = Ends(
                theirs.fileno(),
                tpm.fileno() if tpm is not None else None,
                memory,
                self._build,
                self._accelerator,
                self._network,
                self._build,
                resumes,
                self._console,
            )
            argv = command_line(image, self._source, ends, (*self._keys.options, *self._extra))
            files = [theirs.fileno(), self._screen, self._keys.theirs, *([tpm.fileno()] if tpm is not None else [])]
            self._process = Companion(argv, self._folder, files)
            self._keys.given()
        with self._call("start", _START_S) as deadline:
            self._qmp.greet(deadline)
        if resumes:
            self._resume()
        found = _FORWARDED.search(str(self.monitor("info usernet")))
        if found is None:
            raise self._fault("start", "QEMU does not say which port it forwards.")
        self._port = int(found[1])
        self._processors = tuple(int(cpu["thread-id"]) for cpu in self.qmp("query-cpus-fast"))

    def _check_variables(self, path: Path) -> None:
        try:
            check_variables(path, SECURE_BOOT_KEYS if self.image.platform == "windows" else frozenset())
        except UnreadableError as e:
            advice = (
                f"Build the image again: omnigym vm remove {self.image.name}, then omnigym vm build {self.image.name}."
            )
            raise DeviceStartError("vm", "start", f"{path}: {e}.", advice) from None

    @contextlib.contextmanager
    def _start_tpm(self) -> Iterator[socket.socket]:
        """QEMU's end of the connection to a TPM of its own, whose state comes with the machine's."""
        assert self._folder is not None
        tool = shutil.which("swtpm")
        if tool is None:
            raise MissingDependencyError("swtpm", f"The image {self.image.name!r}", "apt-get install swtpm")
        state = (self._source if self._build else self._folder) / "tpm"
        if not self._build and (self._source / "tpm").is_dir() and self.image.state is None:
            shutil.copytree(self._source / "tpm", state)
        state.mkdir(mode=0o700, exist_ok=True)
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                control = f"type=unixio,clientfd={theirs.fileno()}"
                argv = [tool, "socket", "--tpm2", "--tpmstate", f"dir={state}", "--ctrl", control, "--terminate"]
                self._tpm = Companion(argv, self._folder, [theirs.fileno()])
            yield ours

    def _resume(self) -> None:
        image, version = self.image, self.version
        if _branch(version) != _branch(image.qemu or ""):
            raise DeviceStartError(
                "vm",
                "reset",
                f"the image {image.name!r} was frozen by QEMU {image.qemu}, and this is {version}.",
                f"Build it again: omnigym vm remove {image.name}, then omnigym vm build {image.name}.",
            )
        self.qmp("migrate-set-capabilities", capabilities=_IGNORE_SHARED)
        with open(self._source / f"{image.state}.devices", "rb") as state:
            self._give("state", state.fileno())
            self.qmp("migrate-incoming", uri="fd:state")
            deadline = Deadline(_STATE_S)
            while self.status == "inmigrate" or self.qmp("query-migrate").get("status") in ("setup", "active"):
                self._pause("start", deadline, _LOOK_S)
        if self.qmp("query-migrate").get("status") == "failed":
            raise self._fault("start", "QEMU cannot read the image's state.")
        self.qmp("cont")

    def close(self) -> None:
        """End the machine; nothing of it is left."""
        for process in (self._process, self._tpm):
            if process is not None:
                process.end()
        if self._qmp is not None:
            self._qmp.close()
        if self._keys is not None:
            self._keys.close()
        if self._screen >= 0:
            os.close(self._screen)
        if self._folder is not None:
            remove_folder(self._folder)
        self._process = self._tpm = self._qmp = self._keys = self._folder = None
        self._screen = -1

    # -- what it is --------------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether QEMU runs."""
        return self._process is not None and self._process.alive

    @property
    def switched_off(self) -> bool:
        """Whether the guest has switched the machine off, so that QEMU ended well."""
        return self._process is not None and self._process.code == 0

    @property
    def pid(self) -> int:
        """The id of QEMU's process."""
        return self._running().pid

    @property
    def starved_seconds(self) -> float:
        """For how many seconds the guest's processors have waited for one of this machine's, since the start.

        Raises:
            DeviceLostError: QEMU has ended.
        """
        return sum(int(self._told_of(thread, "schedstat").split()[1]) for thread in self._processors) * 1e-9

    @property
    def port(self) -> int:
        """The port of this machine's loopback address that leads to the guest's server."""
        return self._port

    @property
    def version(self) -> str:
        """QEMU's."""
        return self._qmp.version if self._qmp is not None else ""

    @property
    def accelerator(self) -> str:
        """What the machine runs under: ``"tcg"`` or ``"kvm"``; "" before its start."""
        return self._accelerator

    @property
    def status(self) -> str:
        """QEMU's word for what the machine does: ``"running"``, ``"paused"``, ``"io-error"``..."""
        return str(self.qmp("query-status").get("status"))

    @property
    def problem(self) -> str:
        """What is wrong with the machine, for an error; "" for nothing that can be seen from outside of the guest."""
        if self._process is None or not self._process.alive:
            said = self._process.said if self._process is not None else ""
            return f"QEMU has ended{': ' + said if said else ''}."
        if self._tpm is not None and not self._tpm.alive and not self._process.wait(1.0):  # QEMU ends a little later
            return f"the machine's TPM has ended: {self._tpm.said or 'swtpm says nothing'}."
        try:
            status = self.status
        except DeviceError as e:
            return e.problem
        if status == "io-error":
            return f"the disk of this machine is full, so the guest was stopped ({self._folder})."
        return "" if status == "running" else f"the machine does not run: it is {status!r}."

    @property
    def was_left(self) -> bool:
        """Whether a guest that is lost ended by itself: it was shut down, or the machine runs on without its server."""
        return not self.problem or (self._process is not None and self._process.code == 0)

    def wait_for_guest(self, deadline: Deadline) -> None:
        """Wait until the guest's server answers to the image's token.

        Raises:
            DeviceTimeoutError: It does not in time.
            DeviceLostError: The machine ended, or the server refuses the token.
        """
        connection = Connection(f"http://127.0.0.1:{self._port}", self.image.token)
        with contextlib.closing(connection):
            while True:
                try:
                    left = deadline.left()
                    connection.get("/v1/health", Deadline(min(left, self._timeout)))
                    return
                except (OSError, EOFError, UnreadableError) as e:  # not yet: QEMU itself takes each connection
                    if problem := self.problem:
                        raise self._lost("start", problem) from e
                    if deadline.passed:
                        break
                self._pause("start", deadline, _BOOTING_LOOK_S)
        problem = f"the guest's server does not answer within {deadline.seconds:g} s."
        raise DeviceTimeoutError("vm", "start", problem, "Look at the machine's screen, or give it longer.")

    # -- QMP ---------------------------------------------------------------------------------------------------------

    def qmp(self, command: str, /, **arguments: object) -> Any:
        """What QEMU returns to a command of its machine protocol.

        Raises:
            DeviceFaultError: It refuses, and says why.
            DeviceTimeoutError: It does not answer.
            DeviceLostError: It has ended.
        """
        return self._execute(command, arguments, self._timeout)

    def monitor(self, line: str) -> str:
        """What a command of QEMU's monitor for people prints. Raises as `qmp`."""
        return str(self.qmp("human-monitor-command", **{"command-line": line}))

    def _execute(self, command: str, arguments: Any, seconds: float, files: Sequence[int] = ()) -> Any:
        self._running()
        assert self._qmp is not None
        with self._call(command, seconds) as deadline:
            return self._qmp.execute(command, arguments, deadline, files)

    def _give(self, name: str, descriptor: int) -> None:
        """Let QEMU have a file under a name."""
        self._execute("getfd", {"fdname": name}, self._timeout, [descriptor])

    @contextlib.contextmanager
    def _call(self, call: str, seconds: float) -> Iterator[Deadline]:
        try:
            yield Deadline(seconds)
        except TimeoutError:
            problem = f"QEMU does not answer within {seconds:g} s."
            raise DeviceTimeoutError("vm", call, problem, "Is it stopped, or this machine overloaded?") from None
        except RefusedError as e:
            raise self._fault(call, f"QEMU refuses {call}: {e}") from None
        except (OSError, EOFError) as e:
            assert self._process is not None
            self._process.wait(1.0)  # it hangs up first, and what it says is read then
            raise self._lost(call, f"QEMU has ended: {self._process.said or e}.") from None
        except ValueError as e:
            raise self._fault(call, f"QEMU answered nonsense: {e}.") from None

    def _running(self) -> Companion:
        if self._process is None:
            raise DeviceLostError("vm", "qmp", "the machine does not run.", "Start it.")
        return self._process

    def pause(self, seconds: float) -> None:
        """Let time pass for the guest.

        Raises:
            DeviceLostError: QEMU has ended.
        """
        self._running()
        assert self._qmp is not None
        with self._call("pause", seconds):
            self._qmp.idle(seconds)

    def rests(self, seconds: float) -> bool:
        """Let time pass for the guest, and see whether it wanted a processor for less than half of it.

        Raises:
            DeviceLostError: QEMU has ended.
        """
        before = self._used() * 1e-9 + self.starved_seconds
        self.pause(seconds)
        return self._used() * 1e-9 + self.starved_seconds - before < seconds / 2

    def _let_run(self, seconds: float, nanoseconds: int = _HANDLED_NS, most: float = _STARVED_S) -> bool:
        """Let time pass that the guest uses or sleeps through: on a busy machine it may get no processor for long.

        Args:
            seconds: How long at least.
            nanoseconds: How much of a processor the guest has to get, unless it sleeps.
            most: How long is waited for that, in seconds.

        Returns:
            Whether it got that, or slept.
        """
        before, slept = self._used(), 0
        self.pause(seconds)
        deadline = Deadline(most)
        while self._used() - before < nanoseconds and slept < _SLEEPS:
            if deadline.passed:
                return False
            slept = slept + 1 if self._asleep() else 0
            self.pause(_LOOK_S)
        return True

    def _let_take(self, changes: int) -> None:
        """Wait until the guest has read the keys that were pressed or released: QEMU's keyboard holds but sixteen.

        Args:
            changes: How many those are.

        Raises:
            DeviceTimeoutError: It does not read them in time.
            DeviceLostError: QEMU has ended.
        """
        self._running()
        assert self._keys is not None
        with self._call("input", _TAKEN_S):
            self._keys.read()
        if not self._keys.told:
            self._let_run(changes * PACE_S)
            return
        self._keys_due = self._keys_due or Deadline(_TAKEN_S)
        while self._keys.due:
            if self._keys_due.passed:
                raise self._unread()
            with self._call("input", _TAKEN_S):
                self._keys.read(_TAKEN_LOOK_S)
        self._keys_due = None
        self._changes += changes
        if self._changes >= _MOST_CHANGES:
            if not self._let_run(0.0, _TURN_NS, _TAKEN_S):
                raise self._unread()
            self._changes = 0

    def _unread(self) -> DeviceTimeoutError:
        problem = f"the guest has not read its keyboard for {_TAKEN_S:g} s."
        return DeviceTimeoutError("vm", "input", problem, "Does it hang, or is this machine overloaded?")

    def _used(self) -> int:
        """The processor time that the guest's processors have had, in nanoseconds."""
        return sum(int(self._told_of(thread, "schedstat").split()[0]) for thread in self._processors)

    def _asleep(self) -> bool:
        """Whether all of them wait for something to happen."""
        stats = [self._told_of(thread, "stat") for thread in self._processors]
        return all(stat.rpartition(")")[2].split()[0] == "S" for stat in stats)

    def _told_of(self, thread: int, name: str) -> str:
        try:
            return Path(f"/proc/{self.pid}/task/{thread}/{name}").read_text()
        except OSError:
            raise self._lost("input", self.problem) from None

    def _pause(self, call: str, deadline: Deadline, seconds: float) -> None:
        if deadline.passed:
            problem = f"it is not done within {deadline.seconds:g} s."
            raise DeviceTimeoutError("vm", call, problem, "Is this machine overloaded?")
        if not self.alive:
            raise self._lost(call, self.problem)
        self.pause(seconds)

    def _lost(self, call: str, problem: str) -> DeviceLostError:
        return DeviceLostError("vm", call, problem, "The next reset starts another machine.")

    def _fault(self, call: str, problem: str) -> DeviceFaultError:
        said = f" {self._process.said}" if self._process is not None and self._process.said else ""
        return DeviceFaultError("vm", call, problem + said, "Look at what QEMU says.")

    # -- the screen --------------------------------------------------------------------------------------------------

    def screendump(self) -> Frame:
        """The screen as the machine's display shows it: uint8 (H, W, 3), RGB, new.

        Raises:
            DeviceFaultError: QEMU wrote no picture.
            DeviceLostError, DeviceTimeoutError: As `qmp`.
        """
        self.qmp("screendump", filename=f"/proc/self/fd/{self._screen}")
        size = os.fstat(self._screen).st_size
        content = os.pread(self._screen, size, 0)
        head = _PPM.match(content)
        if head is None or len(content) - head.end() != int(head[1]) * int(head[2]) * 3:
            raise self._fault("screenshot", "QEMU wrote no picture.")
        shape = int(head[2]), int(head[1]), 3
        return np.frombuffer(content, np.uint8, offset=head.end()).reshape(shape).copy()

    # -- input -------------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        """Do an action by the machine's keyboard and mouse; whether it can be done so.

        A text is typed as on a US keyboard, at some 60 characters a second.

        Raises:
            DeviceLostError, DeviceTimeoutError: As `qmp`.
        """
        return self._hands.act(action)

    def release(self) -> None:
        """Release all keys and buttons that actions hold. Raises as `act`."""
        self._hands.release()

    # -- states ------------------------------------------------------------------------------------------------------

    def snapshot(self, tag: str) -> None:
        """Keep the machine's disk, memory and devices under a name; of one that builds in the image's own disk.

        Raises:
            DeviceFaultError: It cannot be kept: the disk is full...
            DeviceLostError, DeviceTimeoutError: As `qmp`.
        """
        self._job("snapshot-save", tag)

    def restore(self, tag: str) -> None:
        """Bring back what `snapshot` kept. The machine runs on from there, and knows nothing of what came after.

        Raises:
            DeviceFaultError: There is no such snapshot, or it is damaged.
            DeviceLostError, DeviceTimeoutError: As `qmp`.
        """
        self._job("snapshot-load", tag)

    def _job(self, command: str, tag: str) -> None:
        """A snapshot's job: it goes on by itself, and ends with what went wrong."""
        nodes = self._disk_nodes()
        was = self.status
        if command == "snapshot-load" and was == "running":
            self.qmp("stop")  # or the guest runs on a disk that is replaced
        self.qmp(command, **{"job-id": "snapshot", "tag": tag, "vmstate": nodes[0], "devices": nodes})
        deadline = Deadline(_STATE_S)
        while True:
            job = next((j for j in self.qmp("query-jobs") if j["id"] == "snapshot"), None)
            if job is None or job["status"] == "concluded":
                break
            self._pause(command, deadline, _LOOK_S)
        if job is not None:
            self.qmp("job-dismiss", id="snapshot")
        if job is not None and job.get("error"):
            if was == "running":
                self.qmp("cont")
            raise self._fault(command, f"{job['error']}.")
        if self.status != "running":
            self.qmp("cont")

    def _disk_nodes(self) -> list[str]:
        """The disks that a snapshot is made of; the first also holds the memory."""
        nodes = [str(b["inserted"]["node-name"]) for b in self.qmp("query-block") if b.get("device") == "disk"]
        others = [
            str(b["inserted"]["node-name"])
            for b in self.qmp("query-block")
            if b.get("device") != "disk" and "inserted" in b and not b["inserted"]["ro"]
        ]
        return nodes + others

    def freeze(self, state: str) -> Image:
        """End a machine that builds, and put its state beside the disk: from it each machine of the image starts.

        Before that the guest should be at rest, with its server answering and nobody connected.

        Args:
            state: The state's name.

        Returns:
            The image with the state, for `omnigym.devices.vm.image.write_image`.

        Raises:
            ConfigError: This machine does not build.
            DeviceFaultError: It cannot be written: the disk is full...
            DeviceLostError, DeviceTimeoutError: As `qmp`.
        """
        if not self._build:
            raise ConfigError("Only a machine that builds (build=True) can be frozen.")
        part = self._source / "devices.part"
        try:
            self.qmp("stop")
            self.qmp("migrate-set-capabilities", capabilities=_IGNORE_SHARED)
            self.qmp("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
            with part.open("wb") as file:
                self._give("state", file.fileno())
                self.qmp("migrate", uri="fd:state")
                deadline = Deadline(_STATE_S)
                while (done := self.qmp("query-migrate"))["status"] not in ("completed", "failed", "cancelled"):
                    self._pause("freeze", deadline, _LOOK_S)
                if done["status"] != "completed":
                    why = done.get("error-desc", "Is the disk full?")
                    raise self._fault("freeze", f"the state was not written. {why}")
                os.fsync(file.fileno())
            values = {"state": state, "qemu": self.version, "accelerator": self.accelerator}
            frozen = Image.model_validate({**self.image.model_dump(), **values})
            self._execute("quit", {}, self._timeout)
            if not self._running().wait(_START_S):
                raise self._fault("freeze", "QEMU does not end.")
            memory = self._source / "memory.part"
            with memory.open("rb") as file:
                os.fsync(file.fileno())
            memory.replace(self._source / f"{state}.memory")
            part.replace(self._source / f"{state}.devices")
        finally:
            part.unlink(missing_ok=True)
            self.close()
        return frozen


def _branch(version: str) -> tuple[str, ...]:
    """The part of a version within which a state can be read: 7.2 of 7.2.22."""
    return tuple(version.partition(" ")[0].split(".")[:2])
