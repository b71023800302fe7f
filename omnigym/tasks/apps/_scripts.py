"""Scripts of the PowerShell that subtasks of several apps write and run."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.subtask import UI, AddRow, Need, Resource, WriteFile

__all__ = ["POLICIES", "SCRIPT", "SCRIPTS", "Prompt", "policy_need", "script_need"]

#: The file in which the policies are kept.
POLICIES = "AppData/Local/Microsoft/Windows/PowerShell/policies.json"
#: A script: where it is, what it says, the file that it writes, and what is in that.
SCRIPTS = table(
    "folder name script output result",
    (
        "Documents",
        "squares.ps1",
        "1..5 | % { $_ * $_ } | Set-Content $HOME\\Documents\\squares.txt",
        "Documents/squares.txt",
        "1\n4\n9\n16\n25",
    ),
    (
        "Desktop",
        "countdown.ps1",
        "3..1 | Set-Content $HOME\\Desktop\\countdown.txt",
        "Desktop/countdown.txt",
        "3\n2\n1",
    ),
    (
        "Downloads",
        "greeting.ps1",
        "'Good ' + 'morning' | Set-Content $HOME\\Music\\greeting.txt",
        "Music/greeting.txt",
        "Good morning",
    ),
    ("Documents", "total.ps1", "12 + 30 | Set-Content $HOME\\Documents\\total.txt", "Documents/total.txt", "42"),
    (
        "Pictures",
        "sides.ps1",
        "'left', 'right' | Sort-Object -Descending | Set-Content $HOME\\Pictures\\sides.txt",
        "Pictures/sides.txt",
        "right\nleft",
    ),
    (
        "Desktop",
        "shout.ps1",
        "'river'.ToUpper() | Set-Content $HOME\\Desktop\\shout.txt",
        "Desktop/shout.txt",
        "RIVER",
    ),
    (
        "Music",
        "halves.ps1",
        "8, 4, 2 | % { $_ / 2 } | Set-Content $HOME\\Music\\halves.txt",
        "Music/halves.txt",
        "4\n2\n1",
    ),
)
SCRIPT = Resource("script", "{folder}/{name}")


def script_need() -> Need:
    """The script, where no predecessor writes it."""
    return Need(SCRIPT, (WriteFile("{folder}/{name}", "{script}\n"),))


def policy_need() -> Need:
    """Scripts may be run, whoever lets them."""
    row = AddRow(POLICIES, ("scope", "policy"), ("CurrentUser", "RemoteSigned"))
    return Need(Resource("execution_policy", "RemoteSigned"), (row,))


class Prompt:
    """Lines typed at a prompt, whatever stands there.

    Args:
        key: The console's key.
    """

    def __init__(self, key: str) -> None:
        self._key = key

    def __call__(self, ui: UI, *lines: str) -> Iterator[Action]:
        """The actions; the console is on the screen."""
        yield ui.click(self._key)
        yield ui.press("escape")
        for line in lines:
            yield ui.type(f"{line}\n")
