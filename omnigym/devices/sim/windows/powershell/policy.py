"""The execution policy: which script files may be run."""

from __future__ import annotations

from typing import NamedTuple

from omnigym.devices.sim.tables.table import Table
from omnigym.devices.sim.vfs import HOME, Vfs, native
from omnigym.devices.sim.windows.powershell.session import Session

__all__ = ["POLICIES", "SCOPES", "VALUES", "Policy", "effective", "policy_of", "refusal", "with_policy"]

#: Who a policy is for, who comes first counts; and what policies there are.
SCOPES = ("Process", "CurrentUser", "LocalMachine")
VALUES = ("Restricted", "AllSigned", "RemoteSigned", "Unrestricted", "Bypass", "Undefined")
#: What counts where nothing was set.
_USUAL = "Restricted"


class Policy(NamedTuple):
    """What was set for a scope."""

    scope: str
    policy: str


POLICIES: Table[Policy] = Table(
    "content://powershell/policies",
    f"{HOME}/AppData/Local/Microsoft/Windows/PowerShell/policies.json",
    Policy,
    valid=lambda row: row.scope in SCOPES and row.policy in VALUES,
    key="scope",
)


def policy_of(session: Session, scope: str) -> str:
    """The policy of a scope; "Undefined" where none was set."""
    if scope == "Process":
        return session.policy or "Undefined"
    return next((row.policy for row in POLICIES.rows(session.vfs) if row.scope == scope), "Undefined")


def effective(session: Session) -> str:
    """The policy that counts."""
    found = [policy_of(session, scope) for scope in SCOPES]
    return next((policy for policy in found if policy != "Undefined"), _USUAL)


def with_policy(vfs: Vfs, scope: str, policy: str, now: int) -> Vfs:
    """The files with a policy set for the user or the machine."""
    others = [row for row in POLICIES.rows(vfs) if row.scope != scope]
    rows = others if policy == "Undefined" else [*others, Policy(scope, policy)]
    return POLICIES.written(vfs, sorted(rows, key=lambda row: SCOPES.index(row.scope)), now)


def refusal(session: Session, path: str) -> str:
    """Why a script may not be run, or ""; of those that were signed there are none here."""
    policy = effective(session)
    if policy == "Restricted":
        why = "this system does not run script files. Choose another one with Set-ExecutionPolicy"
    elif policy == "AllSigned":
        why = "it is not signed"
    else:
        return ""
    return f"{native(path)} was not run: by the execution policy {policy} {why}."
