"""The icons and the looks of Outlook and its files."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.sim.paint.pen import Drawing, Pen
from omnigym.sim.sites.art import outlook
from omnigym.sim.style.colour import Shade
from omnigym.sim.style.looks import Look, looks

# -- the app and a message file ---------------------------------------------------------------------------------------


def _mail_file(p: Pen) -> None:
    p.box(0.06, 0.20, 0.88, 0.62, 0.06, 0x9FB4C6)
    p.box(0.09, 0.23, 0.82, 0.56, 0.04, 0xFFFFFF, 0xE8F1F9)
    p.line([(0.10, 0.26), (0.50, 0.58), (0.90, 0.26)], 0.045, 0x2B88D8)


#: Name to drawing.
OUTLOOK_ART: Mapping[str, Drawing] = {
    "file-eml": _mail_file,
    "mail-app": outlook,
}

# -- the looks of Outlook that no other app has -----------------------------------------------------------------------

MAIL_STYLES = looks(
    box={
        "mail": Look(fill=Shade(0x0F6CBD, 0x123A5E)),
    },
    area={
        "mail": Look(size=13, pad=(20, 12, 20, 12), fill="layer"),
    },
    text={
        "unread_date": Look(size=11, family="ui-semibold", ink="link"),
    },
)
