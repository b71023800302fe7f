"""The apps of the simulated Ubuntu, and what follows from what they declare."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.app import App
from omnigym.sim.catalogue import Catalogue

_HERE = "omnigym.sim.linux"
CATALOGUE = Catalogue(_HERE, "shell", "apps")


def all_apps() -> Mapping[str, App]:
    """All apps, dialogs and parts of the shell of the simulated Ubuntu by name."""
    return CATALOGUE.apps
