"""The environments. Importing this package registers their ids with Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from omnigym.envs.registration import register_all

if TYPE_CHECKING:
    from omnigym.envs.env import OmniEnv
    from omnigym.envs.episode import EndReason
    from omnigym.envs.multi_device import MultiDeviceEnv

__all__ = ["EndReason", "MultiDeviceEnv", "OmniEnv", "register_all"]

register_all()


def __getattr__(name: str) -> Any:
    """Import the environment on first use, so that importing the package to get the ids stays fast."""
    if name == "OmniEnv":
        from omnigym.envs.env import OmniEnv

        return OmniEnv
    if name == "MultiDeviceEnv":
        from omnigym.envs.multi_device import MultiDeviceEnv

        return MultiDeviceEnv
    if name == "EndReason":
        from omnigym.envs.episode import EndReason

        return EndReason
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
