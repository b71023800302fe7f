"""The applications of a device that is a live X display: a desktop of its own, or the machine itself."""

from __future__ import annotations

import shutil
from abc import abstractmethod
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager

from omnigym.devices.live_device import LiveDevice
from omnigym.devices.protocol import MissingPrograms
from omnigym.devices.x11.app import XAppDefinition, definitions, installed_apps
from omnigym.devices.x11.file_types import app_for
from omnigym.devices.x11.live import LiveDisplay

__all__ = ["XDevice"]


class XDevice(LiveDevice):
    """A live desktop with the applications of `omnigym.devices.x11.apps`."""

    @abstractmethod
    def _call(self, call: str, extra: float = 0.0) -> AbstractContextManager[LiveDisplay]:
        """As of `LiveDevice`."""

    def works_during(self, seconds: float) -> bool:
        """Wait, and return whether programs of the desktop worked on something meanwhile.

        They did if they used the processors, waited for a disk, started or ended, changed files of the user, opened or
        closed a window; or if one whose last window closed has not ended yet.
        """
        with self._call("works_during", seconds) as desktop:
            return desktop.works_during(seconds)

    def _here(self) -> Mapping[str, XAppDefinition]:
        """The applications that can be launched."""
        return installed_apps()

    def _known(self) -> Mapping[str, XAppDefinition]:
        return definitions()

    @classmethod
    def missing_apps(cls, apps: Collection[str]) -> Mapping[str, MissingPrograms]:
        """What those of these applications lack that are not here."""
        missing = {n: d for n, d in definitions().items() if n in apps and n not in installed_apps()}
        packages = sorted({d.package for d in missing.values() if d.package})
        commands = [f"sudo apt-get install -y --no-install-recommends {' '.join(packages)}"] if packages else []
        command = " && ".join([*commands, *sorted({d.install for d in missing.values() if d.install})])
        programs = {n: tuple(p for p in (d.argv[0], *d.tools) if shutil.which(p) is None) for n, d in missing.items()}
        return {n: MissingPrograms(lacking, command) for n, lacking in programs.items()}

    def app_for(self, path: str) -> str:
        """The application that opens a file, by the file's name.

        Raises:
            ConfigError: None does.
        """
        return app_for(path, self._here())
