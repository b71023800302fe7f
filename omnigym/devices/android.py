"""What Android knows of its screen: the activity in front, the layout with its packages, the notifications.

A phone over adb is asked itself (`HasAndroid`); of a simulated phone it follows from what every device tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from omnigym.a11y import Tree
from omnigym.a11y.android_packages import PARTS, SYSTEM_UI, package_of
from omnigym.a11y.blocks import Block
from omnigym.a11y.uiautomator import dump_window, dump_windows
from omnigym.devices.protocol import HasAccessibilityTree, HasApps, HasFiles
from omnigym.errors import UnreadableError
from omnigym.foreign import convert_errors, read_json

__all__ = ["Activity", "HasAndroid", "activity_of", "layout_of", "notifications_of"]

#: Parts of the phone that are never the active window.
_PASSIVE = frozenset({"nav", "status", "keyboard", "toast", "volume"})
#: Where a simulated device keeps its notifications (see `omnigym.sim.notifications`).
_NOTES = "AppData/Local/Notifications/notifications.json"


class Activity(NamedTuple):
    """What is in front.

    Attributes:
        package: The app's package.
        name: The activity, in full.
    """

    package: str
    name: str

    @classmethod
    def parse(cls, component: str) -> Activity:
        """From "com.android.settings/.Settings".

        >>> Activity.parse("com.android.settings/.Settings")
        Activity(package='com.android.settings', name='com.android.settings.Settings')
        """
        package, _, name = component.partition("/")
        return cls(package, f"{package}{name}" if name.startswith(".") else name)

    @property
    def component(self) -> str:
        """The package and the activity as one."""
        return f"{self.package}/{self.name}"


@runtime_checkable
class HasAndroid(Protocol):
    """The device is a phone that can be asked."""

    def activity(self) -> Activity | None:
        """What is in front, or None where nothing is."""
        ...

    def layout(self) -> str:
        """The screen as ``uiautomator dump --windows`` writes it."""
        ...

    def notifications(self) -> Sequence[Mapping[str, str]]:
        """The notifications that are shown: ``app``, ``title`` and ``text`` of each."""
        ...


class _HasTreeAndApps(HasAccessibilityTree, HasApps, Protocol):
    """Of which a layout can be written."""


def activity_of(device: HasAndroid | HasApps) -> Activity | None:
    """What is in front; where no app is, the launcher.

    Args:
        device: A phone, or any device with apps.
    """
    if isinstance(device, HasAndroid):
        return device.activity()
    front = next((w for w in device.windows() if w.active and not w.minimised), None)
    package = package_of("launcher" if front is None else front.app)
    return Activity(package.name, package.activity)


def layout_of(device: HasAndroid | _HasTreeAndApps, windows: bool = True) -> str:
    """The screen as ``uiautomator dump`` writes it.

    Args:
        device: A phone, or any device with an accessibility tree and apps.
        windows: All windows, or the active one alone.
    """
    if isinstance(device, HasAndroid):
        return device.layout()
    tree: Tree = device.tree()
    owners = _owners(tree, device)
    front = activity_of(device)
    rest = SYSTEM_UI if front is None else front.package
    packages = [(PARTS.get(owner) or package_of(owner).name) if owner else rest for owner in owners]
    return (dump_windows if windows else dump_window)(tree, packages, _active_layer(tree, owners))


def notifications_of(device: object) -> tuple[Mapping[str, str], ...]:
    """The notifications that are shown, the oldest first: ``app``, ``title`` and ``text`` of each.

    Args:
        device: A phone, or a simulated device.
    """
    if isinstance(device, HasAndroid):
        return tuple(device.notifications())
    if not isinstance(device, HasFiles) or device.stat(_NOTES) is None:
        return ()
    try:
        with convert_errors("list of notifications"):
            entries = read_json(device.read_file(_NOTES))["notifications"]
            return tuple([{k: str(entry[k]) for k in ("app", "title", "text")} for entry in entries])
    except UnreadableError:  # an agent may write anything into the file
        return ()


def _owners(tree: Tree, device: HasApps) -> list[str]:
    """The app or part of the phone that each block belongs to; empty where neither it nor its window says so.

    A block's keys begin with its owner's name. One without keys is its window's, as are menus and dialogs.
    """
    known = {*device.apps(), *PARTS}

    def own(block: Block) -> str:
        starts = (key.removeprefix("window.").partition(".")[0] for key in block.keys)
        return next((start for start in starts if start in known), "")

    owners = [own(block) for block in tree.blocks]
    of_layer = {b.layer: owner for b, owner in reversed(list(zip(tree.blocks, owners, strict=True))) if owner}
    return [owner or of_layer.get(b.layer, "") for b, owner in zip(tree.blocks, owners, strict=True)]


def _active_layer(tree: Tree, owners: Sequence[str]) -> int:
    """The layer of the front window that takes input: no bar, keyboard, message or slider of the volume."""
    for block, owner in zip(tree.blocks, owners, strict=True):
        if owner not in _PASSIVE:
            return block.layer
    return tree.blocks[0].layer if tree.blocks else 0
