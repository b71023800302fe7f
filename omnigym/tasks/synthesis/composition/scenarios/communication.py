"""Social Communication: writing to people, meeting them, keeping their addresses."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import ADDRESS, FOLDER, LETTER, MAILBOX, MEETING, mailed, pasted
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Communication",
    place=1,
    categories=("Social Communication",),
    online=True,
    intents=(
        Intent(
            name="mail-sorted",
            persona="Somebody who comes back from a week away and finds the inbox full",
            want="Sort the mail about {topic}",
            stories=(*WORK, *CLUB),
            steps=(*MAILBOX, *mailed("attachment")),
            core=("mail-folder", "filed", "answer"),
        ),
        Intent(
            name="everybody-told",
            persona="An organizer who has to reach everybody who comes",
            want="Tell everybody about {topic}",
            stories=(*CLUB, *HOME),
            steps=(
                step("group", "skype/new-group"),
                step("chat", "skype/send zoom/message"),
                step("chat-b", "zoom/message", room="{other}"),
                step("mail", "mail/send mail/send-in-copy"),
                step("copied", "mail/forward-sent", "mail"),
                step("waiting", "mail/flag-sent", "mail"),
                step("draft", "mail/write-draft", subject="{title} - the details", to="{third_mail}"),
                step("sent", "mail/send-draft", "draft"),
                *MEETING,
                *pasted("link")[1:],
            ),
            core=("mail", "group", "meeting"),
        ),
        Intent(
            name="new-face",
            persona="Somebody who has met a person whose help is wanted",
            want="Bring a new helper into {topic}",
            stories=(*CLUB, *WORK),
            steps=(
                *ADDRESS,
                step("card-chat", "skype/send-file zoom/share-file", "card"),
                step("card-mail", "mail/send-file", "card", subject="{title} - our new helper"),
                step("kept", "mail/flag-sent", "written|card-mail"),
                step("handed-on", "mail/forward-sent", "written|card-mail"),
                step("intro", "skype/send zoom/message"),
            ),
            core=("contact",),
        ),
        Intent(
            name="letter-out",
            persona="A treasurer who still writes letters",
            want="Write to everybody about {topic}",
            stories=(*HOME, *CLUB),
            steps=(
                *FOLDER,
                *LETTER,
                step("zip", "7-zip/add", "letter"),
                *mailed("letter|zip"),
                step("chat-file", "skype/send-file zoom/share-file", "letter"),
                step("chat", "skype/send", room="{other}"),
                step("draft", "mail/write-draft", subject="{title} - the letter", to="{third_mail}"),
                step("finished", "mail/complete-draft", "draft letter"),
            ),
            core=("mailed", "chat-file", "finished"),
        ),
    ),
)
