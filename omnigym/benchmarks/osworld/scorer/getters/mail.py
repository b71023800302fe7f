"""Getters of mail and of the calendar."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from omnigym.benchmarks.osworld.scorer.getters.files import cloud_file, files_in
from omnigym.benchmarks.osworld.scorer.registry import File, NotThereError, getter
from omnigym.documents.ical import read_ics
from omnigym.documents.mail import read_mail
from omnigym.evaluation.probe import Probe

__all__ = ["calendar_events", "mail_attachments", "vm_first_mail_file_parsed"]

#: Where new mail of the user comes to, and where Evolution keeps the calendar.
_NEW_MAIL = "Maildir/new"
_CALENDAR = ".local/share/evolution/calendar/system/calendar.ics"


@getter("vm_first_mail_file_parsed")
def vm_first_mail_file_parsed(probe: Probe, config: Mapping[str, object]) -> dict[str, Any]:
    """Return ``to``, ``subject``, ``body`` and ``attachments`` of the first new mail: the first file in ``path``."""
    files = files_in(probe, str(config.get("path", _NEW_MAIL)))
    if not files:
        raise NotThereError("There is no new mail.")
    mail = read_mail(files[0].content)
    attached = [File(a.name, a.content) for a in mail.attachments]
    return {"to": mail.headers.to, "subject": mail.headers.subject, "body": mail.body, "attachments": attached}


@getter("mail_attachments")
def mail_attachments(probe: Probe, config: Mapping[str, Any]) -> dict[str, Any]:
    """Return a mail as expected: the config itself, with its ``attachments`` read as reference files."""
    expected = {key: value for key, value in config.items() if key != "type"}
    if "attachments" in expected:
        expected["attachments"] = [cloud_file(probe, item) for item in expected["attachments"]]
    return expected


@getter("calendar_events")
def calendar_events(probe: Probe, config: Mapping[str, object]) -> list[dict[str, str]]:
    """Return the events of the calendar: ``from``, ``to``, ``title``, and ``location`` where there is one."""
    agenda = probe.read(str(config.get("path", _CALENDAR)), read_ics)
    if agenda is None:
        raise NotThereError("There is no calendar.")
    return [
        {
            "from": _moment(event.start_ms),
            "to": _moment(event.end_ms),
            "title": event.title,
            **({"location": event.location} if event.location else {}),
        }
        for event in agenda.events
    ]


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y%m%dT%H%M%S")
