"""What a cloud shares between devices: each of them is a client of it, and has in a folder what all have.

Nothing else passes from one device of an episode to another but through the agent.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias, get_args, runtime_checkable

__all__ = ["CLOUD_KINDS", "CloudKind", "HasCloud"]

CloudKind: TypeAlias = Literal["mail", "photos", "documents"]
#: What can be shared: the mailbox, the camera's photos, the files of a cloud drive.
CLOUD_KINDS: tuple[CloudKind, ...] = get_args(CloudKind)


@runtime_checkable
class HasCloud(Protocol):
    """The device can be a client of a cloud whose other clients are devices of the same kind of state.

    What it has of a kind is a value: it never changes, and is the same object while nothing in it changed.
    """

    def cloud_kinds(self) -> tuple[CloudKind, ...]:
        """What it can share, in the order of `CLOUD_KINDS`."""
        ...

    def cloud_state(self, kind: CloudKind) -> Any:
        """What it has of a kind now."""
        ...

    def set_cloud_state(self, kind: CloudKind, state: object) -> None:
        """Have this of a kind from now on; what is open follows."""
        ...

    def cloud_merged(self, base: object, ours: object, theirs: object) -> Any:
        """What two devices have, put together.

        Args:
            base: What both had before they changed it; None for nothing.
            ours, theirs: What each made of it. Where both changed one thing, it is as in ``ours``.
        """
        ...

    def cloud_in(self, data: object, kind: CloudKind, base: object, state: object) -> Any:
        """Data of an earlier moment of this device, as if the cloud had brought then what it brings now.

        Args:
            data: What `omnigym.devices.userdata.HasUserData.user_data` returned at that moment.
            kind: The kind.
            base: What the device had of it before the cloud changed it.
            state: What it has afterwards.
        """
        ...
