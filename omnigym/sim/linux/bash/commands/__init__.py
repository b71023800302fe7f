"""The commands of the shell, found by importing the modules of this package."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.discovery import load_all
from omnigym.sim.linux.bash import registry

__all__ = ["COMMANDS"]

load_all(__name__)

#: By name.
COMMANDS: Mapping[str, registry.Registered] = registry.commands_in()
