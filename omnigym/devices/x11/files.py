"""The files of a desktop's home: their listing on the screen, and mails as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from omnigym.a11y import Block, Role, Tree
from omnigym.devices.home_data import HomeData
from omnigym.devices.home_files import HomeFiles
from omnigym.devices.userdata import Row, TableInfo
from omnigym.devices.x11.app import XAppDefinition
from omnigym.documents.mail import MAILDIR, marks_of_name
from omnigym.documents.mail_rows import mail_row
from omnigym.errors import TooLargeError

# -- a repair for file lists whose accessible names are out of date ---------------------------------------------------

# GTK 3's tree view keeps the accessible objects of its cells with their places when rows are reordered (a file was
# renamed, and the list is sorted by name), and renews their names only when a row changes. The screen is right, the
# tree names one file twice and another not at all. A file whose permissions are set to what they are counts as
# changed, which makes the file manager update its row.


class Listing:
    """Looks for such lists, and has them renewed.

    Args:
        apps: The applications; those that list a folder are looked at.
        files: The home.
        home: The home as the desktop's user writes it.
    """

    def __init__(self, apps: Mapping[str, XAppDefinition], files: HomeFiles, home: str) -> None:
        self._apps = [app for app in apps.values() if app.lists_folder]
        self._files, self._home = files, home

    def renew(self, tree: Tree) -> bool:
        """Have the lists renewed that name a file twice; returns whether there is one."""
        stale = {folder for block in tree.blocks if (folder := self._folder(block)) and self._is_stale(block, folder)}
        for folder in stale:
            self._files.nudge(folder)
        return bool(stale)

    def _folder(self, block: Block) -> str:
        """The folder that a window shows, by its title; empty if it shows none."""
        return next((path for app in self._apps if (path := app.document(block.names[0], self._home))), "")

    def _is_stale(self, block: Block, folder: str) -> bool:
        shown = Counter(name for name, role in zip(block.names, block.roles, strict=True) if role == Role.CELL)
        twice = {name for name, count in shown.items() if count > 1}
        if not twice:
            return False
        try:
            entries = self._files.list_dir(folder)
        except (FileNotFoundError, TooLargeError):
            return False
        return any(entry.path.rpartition("/")[2] in twice for entry in entries)


# -- the mails of a home as rows, from its maildirs (`omnigym.documents.mail.MAILDIR`) --------------------------------

_MAILS = "content://mail/messages"


def with_mails(home: HomeData) -> HomeData:
    """The same data with a table of its mails, which say more than the names of their files do."""
    return home.with_table(_MAILS, TableInfo("id"), _rows(home.contents), MAILDIR)


def _rows(contents: Mapping[str, bytes]) -> tuple[Row, ...]:
    """The mails but for those that are marked as gone, whose files remain for a while."""
    rows = []
    for place, content in contents.items():
        if not place.startswith(f"{MAILDIR}/"):
            continue
        folder, _, rest = place.removeprefix(f"{MAILDIR}/").partition("/")
        part, _, name = rest.partition("/")
        if part not in ("cur", "new") or name.startswith(".") or "T" in name.rpartition(":2,")[2]:
            continue
        row = mail_row(folder, content, marks_of_name(name))
        if row is not None:
            rows.append(row)
    return tuple(rows)
