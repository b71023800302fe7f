"""The looks of Outlook that no other app has."""

from __future__ import annotations

from omnigym.devices.sim.style.looks import Look, looks

__all__ = ["MAIL_STYLES"]

MAIL_STYLES = looks(
    text={
        "unread_date": Look(size=11, family="ui-semibold", ink="link"),
    },
)
