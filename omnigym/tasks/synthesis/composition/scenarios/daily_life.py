"""Lifestyle: the calendar, and what goes with a date."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import ADDRESS, EVENT, FOLDER
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Daily Life",
    place=12,
    categories=("Lifestyle",),
    intents=(
        Intent(
            name="date-set",
            persona="Somebody with a full calendar",
            want="Fix the date of {topic}",
            stories=(*CLUB, *WORK, HOME[0], HOME[5]),
            steps=(
                *FOLDER,
                *EVENT,
                step("contact", "people/add"),
                step("invited", "events/invite", "event contact"),
                step("favourite", "people/favourite", "contact"),
                step("zip", "7-zip/add", "ics"),
                step("sent", "mail/send-file web/mail-attach", "ics|zip"),
                step("chat", "skype/send-file zoom/share-file", "ics"),
                step("backup", "files/copy", "ics"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|invited"),
                step("note", "sticky-notes/write"),
            ),
            core=("event",),
        ),
        Intent(
            name="date-moved",
            persona="Somebody whose plans have changed",
            want="Put off {topic}",
            stories=(*CLUB, *WORK[:4], HOME[0], HOME[5]),
            steps=(
                step("event", "events/create"),
                step("moved", "events/move", "event"),
                step("told", "mail/send mail/send-in-copy skype/send zoom/message", text="It is on another day."),
                step("waiting", "mail/flag-sent mail/forward-sent", "told"),
                step("list", "todo/new-list"),
                step("task", "todo/add-task", "list"),
                step("due", "todo/due", "task"),
                step("chat", "zoom/message skype/send", room="{other}", text="Please note the new day."),
                step("note", "sticky-notes/write"),
            ),
            core=("moved",),
        ),
        Intent(
            name="guests",
            persona="A host who likes to know who comes",
            want="Invite somebody to {topic}",
            stories=(*CLUB, WORK[0], WORK[6], HOME[0]),
            steps=(
                step("event", "events/create"),
                *ADDRESS,
                step("invited", "events/invite", "event contact"),
                step("copied", "mail/flag-sent", "invited"),
                step("also", "mail/forward-sent", "written"),
                step("remind", "events/remind", title="{item2}"),
                step("card-mail", "mail/send-file skype/send-file", "card", subject="{title} - a guest"),
            ),
            core=("invited",),
        ),
    ),
)
