"""The cmdlets, found by importing the modules of this package."""

from __future__ import annotations

from omnigym.discovery import load_all
from omnigym.sim.windows.powershell.registry import ALIASES, CMDLETS

__all__ = ["ALIASES", "CMDLETS"]

load_all(__name__)
