"""Social Communication and Task Management: who meets when, and who does what before."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import EVENT, LISTED, MEETING
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Meeting Planning",
    place=17,
    categories=("Social Communication", "Task Management"),
    online=True,
    intents=(
        Intent(
            name="called-together",
            persona="A team leader who calls everybody together",
            want="Call everybody together for {topic}",
            stories=(*WORK, *CLUB, *HOME),
            steps=(
                *MEETING,
                *LISTED,
                step("link-mail", "mail/send-clipboard skype/paste", "link"),
                *EVENT,
                step("contact", "people/add"),
                step("invited", "events/invite", "event contact"),
                step("papers", "todo/attach-file", "task call-ics|ics"),
                step("sent", "mail/send-file skype/send-file", "call-ics|ics", subject="{title} - the date"),
                step("mail", "mail/send mail/send-in-copy", subject="{title} - all in one"),
                step("waiting", "mail/flag-sent mail/forward-sent", "mail|sent|link-mail"),
                step("group", "skype/new-group"),
            ),
            core=("meeting", "event", "mail"),
        ),
    ),
)
