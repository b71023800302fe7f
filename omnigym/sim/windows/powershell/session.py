"""What a PowerShell keeps from one line to the next, and how much one line may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from omnigym.sim.app import Effect, Launch
from omnigym.sim.tables.table import Table
from omnigym.sim.vfs import HOME, Vfs, canonical, join, native
from omnigym.sim.windows.powershell.syntax import BlockOf
from omnigym.sim.windows.powershell.values import Block, PsError, Value
from omnigym.sim.work_budget import charge

#: What a step and a thing that a search does cost in units of work, and a letter and a line that are shown.
_STEP, _SEARCHED, _SHOWN, _ENDED = 30, 3, 2, 200
#: Depth of calls, and of what is reckoned in each other.
_DEEPEST, _MOST_NESTED = 20, 110
#: Characters of a path.
_LONGEST_PATH = 4000
#: What the start of an app costs, and how many a line may start.
_LAUNCHED, _MOST_LAUNCHES = 20_000, 20
#: What is written: as usual, red, yellow; other colours are 0xRRGGBB.
PLAIN, ERROR, WARNING = -1, -2, -3


class Piece(NamedTuple):
    """A text that is shown, and its colour."""

    text: str
    ink: int = PLAIN


class World(NamedTuple):
    """What commands may know beyond the files.

    Attributes:
        now: Virtual milliseconds.
        local: The same as the clock of the desktop shows it.
        settings: Those of the desktop.
        apps: Omnigym's names of the apps, by the commands that start them.
        running: The names of the processes that run.
        columns: How many letters there are in a line of the console.
    """

    now: int
    local: int
    settings: Mapping[str, str]
    apps: Mapping[str, str]
    running: tuple[str, ...] = ()
    columns: int = 80


class Kept(NamedTuple):
    """What outlasts a line; plain values that can be hashed.

    Attributes:
        cwd: The folder.
        variables: Pairs of name and `frozen` value.
        functions: Pairs of name and how it is written.
        policy: The execution policy of this console alone, or "".
        weight: How much that is: see `values.weight`.
    """

    cwd: str = HOME
    variables: tuple[tuple[str, Value], ...] = ()
    functions: tuple[tuple[str, str], ...] = ()
    policy: str = ""
    weight: int = 0


class Session:
    """A PowerShell while it carries out a line.

    Args:
        vfs: The files.
        world: What commands may know.
        cwd: The folder, inside the virtual file system.
    """

    def __init__(self, vfs: Vfs, world: World, cwd: str = HOME) -> None:
        self.vfs, self.world, self.cwd = vfs, world, cwd
        self.variables: dict[str, Value] = {}
        #: Variables as they were before this line, and as they were kept; functions that were read, and as written.
        self.loaded: dict[str, tuple[Value, Value]] = {}
        self.functions: dict[str, BlockOf] = {}
        self.sources: dict[str, str] = {}
        self.policy = ""
        #: What was written to the console.
        self.shown: list[Piece] = []
        self.effects: list[Effect] = []
        self.cleared = self.leaves = False
        self.depth = self._nested = self._launches = 0
        #: Runs a block with a value as ``$_``, and a script file; `running` sets them for cmdlets that do that.
        self.invoke: Callable[[Block, Value], list[Value]]

    def step(self, weight: float = 1) -> None:
        """Charge something that is done; ``weight`` is how much that is, where it is more than one simple thing.

        Raises:
            SpentError: It is too much.
        """
        charge(int(_STEP * weight) + 1)

    def spend(self, work: int) -> None:
        """Charge the work of a search for a pattern.

        Raises:
            SpentError: It is too much.
        """
        charge(_SEARCHED * work)

    def deeper(self) -> None:
        """Count a call.

        Raises:
            PsError: There are too many in each other.
        """
        self.depth += 1
        if self.depth > _DEEPEST:
            raise PsError("Stopped: the calls lie too deep in each other.", fatal=True)

    def nested(self, step: int) -> None:
        """Count what is reckoned inside of something else.

        Raises:
            PsError: It lies too deep.
        """
        self._nested += step
        if step > 0 and self._nested > _MOST_NESTED:
            raise PsError("Stopped: what is reckoned lies too deep in each other.", fatal=True)

    def write(self, text: str, ink: int = PLAIN) -> None:
        """Show a text.

        Raises:
            SpentError: It is too much.
        """
        charge(_SHOWN * len(text) + _ENDED * (1 + text.count("\n")))
        self.shown.append(Piece(text, ink))

    def launch(self, app: str, path: str) -> None:
        """Start an app, on a file where there is one at a path.

        Raises:
            PsError: Too many were started.
            SpentError: It is too much.
        """
        self._launches += 1
        if self._launches > _MOST_LAUNCHES:
            raise PsError("Not enough memory resources are available to process this command.", fatal=True)
        charge(_LAUNCHED)
        self.effects.append(Launch(app, path if self.vfs.get(path) is not None else ""))

    def path(self, typed: str) -> str:
        """The path inside the virtual file system that somebody means who is in this folder.

        Raises:
            PsError: It is too long.
        """
        if len(typed) > _LONGEST_PATH:
            raise PsError("The specified path, file name, or both are too long.")
        typed = typed.strip().replace("\\", "/").removeprefix("Microsoft.PowerShell.Core/FileSystem::")
        if typed[1:2] == ":" or typed[:1] in ("/", "~"):
            return canonical(typed)
        return canonical(join(self.cwd, typed))


# -- the execution policy: which script files may be run --------------------------------------------------------------

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
