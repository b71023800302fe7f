"""The composition root: serialisable device configurations, and the one place that builds devices from them.

A `DeviceConfig` is plain data, so it can be in an environment's spec, go to a worker process and be written to a
file. Backends are imported only when one of theirs is built. ``FALLIBLE`` says whether a device of the kind can break
in mid-episode.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from omnigym.devices.fake import FakeDevice, Fault
from omnigym.devices.protocol import Device, Platform
from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

__all__ = [
    "DEVICES",
    "PRESETS",
    "AdbConfig",
    "ChromiumConfig",
    "DeviceConfig",
    "FakeConfig",
    "SimConfig",
    "X11Config",
    "build_device",
    "device_class",
    "device_config",
    "target_of",
    "to_dict",
]


@dataclass(frozen=True, slots=True)
class SimConfig:
    """The simulated desktop or phone.

    Args:
        size: The logical screen's (width, height) in pixels.
        platform: What it stands for: "windows" or "android".
        scale: Enlarges text and controls; the layout is done anew for it.
    """

    BACKEND: ClassVar[str] = "sim"
    FALLIBLE: ClassVar[bool] = False
    size: tuple[int, int] = (1024, 768)
    platform: Platform = "windows"
    scale: float = 1.0
    backend: str = "sim"


@dataclass(frozen=True, slots=True)
class X11Config:
    """A real desktop on an X server of its own.

    Args:
        size: The screen's (width, height) in pixels.
        sandbox: ``"auto"``: in a sandbox where this machine allows one; ``"require"``: only in one; ``"off"``: never.
        quiet: How long the screen must be at rest before an action is over, in seconds.
        cap: The longest that is waited for that, in seconds; longer while the applications get no processor.
        network: Whether the applications always reach this machine's network; else only where a task needs it.
        standby: Whether the next desktop is made ready while one is used, so that a reset does not wait for it.
        prelaunch: Applications that are open from the beginning.
        memory: The most that a desktop's processes and files may take together, in MB.
        disk: The most that its files may take, in MB; they are in memory.
        processes: The most processes and threads that it may have.
    """

    BACKEND: ClassVar[str] = "x11"
    FALLIBLE: ClassVar[bool] = True
    size: tuple[int, int] = (1024, 768)
    sandbox: Literal["auto", "require", "off"] = "auto"
    quiet: float = 0.04
    cap: float = 1.0
    network: bool = False
    standby: bool = False
    prelaunch: tuple[str, ...] = ()
    memory: int = 4096
    disk: int = 1024
    processes: int = 1000
    backend: str = "x11"


@dataclass(frozen=True, slots=True)
class ChromiumConfig:
    """A real browser.

    Args:
        size: The screen's (width, height) in pixels.
        bar: Whether the screen shows the browser's tabs and address bar, or the page alone.
        allow: The origins that pages may reach besides the sites ("http://127.0.0.1:8000").
        image: How the browser hands its picture over: ``"jpeg"`` (quality 90) is twice as fast as ``"png"``.
        program: A browser's path or command; empty for the best that this machine has.
    """

    BACKEND: ClassVar[str] = "chromium"
    FALLIBLE: ClassVar[bool] = True
    size: tuple[int, int] = (1024, 768)
    bar: bool = True
    allow: tuple[str, ...] = ()
    image: Literal["jpeg", "png"] = "jpeg"
    program: str = ""
    backend: str = "chromium"


@dataclass(frozen=True, slots=True)
class FakeConfig:
    """The fake of `omnigym.devices.fake`, for tests.

    Args:
        size: The screen's (width, height) in pixels.
        platform: What it pretends to be.
        faults: Calls that fail.
    """

    BACKEND: ClassVar[str] = "fake"
    FALLIBLE: ClassVar[bool] = True
    size: tuple[int, int] = (320, 240)
    platform: Platform = "linux"
    faults: tuple[Fault, ...] = ()
    backend: str = "fake"


@dataclass(frozen=True, slots=True)
class AdbConfig:
    """A phone over adb; see `omnigym.devices.adb.device.AdbDevice`.

    Args:
        size: The screen's (width, height) in pixels, as it is.
        serial: The phone's serial number, or the address of one on the network; empty for what ``ANDROID_SERIAL`` in
            the environment says, else for the only one there is.
        host, port: Where the adb server listens; 0 for what ``ANDROID_ADB_SERVER_PORT`` says, else 5037.
        timeout: The longest that a command may take, in seconds.
        cap: The longest wait for the screen to come to rest, in seconds.
        clear: Packages whose data each reset clears.
        snapshot: The snapshot of an emulator that each reset loads; empty for none.
        start_server: Whether an adb server that is not there is started.
    """

    BACKEND: ClassVar[str] = "adb"
    FALLIBLE: ClassVar[bool] = True
    size: tuple[int, int] = (540, 1200)
    serial: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    timeout: float = 20.0
    cap: float = 3.0
    clear: tuple[str, ...] = ()
    snapshot: str = ""
    start_server: bool = True
    backend: str = "adb"


DeviceConfig: TypeAlias = AdbConfig | SimConfig | X11Config | ChromiumConfig | FakeConfig

#: The configurations by the name that ``make(id, device=NAME)`` takes; each name stands for its defaults.
DEVICES: Mapping[str, type[DeviceConfig]] = {
    cls.BACKEND: cls for cls in (AdbConfig, SimConfig, X11Config, ChromiumConfig, FakeConfig)
}

#: Configurations that have a name of their own.
PRESETS: Mapping[str, DeviceConfig] = {"phone": SimConfig(size=(540, 1200), platform="android", scale=1.5)}


def device_config(device: str | Mapping[str, Any] | DeviceConfig) -> DeviceConfig:
    """The configuration that a name, or the dict that `to_dict` wrote, stands for.

    Args:
        device: A backend, one of `PRESETS`, or the configuration itself.

    Raises:
        UnknownNameError: There is no such backend.
        ConfigError: The dict has fields that the backend does not know.

    >>> device_config("sim").size
    (1024, 768)
    >>> device_config({"backend": "fake", "size": [64, 48]})
    FakeConfig(size=(64, 48), platform='linux', faults=(), backend='fake')
    """
    if isinstance(device, (AdbConfig, SimConfig, X11Config, ChromiumConfig, FakeConfig)):
        return device
    if isinstance(device, str):
        return PRESETS[device] if device in PRESETS else _class(device)()
    given: object = device  # callers without types pass anything
    if not isinstance(given, Mapping) or "backend" not in given:
        raise ConfigError(
            f"Expected the name of a device ({', '.join(sorted(DEVICES))}), a DeviceConfig, or its dict with a "
            f"'backend', got {device!r}."
        )
    cls = _class(str(given["backend"]))
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items()}
    if "faults" in values:
        values["faults"] = tuple(f if isinstance(f, Fault) else Fault(**f) for f in values["faults"])
    unknown = sorted(set(values) - {f.name for f in dataclasses.fields(cls)})
    if unknown:
        raise ConfigError(f"{cls.__name__} has no field {', '.join(unknown)}: take the ones of its documentation.")
    return cls(**values)


def to_dict(config: DeviceConfig) -> dict[str, Any]:
    """A JSON-able dict that `device_config` reads back."""
    return dataclasses.asdict(config)


def target_of(config: DeviceConfig) -> str:
    """What tasks call a device: its backend, but for a simulated phone, which has tasks of its own.

    >>> target_of(device_config("phone")), target_of(device_config("sim"))
    ('phone', 'sim')

    Raises:
        UnknownNameError: The simulated device has no such platform.
    """
    if not isinstance(config, SimConfig):
        return config.backend
    from omnigym.devices.sim.platform import platform_of

    return platform_of(config.platform).device


def _class(name: str) -> type[DeviceConfig]:
    if name not in DEVICES:
        raise UnknownNameError("device", name, [*DEVICES, *PRESETS])
    return DEVICES[name]


def _sim() -> type[Device]:
    from omnigym.devices.sim.device import SimDevice

    return SimDevice


def _x11() -> type[Device]:
    try:
        from omnigym.devices.x11 import X11Device
    except ImportError as e:
        raise MissingDependencyError(str(e.name or e), "The device 'x11'", "pip install 'omnigym[x11]'") from e
    return X11Device


def _adb() -> type[Device]:
    try:
        from omnigym.devices.adb.device import AdbDevice
    except ImportError as e:
        raise MissingDependencyError(str(e.name or e), "The device 'adb'", "pip install 'omnigym[android]'") from e
    return AdbDevice


def _chromium() -> type[Device]:
    from omnigym.devices.chromium import ChromiumDevice

    return ChromiumDevice


_CLASSES: Mapping[type[DeviceConfig], Callable[[], type[Device]]] = {
    AdbConfig: _adb,
    SimConfig: _sim,
    X11Config: _x11,
    ChromiumConfig: _chromium,
    FakeConfig: lambda: FakeDevice,
}


def device_class(config: DeviceConfig) -> type[Device]:
    """The class of the device that a configuration describes; it is imported, and nothing is started.

    Raises:
        MissingDependencyError: A package that the backend needs is not installed.
    """
    return _CLASSES[type(config)]()


def build_device(config: str | Mapping[str, Any] | DeviceConfig) -> Device:
    """Build the device of a configuration: its fields are the arguments of the device's class.

    Raises:
        UnknownNameError: There is no such backend; close names are in the message.
        MissingDependencyError: A package or program that the backend needs is not installed.
        DeviceStartError: It did not come up.
    """
    config = device_config(config)
    arguments = {f.name: getattr(config, f.name) for f in dataclasses.fields(config) if f.name != "backend"}
    return device_class(config)(**arguments)
