"""The configuration of a virtual machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from omnigym.devices.backend import DeviceConfig, Target
from omnigym.devices.protocol import Device, Platform

__all__ = ["CONFIG", "VmConfig"]


@dataclass(frozen=True, slots=True)
class VmConfig(DeviceConfig):
    """A machine in QEMU, restored from an image at each reset.

    Args:
        size: The screen's (width, height) in pixels; an image of another size is refused.
        image: The image's name, as ``omnigym vm list`` tells it.
        platform: What the image has to be.
        serves: What tasks may ask of its guest, of `omnigym.devices.protocol.CAPABILITIES`, and "user_data", by which
            effects are judged; an image that lacks one of these is refused. "network" is this device's own.
        network: Whether the guest always reaches the network, and this machine's own services with it; else only where
            a task needs it.
        standby: Whether the next machine is made ready while one is used, so that a reset does not wait for it.
        pixels: ``"guest"``: picture and input by the guest's server, in one trip; ``"machine"``: by the machine's own
            display, keyboard and mouse, which reach what no program of the guest does, such as UAC's desktop.
        clock: ``"frozen"``: each life begins at the time at which the image was frozen; ``"now"``: at the present.
        accelerator: ``"auto"``: what the image's state was frozen under; without one the faster, as measured.
        timeout: Seconds within which a call is answered; those that start something have 30 more.
        trust: Whether commands of task files may run in it although it reaches the network.
    """

    BACKEND: ClassVar[str] = "vm"
    PLATFORM: ClassVar[Platform] = "linux"
    FOUND: ClassVar[bool] = True
    CAPABILITIES: ClassVar[frozenset[str]] = frozenset(
        {"a11y", "apps", "clipboard", "file_types", "files", "network", "pointer", "processes", "shell"}
    )
    SYSTEMS: ClassVar[frozenset[str]] = frozenset({"linux"})

    size: tuple[int, int] = (1024, 768)
    image: str = "linux"
    platform: Platform = "linux"
    serves: tuple[str, ...] = (*sorted(CAPABILITIES - {"network"}), "user_data")
    network: bool = False
    standby: bool = False
    pixels: Literal["guest", "machine"] = "guest"
    clock: Literal["frozen", "now"] = "frozen"
    accelerator: Literal["auto", "tcg", "kvm"] = "auto"
    timeout: float = 60.0
    trust: bool = False

    def check(self) -> None:
        """Check that the guest's capabilities can be transmitted.

        Raises:
            UnknownNameError: There is no such capability.
            ConfigError: It cannot be carried.
        """
        from omnigym.devices.guest.wire import check_carried

        check_carried(self.serves)

    @classmethod
    def of(cls, image: str, **others: object) -> Self:
        """Return the configuration of a local image, from the image's own description.

        Args:
            image: Its name.
            others: Other fields.

        Raises:
            MissingDependencyError: There is no such image.
            DeviceStartError: It is damaged.
        """
        from omnigym.devices.vm.image import find_image, read_image

        found = read_image(find_image(image))
        said = {"image": image, "size": found.size, "platform": found.platform, "serves": found.serves}
        return cls(**{**said, **others})  # type: ignore[arg-type]

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """Return ``"vm-windows"``: an image of Windows 11."""
        return {"vm-windows": cls(image="windows", platform="windows")}

    @property
    def name(self) -> str:
        """The name of the preset."""
        return "vm-windows" if self.platform == "windows" else self.BACKEND

    @property
    def stands_for(self) -> Platform:
        """The platform of the image."""
        return self.platform

    @property
    def desktop(self) -> str:
        """The desktop of the Linux image, Xfce, which has its applications."""
        return "xfce" if self.platform == "linux" else ""

    @property
    def target(self) -> Target:
        """The view that tasks have of the machine: its served capabilities, and the network."""
        return Target(self.name, self.platform, self._served | {"network"}, None, self.desktop)

    @property
    def _served(self) -> frozenset[str]:
        return frozenset(self.serves) - {"user_data"}

    @classmethod
    def device_class(cls) -> type[Device]:
        """Return the class of machines whose guests have `CAPABILITIES`."""
        return cls().class_of()

    def class_of(self) -> type[Device]:
        """Return the class of machines whose guests serve the same capabilities as this one's."""
        from omnigym.devices.vm.device import vm_class

        return vm_class(frozenset(self.serves))


CONFIG = VmConfig
