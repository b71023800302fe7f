"""The setup step `PutAsset`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.assets import has_asset, read_asset
from omnigym.errors import AssetError, ConfigError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import FilePath, Sha256

__all__ = ["PutAsset"]


@dataclass(frozen=True, slots=True)
class PutAsset(SetupStep):
    """Create or replace a file with a content of the cache (`omnigym.assets`); nothing is fetched.

    Attributes:
        path: A portable or native path.
        asset: The SHA-256 of the content, as hexadecimal digits.
    """

    needs: ClassVar[str] = "files"

    path: FilePath
    asset: Sha256

    def problem(self) -> tuple[str, str]:
        """Return a problem if the content is not in the cache, so that the task is not built."""
        here = has_asset(self.asset)
        return ("", "") if here else ("asset", "its content is not in the cache; run `omnigym assets fetch DIR`")

    def apply(self, device: Any) -> None:
        """Do the step on a device."""
        try:
            content = read_asset(self.asset)
        except AssetError as e:
            raise ConfigError(str(e)) from e
        device.write_file(self.path, content)
