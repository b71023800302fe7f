"""The phone that is served: a simulated device, as the programs of Android see it."""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Protocol

import numpy as np
from PIL import Image

from omnigym.a11y.android_packages import KEYBOARD, LAUNCHER, SYSTEM_UI, package_of
from omnigym.actions import Action, Press, point_of
from omnigym.devices.android import Activity, activity_of, layout_of, notifications_of
from omnigym.devices.phone.files import PhoneFiles
from omnigym.devices.phone.log import Log
from omnigym.devices.phone.streams import PhoneStream
from omnigym.devices.protocol import Frame, WindowInfo
from omnigym.devices.sim import servicing
from omnigym.devices.sim.device import SimDevice
from omnigym.errors import UnknownNameError
from omnigym.sim.android.shell.lock import SCREEN_OFF

# -- the screen as Android gives it -----------------------------------------------------------------------------------

# Raw pixels behind a header, or PNG.

#: Pixel format RGBA_8888 and colour space sRGB, of ``screencap``'s header since Android 9.
_RGBA, _SRGB = 1, 1
_HEADER = struct.Struct("<IIII")


def raw(frame: Frame) -> memoryview:
    """Width, height, format and colour space as 32-bit words, then RGBA.

    Args:
        frame: uint8 (H, W, 3), RGB.
    """
    height, width, _ = frame.shape
    out = np.empty(_HEADER.size + height * width * 4, np.uint8)
    _HEADER.pack_into(out.data, 0, width, height, _RGBA, _SRGB)
    pixels = out[_HEADER.size :].reshape(height, width, 4)
    for channel in range(3):  # five times as fast as all at once
        pixels[..., channel] = frame[..., channel]
    pixels[..., 3] = 255
    return out.data


def png(frame: Frame) -> bytes:
    """A PNG file.

    Args:
        frame: uint8 (H, W, 3), RGB.
    """
    out = BytesIO()
    Image.fromarray(frame).convert("RGBA").save(out, "PNG", compress_level=1)
    return out.getvalue()


# -- faults -----------------------------------------------------------------------------------------------------------

# Faults that a served phone can be told to have, so that whoever drives it can be tested against them.
#
# ``cmd omnigym fault KIND [TIMES [PATTERN]]`` arms one; it strikes the next commands that hold the pattern.

FAULTS: Final = {
    "stall": "the command never answers",
    "short": "half of the answer comes, then the stream ends",
    "trickle": "the answer comes in small pieces",
    "die": "half of the answer comes, then every connection to the phone breaks",
    "displays": "screencap warns of a second display, in the middle of its output",
    "idle": "uiautomator could not get idle state",
    "crlf": "line ends become CR LF, as old terminals make them",
    "busy": "the screen goes on changing for a while, whatever is done",
    "work": "the apps that are open have used the processor since the last list of processes",
}


@dataclass
class Fault:
    """One that is armed.

    Attributes:
        kind: One of `FAULTS`.
        times: How often it still strikes.
        pattern: What the command line must hold; empty for any.
    """

    kind: str
    times: int
    pattern: str


class Faults:
    """Those that are armed."""

    def __init__(self) -> None:
        self._armed: list[Fault] = []

    def arm(self, kind: str, times: int = 1, pattern: str = "") -> None:
        """Let a fault strike the next commands.

        Raises:
            UnknownNameError: There is no such fault.
        """
        if kind not in FAULTS:
            raise UnknownNameError("fault", kind, FAULTS)
        self._armed.append(Fault(kind, times, pattern))

    def clear(self) -> None:
        """Disarm all."""
        self._armed.clear()

    def strikes(self, kind: str, line: str) -> bool:
        """Whether a fault strikes this command; it then has one time less."""
        if line.startswith("cmd omnigym"):
            return False  # the way to disarm it
        for fault in self._armed:
            if fault.kind == kind and fault.times > 0 and fault.pattern in line:
                fault.times -= 1
                return True
        return False


# -- streaming --------------------------------------------------------------------------------------------------------


class Follower(Protocol):
    """Hears and sees the phone while its time passes: `omnigym.devices.phone.casting.PhoneCast`."""

    name: str

    @property
    def last_us(self) -> int:
        """The moment of the last picture, in microseconds of the phone's own time; -1 where there is none."""
        ...

    @property
    def now_us(self) -> int:
        """The phone's own time in microseconds."""
        ...

    def move(self) -> None:
        """Time may have passed, or the screen may have changed."""
        ...

    def close(self) -> None:
        """Follow no longer."""
        ...

    async def __call__(self, stream: PhoneStream) -> None:
        """Serve a connection."""
        ...


# -- phone ------------------------------------------------------------------------------------------------------------

_ANDROID, _SDK = "14", "34"
#: Dots per inch of a phone that is 360 of Android's units wide.
_DPI_PER_PIXEL = 160 / 360


