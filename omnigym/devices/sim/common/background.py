"""What lies behind everything: of the desktop, the home screen and the lock screen."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.devices.sim.vfs import Vfs

__all__ = ["background_of"]


def background_of(settings: Mapping[str, str], vfs: Vfs) -> bytes | str:
    """The desktop's background: the bytes of the picture whose path "wallpaper" is, or the name of a wallpaper."""
    wanted = settings.get("wallpaper", "")
    return vfs.read(wanted) if vfs.is_file(wanted) else wanted
