"""Office and Social Communication: documents that others have to read."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import DECK, FOLDER, LETTER, REPORT, TABLE
from omnigym.tasks.synthesis.composition.topics import CLUB, STUDY, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Document Exchange",
    place=15,
    categories=("Office", "Social Communication"),
    online=True,
    intents=(
        Intent(
            name="sent-round",
            persona="A project leader who keeps everybody informed",
            want="Send round the documents for {topic}",
            stories=(*WORK, *CLUB, *STUDY),
            steps=(
                *FOLDER,
                *REPORT,
                *TABLE,
                *DECK,
                *LETTER,
                step("zip", "7-zip/add", "justified|layout|print|slides|letter"),
                step("sent", "mail/send-file web/mail-attach", "justified|layout|table|deck|letter|print|slides|zip"),
                step("chat", "skype/send-file zoom/share-file", "justified|layout|table|print|slides|letter"),
                step("chat-b", "zoom/share-file skype/send-file", "heads|sheets|deck|letter", room="{other}"),
                step(
                    "both",
                    "mail/send-two-files",
                    "justified|layout|letter table|print|deck|slides",
                    to="{other_mail}",
                    subject="{title} - two documents",
                ),
                step(
                    "three",
                    "mail/send-three-files",
                    "letter|layout table|print deck|slides",
                    to="{third_mail}",
                    subject="{title} - everything",
                ),
                step("draft", "mail/write-draft", subject="{title} - for you", to="{third_mail}"),
                step("finished", "mail/complete-draft", "draft letter|table|deck|justified"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|both|three|finished"),
            ),
            core=("sent", "chat", "both", "finished", "three"),
        ),
        Intent(
            name="mail-answered",
            persona="A secretary with a pile of mails",
            want="Answer the mails about {topic}",
            stories=(*WORK, *CLUB),
            steps=(
                step("copied", "mail/copy-text", subject="{title} - the text"),
                step("document", "word/paste-into-new excel/paste-into-new", "copied"),
                step("answer", "mail/reply", subject="{title} - a question"),
                step("attachment", "mail/save-attachment", subject="{title} - the papers"),
                step("mail-folder", "mail/create-folder"),
                step("filed", "mail/file", "mail-folder", subject="{title} - the list"),
                *REPORT,
                *LETTER,
                step("sent", "mail/send-file", "document|letter|justified|layout"),
                step(
                    "both", "mail/send-two-files", "attachment document|letter|layout", subject="{title} - both papers"
                ),
                step("kept", "mail/flag-sent mail/forward-sent", "sent|both"),
            ),
            core=("answer", "document", "sent", "both"),
        ),
    ),
)
