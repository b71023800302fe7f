"""What can be done to programs, users and rules in Control Panel."""

from __future__ import annotations

from collections.abc import Callable

from omnigym.devices.sim.app import Context
from omnigym.devices.sim.commands import BAR, MENU, Command, Commands, Records, gone, rows_of
from omnigym.devices.sim.program import installed_names
from omnigym.devices.sim.windows.apps.control_panel.records import RULES, USERS
from omnigym.devices.sim.windows.apps.control_panel.state import Result, State
from omnigym.devices.sim.windows.apps.dialogs.message_box import asking
from omnigym.devices.sim.windows.packages import uninstalling

__all__ = ["PROGRAM", "RULE", "USER"]

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
        gone,
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
        gone,
        shortcut="delete",
        places=_BOTH,
        ask=lambda _: asking("Windows Defender Firewall", "Are you sure you want to delete this rule?", "Yes", "No"),
    ),
    records=rows_of(RULES, _chosen("firewall")),
    menu="rule_menu",
)
