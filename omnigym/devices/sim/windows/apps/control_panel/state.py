"""Control Panel: the state of its window."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from omnigym.devices.sim.app import Effect
from omnigym.devices.sim.windows.apps.control_panel.records import ACTIONS, KINDS, PROTOCOLS

__all__ = ["PAGES", "Draft", "Result", "State", "Wizard"]

#: The title of each page, and the page above it.
PAGES = {
    "home": ("Control Panel", ""),
    "programs": ("Programs and Features", "home"),
    "power": ("Power Options", "home"),
    "region": ("Region", "home"),
    "mouse": ("Mouse Properties", "home"),
    "users": ("User Accounts", "home"),
    "firewall": ("Windows Defender Firewall", "home"),
    "rule": ("New Inbound Rule Wizard", "firewall"),
}


class Draft(NamedTuple):
    """A user who is about to be added."""

    name: str = ""
    kind: str = KINDS[0]


class Wizard(NamedTuple):
    """The rule that the wizard makes, and which of its three steps is shown, from 0."""

    step: int = 0
    protocol: str = PROTOCOLS[0]
    port: str = ""
    action: str = ACTIONS[0]
    name: str = ""

    @property
    def complete(self) -> bool:
        """Whether the step has what it asks for."""
        return (self.port.isdecimal() and 0 < int(self.port) < 65_536, True, bool(self.name.strip()))[self.step]


class State(NamedTuple):
    """The window.

    Attributes:
        page: One of `PAGES`.
        back: Those before it, the last one last.
        chosen: The line that is chosen: the name of a package, the number of a rule or a user, or "".
        changed: Of Region and Mouse: the settings that were changed and not applied yet, with their values.
        user: Who is about to be added, or None.
        rule: The wizard.
    """

    page: str = "home"
    back: tuple[str, ...] = ()
    chosen: str = ""
    changed: tuple[tuple[str, str], ...] = ()
    user: Draft | None = None
    rule: Wizard = Wizard()


Result: TypeAlias = tuple[State, tuple[Effect, ...]]
