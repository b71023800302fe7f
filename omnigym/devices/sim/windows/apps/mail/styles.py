"""The looks of Outlook that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.colour import Shade
from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["MAIL_STYLES"]

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