class Phone:
    """A simulated device with what only a daemon has: properties, Android's settings, packages, faults.

    Args:
        device: What is on the screen.
        serial: Its serial number.
        plain: Whether it passes for an ordinary phone.
    """

    def __init__(self, device: SimDevice, serial: str = "omnigym", plain: bool = False) -> None:
        self.device = device
        self.files = PhoneFiles(device)
        self.faults = Faults()
        self.width, self.height = device.size
        self.density = round(self.width * _DPI_PER_PIXEL)
        self.properties: dict[str, str] = {
            "ro.build.version.release": _ANDROID,
            "ro.build.version.sdk": _SDK,
            "ro.product.brand": "omnigym",
            "ro.product.cpu.abi": "arm64-v8a",
            "ro.product.cpu.abilist": "arm64-v8a",
            "ro.product.device": "omnigym",
            "ro.product.manufacturer": "omnigym",
            "ro.product.model": "Simulated phone",
            "ro.product.name": "omnigym",
            "ro.serialno": serial,
            "ro.sf.lcd_density": str(self.density),
            "sys.boot_completed": "1",
        }
        if not plain:
            # The phone's own: input returns when its effect is on the screen, and `cmd omnigym` resets it.
            self.properties["ro.omnigym"] = "1"
        self._initial_properties = dict(self.properties)
        self.settings: dict[tuple[str, str], str] = {}
        self.log = Log(lambda: device.now_ms())
        #: The ports at which a server of uiautomator2 was started.
        self.automating: set[int] = set()
        #: The session of scrcpy's that is on; see `omnigym.devices.phone.casting`.
        self.cast: Follower | None = None
        self._ahead_ms = -device.now_ms()
        self.busy = 0
        self.worked_s = 0.0
        self.reset(0)

    @property
    def banner(self) -> str:
        """What the daemon says of the phone when a host connects."""
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        return "".join(f"{name}={self.properties[name]};" for name in names)

    def reset(self, seed: int) -> None:
        """Bring everything back to how it was at first, files and faults included."""
        before = self.uptime_ms
        self.device.reset(seed)
        self._ahead_ms = before - self.device.now_ms()
        self.files.forget()
        self.faults.clear()
        self.log.clear()
        self.properties = dict(self._initial_properties)
        self.settings = {("secure", "default_input_method"): "com.android.inputmethod.latin/.LatinIME"}
        self.busy = 0
        self.worked_s = 0.0

    @property
    def uptime_ms(self) -> int:
        """The milliseconds of the phone's own time since it came up; a reset, which turns its clock back, adds none."""
        return self.device.now_ms() + self._ahead_ms

    def moved(self) -> None:
        """A command was done: whoever listens hears and sees what came of it."""
        if self.cast is not None:
            self.cast.move()

    # -- input -------------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do an action; the log tells of an activity that came to the front."""
        before = self.foreground()
        self.device.act(action)
        after = self.foreground()
        if after != before:
            self.log.add("I", "ActivityTaskManager", f"Displayed {after.component}")

    def light(self, on: bool) -> bool:
        """Turn the screen on or off; whether it was not so already."""
        if self.screen_on == on:
            return False
        self.act(Press("power"))
        return True

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The normalised middle of a pixel; one beyond the edge is at the edge."""
        return point_of((int(x), int(y)), (self.width, self.height))

    # -- the screen --------------------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        """The screen; while the phone is busy, something on it changes every time."""
        frame = self.device.screenshot()
        if self.busy > 0:
            self.busy -= 1
            frame = frame.copy()
            frame[0, : self.width // 2] = self.busy % 256
        return frame

    @property
    def screen_on(self) -> bool:
        """Whether the screen is lit."""
        lock = self.device.tree().find(key="lock")
        return lock is None or lock.name != SCREEN_OFF

    def screen(self) -> memoryview:
        """What ``screencap`` writes."""
        return raw(self.frame())

    def screen_png(self) -> bytes:
        """What ``screencap -p`` writes."""
        return png(self.frame())

    def layout(self, windows: bool) -> str:
        """What ``uiautomator dump`` writes, of the active window or of all."""
        return layout_of(self.device, windows)

    # -- apps --------------------------------------------------------------------------------------------------------

    def windows(self) -> tuple[WindowInfo, ...]:
        """The open windows, front to back."""
        return self.device.windows()

    def foreground(self) -> Activity:
        """What is in front; the launcher where no app is."""
        front = activity_of(self.device)
        assert front is not None  # of a simulated phone something always is
        return front

    def installed(self) -> dict[str, str]:
        """The packages of the apps, with omnigym's name of each."""
        apps = {package_of(app).name: app for app in self.device.apps()}
        return {**apps, LAUNCHER: "launcher", SYSTEM_UI: "system_ui", KEYBOARD: "keyboard"}

    @property
    def seconds(self) -> int:
        """The phone's time, in seconds since the epoch."""
        return self.device.now_ms() // 1000

    def device_settings(self) -> Mapping[str, str]:
        """The device's settings, by omnigym's names."""
        return servicing.settings(self.device)

    def providers(self) -> Collection[str]:
        """The addresses of the content providers."""
        return servicing.providers(self.device)

    def rows(self, uri: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a content provider, text by column."""
        return self.device.query_content(uri)

    def notifications(self) -> tuple[Mapping[str, str], ...]:
        """The notifications that are shown, the oldest first: ``app``, ``title`` and ``text`` of each."""
        return notifications_of(self.device)
