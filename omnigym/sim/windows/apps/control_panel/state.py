"""Control Panel: users and firewall rules, the state of the window, and its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from omnigym.sim.app import Context, Effect
from omnigym.sim.commands import BAR, MENU, Command, Commands, Records, delete_record, rows_of
from omnigym.sim.common.message_box import asking
from omnigym.sim.program import installed_names
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.packages import uninstalling

# -- records ----------------------------------------------------------------------------------------------------------

# What Control Panel keeps besides settings: the users of the computer, and the rules of its firewall.

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


# -- the state of its window ------------------------------------------------------------------------------------------

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

# -- what can be done to programs, users and rules in Control Panel ---------------------------------------------------

_BOTH = (BAR, MENU)


def _program(state: State, ctx: Context, *named: str) -> str | None:
    name = named[0] if named else state.chosen
    return name if name in installed_names(ctx.settings) else None


def _uninstall(state: State, ctx: Context, name: str) -> Result:
    return state._replace(chosen=""), uninstalling(name, ctx.settings)


def _chosen(page: str) -> Callable[[State], int]:
    """The number of the line that is chosen on a page; 0 for none."""
    return lambda state: int(state.chosen) if state.page == page and state.chosen.isdecimal() else 0


PROGRAM = Commands(
    "control",
    Command(
        "uninstall",
        "Uninstall",
        run=_uninstall,
        places=_BOTH,
        ask=lambda name: asking("Programs and Features", f"Are you sure you want to uninstall {name}?", "Yes", "No"),
    ),
    records=Records(_program, lambda state, *_: (state, ())),
    menu="program_menu",
)
USER = Commands(
    "control",
    Command(
        "kind",
        lambda user: "Make a standard user" if user.kind == "Administrator" else "Make an administrator",
        lambda user: user._replace(kind="Standard" if user.kind == "Administrator" else "Administrator"),
        places=_BOTH,
    ),
    Command(
        "remove_user",
        "Delete the account",
        delete_record,
        places=_BOTH,
        ask=lambda user: asking(
            "User Accounts", f"Are you sure you want to delete {user.name}'s account?", "Delete Account", "Cancel"
        ),
    ),
    records=rows_of(USERS, _chosen("users")),
    menu="user_menu",
)
RULE = Commands(
    "control",
    Command(
        "switch",
        lambda rule: "Disable Rule" if rule.enabled else "Enable Rule",
        lambda rule: rule._replace(enabled=not rule.enabled),
        places=_BOTH,
    ),
    Command(
        "delete_rule",
        "Delete",
        delete_record,
        shortcut="delete",
        places=_BOTH,
        ask=lambda _: asking("Windows Defender Firewall", "Are you sure you want to delete this rule?", "Yes", "No"),
    ),
    records=rows_of(RULES, _chosen("firewall")),
    menu="rule_menu",
)
