"""What Control Panel keeps besides settings: the users of the computer, and the rules of its firewall."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs

__all__ = ["ACTIONS", "KINDS", "PROTOCOLS", "RULES", "USERS", "Rule", "User", "with_control"]

_FOLDER = f"{HOME}/AppData/Local/ControlPanel"
KINDS, PROTOCOLS, ACTIONS = ("Standard", "Administrator"), ("TCP", "UDP"), ("Allow", "Block")


class User(NamedTuple):
    """Another user of the computer: a name, and one of `KINDS`."""

    id: int
    name: str
    kind: str = KINDS[0]


class Rule(NamedTuple):
    """A rule for incoming connections.

    Attributes:
        id: Its number.
        name: Its name.
        protocol: One of `PROTOCOLS`.
        port: From 1 to 65,535, as text.
        action: One of `ACTIONS`.
        enabled: Whether it is followed.
    """

    id: int
    name: str
    protocol: str
    port: str
    action: str
    enabled: bool = True


USERS: Table[User] = Table(
    "content://control/users", f"{_FOLDER}/users.json", User, valid=lambda user: user.kind in KINDS
)
RULES: Table[Rule] = Table("content://control/rules", f"{_FOLDER}/rules.json", Rule)


def with_control(vfs: Vfs, now: int) -> Vfs:
    """The files with the users and rules that are there from the start."""
    rules = (
        ("Network Discovery", "UDP", "3702", "Allow"),
        ("Remote Desktop", "TCP", "3389", "Block"),
        ("Media sharing", "TCP", "2869", "Allow"),
    )
    vfs = RULES.written(vfs, [Rule(n, *rule) for n, rule in enumerate(rules, 1)], now)
    return USERS.written(vfs, (User(1, "Visitor"),), now)
