"""A served phone in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import selectors
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Self

from omnigym.devices.phone.phone import Phone
from omnigym.devices.phone.server import PhoneServer
from omnigym.devices.protocol import Platform
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import DeviceStartError

__all__ = ["PhoneConfig", "PhoneProcess", "serve"]

_START_S, _END_S = 60.0, 5.0


@dataclass(frozen=True, slots=True)
class PhoneConfig:
    """A phone to serve.

    Args:
        size: The screen's (width, height) in pixels.
        scale: Pixels per logical pixel; 0 for what makes the screen 360 wide.
        platform: What the simulated device stands for.
        serial: Its serial number.
        port: Where adb servers connect to; 0 for any free port.
        smart_port: Where adb's clients do, as if an adb server were there; 0 for any free port.
        auth: ``"off"``, ``"accept"`` or ``"refuse"``: whether hosts must show a key, and whether it is accepted.
        answer: Whether it answers hosts at all; else it is offline.
        shell_v2: Whether its shell gives exit codes.
        plain: Whether it passes for an ordinary phone, whose screen has to be watched and whose changes undone.
    """

    size: tuple[int, int] = (540, 1200)
    scale: float = 0.0
    platform: Platform = "android"
    serial: str = "omnigym"
    port: int = 0
    smart_port: int = 0
    auth: Literal["off", "accept", "refuse"] = "off"
    answer: bool = True
    shell_v2: bool = True
    plain: bool = False

    def build(self) -> PhoneServer:
        """The phone, not yet listening."""
        scale = self.scale or self.size[0] / 360
        phone = Phone(SimDevice(self.size, self.platform, scale), self.serial, self.plain)
        return PhoneServer(phone, self.auth, self.answer, self.shell_v2)


async def serve(config: PhoneConfig, started: Callable[[int, int], None]) -> None:
    """Serve a phone until the task is cancelled.

    Args:
        config: Which phone.
        started: Called with the two ports once it listens.

    Raises:
        DeviceStartError: A port is taken.
    """
    server = config.build()
    try:
        ports = await server.start(config.port, config.smart_port)
    except OSError as e:
        raise DeviceStartError("phone", "serve", f"cannot listen: {e}", "Choose other ports.") from None
    try:
        started(*ports)
        await asyncio.Event().wait()
    finally:
        await server.close()


class PhoneProcess:
    """A phone that runs for as long as this object is open, and ends with this process at the latest.

    Args:
        config: Which phone.

    Raises:
        DeviceStartError: It did not come up.
    """

    def __init__(self, config: PhoneConfig | None = None) -> None:
        self.config = config or PhoneConfig()
        said = json.dumps(dataclasses.asdict(self.config))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "omnigym.devices.phone", said], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        try:
            ports = self._first_line()
        except BaseException:
            self.close()
            raise
        self.port: int = ports["port"]
        self.smart_port: int = ports["smart_port"]

    def _first_line(self) -> dict[str, int]:
        out = self._process.stdout
        assert out is not None
        with selectors.DefaultSelector() as selector:
            selector.register(out, selectors.EVENT_READ)
            line = out.readline() if selector.select(_START_S) else b""
        if not line:
            raise DeviceStartError("phone", "start", f"no phone came up within {_START_S:g} s.", "See its messages.")
        ports: dict[str, int] = json.loads(line)
        return ports

    @property
    def address(self) -> str:
        """What ``adb connect`` takes, and the serial number that an adb server then knows it by."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def close(self) -> None:
        """End it; may be called twice."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()  # at which it ends
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
