"""Note Management: notes and text files."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import FOLDER, STICKY, mailed, stored
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, STUDY, TRAVEL

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Note Taking",
    place=11,
    categories=("Note Management",),
    intents=(
        Intent(
            name="minutes",
            persona="The one who always takes the minutes",
            want="Take notes for {topic}",
            stories=(*CLUB, *STUDY),
            steps=(
                *FOLDER,
                step("text", "text/write-file"),
                step("text-b", "text/write-file", name="{stem}-open.txt", text="{note}"),
                *STICKY,
                *stored("text|text-b"),
                *mailed("text|text-b|zip"),
                step("shared", "skype/send-file zoom/share-file", "text|text-b", room="{other}"),
                step("both", "mail/send-two-files", "text text-b", subject="{title} - the notes", to="{third_mail}"),
                step("source", "zotero/add-book"),
                step("attached", "zotero/attach", "source text"),
            ),
            core=("text", "text-b", "sticky"),
        ),
        Intent(
            name="reminders",
            persona="Somebody who sticks everything to the screen",
            want="Note down what matters for {topic}",
            stories=(*HOME, *TRAVEL),
            steps=(
                *STICKY,
                step("sticky-b", "sticky-notes/write", text="{line}"),
                step("coloured-b", "sticky-notes/colour", "sticky-b", text="{line}"),
                step("text", "text/write-file"),
                step("corrected", "text/append-line text/replace-word", name="{stem}-old.txt"),
                step("sent", "mail/send-file web/mail-attach", "text|corrected"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("event", "events/create"),
                step("remind", "events/remind", title="{item2}"),
                step("copy", "files/copy", "text|corrected"),
                step("list", "todo/new-list"),
                step("task", "todo/add-task", "list"),
                step("papers", "todo/attach-file", "task text|corrected"),
            ),
            core=("sticky", "text", "corrected"),
        ),
    ),
)
