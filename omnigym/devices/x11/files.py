"""The user's home of a desktop: see `omnigym.devices.home_files`, which other devices use too."""

from __future__ import annotations

from omnigym.devices.home_files import HomeFiles

__all__ = ["HomeFiles"]
