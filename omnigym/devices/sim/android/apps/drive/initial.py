"""The documents that are on the drive when an episode starts."""

from __future__ import annotations

from omnigym.devices.sim.android.apps.drive.store import DRIVE, SHARES, STARS, Share, Star
from omnigym.devices.sim.vfs import Vfs
from omnigym.documents import plain, write_docx

__all__ = ["with_drive"]

_HOUR = 3_600_000
#: (path below My Drive, what it says, hours ago)
_FILES = (
    ("Recipes.docx", "Lemon cake\n\n250 g flour\n200 g sugar\n4 eggs\n2 lemons", 300),
    ("Work/Project plan.docx", "Project plan\n\nApril: design\nMay: first version\nJune: tests", 27),
    ("Work/Minutes of March 10.docx", "Present: Daniel, Alice, Alex\n\nThe budget stays as it is.", 94),
    ("Work/Budget.csv", "Month,Planned,Spent\nJanuary,1200,1130\nFebruary,1200,1240\n", 170),
    ("Personal/Packing list.docx", "Passport\nCharger\nRain coat\nBooks", 50),
    ("Personal/Reading.txt", "Piranesi\nThe Overstory\n", 410),
)


def with_drive(vfs: Vfs, now: int) -> Vfs:
    """The files with the drive of a user, as of the virtual moment ``now``."""
    for path, words, hours in _FILES:
        content = write_docx(plain(words)) if path.endswith(".docx") else words.encode()
        vfs = vfs.write(f"{DRIVE}/{path}", content, now - hours * _HOUR)
    vfs = SHARES.written(vfs, (Share(1, "Work/Project plan.docx", "daniel.cho@example.com"),), now)
    return STARS.written(vfs, (Star(1, "Recipes.docx"),), now)
