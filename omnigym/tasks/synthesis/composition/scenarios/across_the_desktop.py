"""All that is left: what takes many kinds of applications."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import DRAWING, EVENT, FOLDER, LETTER, LISTED, STICKY, TABLE
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, TRAVEL, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Across the Desktop",
    place=20,
    categories=(),
    intents=(
        Intent(
            name="everything",
            persona="Somebody who organizes everything alone",
            want="Organize {topic}",
            stories=(*CLUB, *HOME, *WORK, *TRAVEL),
            steps=(
                *FOLDER,
                *LETTER,
                *DRAWING,
                *TABLE[:2],
                *EVENT,
                *LISTED[:7],
                step("papers", "todo/attach-file", "task letter|drawing|ics|table"),
                *STICKY,
                step("contact", "people/add"),
                step("invited", "events/invite", "event contact"),
                step("playlist", "spotify/make-playlist"),
                step("own-list", "media/make-playlist", playlist="{title}"),
                step("background", "settings/background-photo", "drawing"),
                step("route", "web/map-directions"),
                step("zip", "7-zip/add", "letter|route|drawing"),
                step("sum", "calculator/compute"),
                step("both", "mail/send-two-files", "letter|table drawing|ics|zip", subject="{title} - all you need"),
                step("three", "mail/send-three-files", "letter drawing table|ics", subject="{title} - three papers"),
                step("chat", "skype/send-file zoom/share-file", "letter|drawing|route"),
                step("waiting", "mail/flag-sent mail/forward-sent", "both|three|invited"),
            ),
            core=("letter", "event", "list", "drawing"),
        ),
    ),
)
