"""The declaration of a backend: its configuration class, which is plain data and does not import the device."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, Self

from omnigym.devices.protocol import DISTURBANCES, Device, Platform
from omnigym.errors import ConfigError, UnknownNameError

__all__ = ["DeviceConfig", "ProgramMetadata", "Target", "Wants"]


class Wants(NamedTuple):
    """The requirements of a task on a device.

    Attributes:
        platforms: Those on which it can be done.
        capabilities: What the device must have.
        apps: The apps that it is done in.
        desktops: The desktops on which it can be done; none for all.
    """

    platforms: frozenset[str]
    capabilities: frozenset[str]
    apps: frozenset[str] = frozenset()
    desktops: frozenset[str] = frozenset()


class Target(NamedTuple):
    """The properties of a device that tasks see, without its backend.

    Attributes:
        name: What reports call it.
        platform: What it stands for.
        capabilities: What it has, by the names of `omnigym.devices.protocol.CAPABILITIES`.
        apps: Omnigym's names of its apps; None where nobody knows, and what is asked for is looked for.
        desktop: Which of the desktops of its platform it has: "xfce", "gnome"; "" where there is but one.
    """

    name: str
    platform: Platform
    capabilities: frozenset[str]
    apps: frozenset[str] | None = None
    desktop: str = ""

    def runs(self, wants: Wants) -> bool:
        """Return whether the device can run a task."""
        return (
            self.platform in wants.platforms
            and wants.capabilities <= self.capabilities
            and (self.apps is None or wants.apps <= self.apps)
            and (not wants.desktops or self.desktop in wants.desktops)
        )


class ProgramMetadata(NamedTuple):
    """Metadata of an app that a person can start.

    Attributes:
        name: Omnigym's name of the app.
        title: Its title.
        spoken: Its names in sentences.
        package: The name under which it is installed; "" for one of the system.
    """

    name: str
    title: str
    spoken: tuple[str, ...]
    package: str


@dataclass(frozen=True, slots=True)
class DeviceConfig(ABC):
    """The base of all configurations.

    A backend is a package beside this module, or an entry point of the group ``omnigym.devices``, with a module
    ``config`` whose ``CONFIG`` is a subclass: a frozen dataclass whose fields, but for ``backend``, are the arguments
    of the device's class. It can be in an environment's spec, go to a worker process and be written to a file.

    Attributes:
        BACKEND: The name that ``make(id, device=NAME)`` takes, for the configuration of default values.
        PLATFORM: What the device stands for; tasks say on which platforms they can be done.
        CAPABILITIES: What its class has, by the names of `omnigym.devices.protocol.CAPABILITIES`. Declared here so
            that the tasks for the device are known without what it is made of being installed; a test compares the
            two for each backend that ships.
        FALLIBLE: Whether the device can break in the middle of an episode.
        IN_PROCESS: Whether its calls are work of the process that makes them, so that those of two devices in one
            process take turns; others wait for something, and can wait together.
        EXTRA: The extra of omnigym's distribution that installs what the device is made of; "" for none.
        FOR_TESTS: Whether there is nothing behind it that could be missing or broken on a machine.
        FOUND: Whether it is some machine that omnigym did not make, of which nothing is known without asking there.
        SYSTEMS: Where it runs, as `sys.platform` has it; none for everywhere.
        size: The screen's (width, height) in pixels.
        backend: `BACKEND`; a dict of the configuration is told by it.

    Raises:
        ConfigError: ``backend`` is another one.
    """

    BACKEND: ClassVar[str]
    PLATFORM: ClassVar[Platform]
    CAPABILITIES: ClassVar[frozenset[str]]
    FALLIBLE: ClassVar[bool] = True
    IN_PROCESS: ClassVar[bool] = False
    EXTRA: ClassVar[str] = ""
    FOR_TESTS: ClassVar[bool] = False
    FOUND: ClassVar[bool] = False
    SYSTEMS: ClassVar[frozenset[str]] = frozenset()

    size: tuple[int, int]
    backend: str = field(default="", kw_only=True)

    def __new__(cls, *_: object, **given: object) -> Self:
        """Refuse an unknown field before the generated ``__init__`` does it without a word of what is close."""
        known = [f.name for f in fields(cls)] if given else []
        for name in given:
            if name not in known:
                raise UnknownNameError(f"field of {cls.__name__}", name, known)
        return object.__new__(cls)  # `slots` makes another class, of which super() knows nothing

    def __post_init__(self) -> None:
        if self.backend not in ("", self.BACKEND):
            raise ConfigError(f"{type(self).__name__} has the backend {self.BACKEND!r}, got {self.backend!r}.")
        object.__setattr__(self, "backend", self.BACKEND)

    @classmethod
    @abstractmethod
    def device_class(cls) -> type[Device]:
        """Return the class of the device, imported by this call and not before."""

    def class_of(self) -> type[Device]:
        """Return the class of this configuration's device, if it differs from that of the others."""
        return self.device_class()

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the device's class."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "backend"}

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """Return the configurations that have a name of their own."""
        return {}

    @classmethod
    def categories(cls) -> Mapping[str, str]:
        """Return the category of each app, one of OmniBench's twelve, by omnigym's name of the app.

        Each app declares its own, and what a name stands for has one category on every device. The apps are looked up
        by this call, and not before; an app that is not installed is here too.
        """
        return {}

    @classmethod
    def programs(cls) -> Sequence[ProgramMetadata]:
        """The programs of its apps that a person can start, if it knows them without the device."""
        return ()

    @classmethod
    def controls(cls, platform: str, app: str) -> Mapping[str, str]:
        """The key of the control of each command of an app, if it is not the command itself."""
        del platform, app
        return {}

    @classmethod
    def shortcuts(cls, platform: str, app: str) -> Mapping[str, str]:
        """The shortcut of each command of an app, such as "ctrl+n"."""
        del platform, app
        return {}

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> Self:
        """Return the configuration from JSON values by field; lists are tuples already, and every name is a field's."""
        return cls(**values)

    def shared_out(self, workers: int) -> tuple[Self, ...]:
        """Return a device configuration for each of several processes that work in parallel.

        Most devices are started by who uses them, so that each process has one of its own.

        Raises:
            ConfigError: There are fewer such devices.
        """
        return (self,) * workers

    @property
    def name(self) -> str:
        """The name of the device in reports."""
        return self.BACKEND

    @property
    def stands_for(self) -> Platform:
        """The platform of the device that is built from this configuration."""
        return self.PLATFORM

    @property
    def apps(self) -> frozenset[str] | None:
        """The names of the device's apps; None if they are unknown without the device."""
        return None

    @property
    def desktop(self) -> str:
        """The desktop of the device among those of its platform; "" if the platform has only one."""
        return ""

    @property
    def disturbances(self) -> tuple[str, ...]:
        """The disturbances that may happen on the device, of `omnigym.devices.protocol.DISTURBANCES`, sorted."""
        return DISTURBANCES if "disturbances" in self.CAPABILITIES else ()

    def check(self) -> None:  # noqa: B027 - most backends know of nothing that cannot be
        """Check that a device of this configuration is possible, as far as this is known without building it.

        Raises:
            ConfigError: It cannot.
        """

    @property
    def target(self) -> Target:
        """The view that tasks have of the device."""
        return Target(self.name, self.stands_for, self.CAPABILITIES, self.apps, self.desktop)
