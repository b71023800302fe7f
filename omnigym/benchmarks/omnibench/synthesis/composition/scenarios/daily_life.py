"""Scenarios of daily life: messages, meetings, lists and small tools."""

from __future__ import annotations

from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import (
    ADDRESS,
    EVENT,
    FOLDER,
    LETTER,
    LISTED,
    MAILBOX,
    MEETING,
    SUM,
    Intent,
    Scenario,
    mailed,
    pasted,
    step,
)
from omnigym.benchmarks.omnibench.synthesis.composition.topics import CLUB, HOME, STUDY, TRAVEL, WORK

__all__ = ["SCENARIOS"]


# -- Social Communication: writing to people, meeting them, keeping their addresses -----------------------------------

_COMMUNICATION = Scenario(
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

# -- the calendar, and what goes with a date --------------------------------------------------------------------------

_DAILY_LIFE = Scenario(
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

# -- Utility Tools: sums, archives, lists of sources ------------------------------------------------------------------

_EVERYDAY_UTILITIES = Scenario(
    name="Everyday Utilities",
    place=5,
    categories=("Utility Tools",),
    intents=(
        Intent(
            name="reckoned",
            persona="Somebody who has to know what it costs",
            want="Work out what {topic} costs",
            stories=(*HOME, *WORK[:2], *WORK[4:6]),
            steps=(
                *SUM,
                *pasted("sum"),
                step("divided", "calculator/paste-number", "sum"),
                step("memory", "calculator/add-to-memory"),
                step("product", "calculator/use-memory", "memory"),
                step("product-mail", "mail/send-clipboard", "product", subject="{title} - in all"),
                step("reckoned", "calculator/compute"),
                step("looked-up", "calculator/copy-from-history", "reckoned"),
                step("note", "sticky-notes/write"),
                step("table", "excel/write-table", first="{column}", second="{measure}", label="{column} 1"),
                step("kept", "mail/flag-sent mail/forward-sent", "paste-mail|product-mail"),
            ),
            core=("sum", "memory", "reckoned"),
        ),
        Intent(
            name="packed-up",
            persona="Somebody whose mailbox takes small files only",
            want="Pack up the files of {topic}",
            stories=(*STUDY, *HOME),
            steps=(
                step("folder", "files/create-folder"),
                *LETTER,
                step("text", "text/write-file"),
                step("letter-zip", "7-zip/add", "letter", archive="{stem}-letter.zip"),
                step("text-zip", "7-zip/add", "text", archive="{stem}-text.zip"),
                step("sent", "mail/send-file web/mail-attach", "letter-zip|text-zip"),
                step("both", "mail/send-two-files", "letter-zip text-zip", subject="{title} - two archives"),
                step("chat", "skype/send-file zoom/share-file", "letter-zip|text-zip"),
                step("backup", "files/copy", "letter-zip|text-zip"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|both"),
                step("sum", "calculator/compute"),
            ),
            core=("letter-zip", "text-zip"),
        ),
        Intent(
            name="sums-listed",
            persona="Somebody who shops for many",
            want="Work out the shopping for {topic}",
            stories=HOME[:3],
            steps=(
                *SUM,
                step("list", "todo/new-list"),
                step("task", "todo/add-task", "list"),
                step("task-b", "todo/add-task", "list", title="{item2}"),
                step("due", "todo/due", "task|task-b"),
                step("star", "todo/star todo/add-to-my-day", "task|task-b"),
                step("reckoned", "calculator/compute calculator/add-to-memory"),
                step("note", "sticky-notes/write"),
                *pasted("sum")[1:],
            ),
            core=("sum", "reckoned"),
        ),
    ),
)

# -- Social Communication and Task Management: who meets when, and who does what before -------------------------------

_MEETING_PLANNING = Scenario(
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

# -- task Management: lists, dates, priorities ------------------------------------------------------------------------

_PROJECT = {"project": "Home"}

_PLANNING = Scenario(
    name="Planning",
    place=10,
    categories=("Task Management",),
    intents=(
        Intent(
            name="all-planned",
            persona="Somebody who sleeps well only with a list",
            want="Plan {topic}",
            stories=(*WORK, *HOME, *CLUB),
            steps=(
                *LISTED,
                step("text", "text/write-file word/write-document"),
                step("papers", "todo/attach-file", "task text"),
                *EVENT,
                step("event-file", "todo/attach-file", "task-b ics", title="{item2}"),
                step("sent", "mail/send-file skype/send-file", "text|ics"),
            ),
            core=("list", "task"),
        ),
        Intent(
            name="trip-list",
            persona="Somebody who forgets half of it without a list",
            want="Get ready for {topic}",
            stories=TRAVEL,
            steps=(
                *LISTED,
                step("page", "web/wiki-download web/forum-download"),
                step("papers", "todo/attach-file", "task page"),
                step("copied", "todo/copy-task", "task"),
                step("paste", "mail/send-clipboard skype/paste", "copied"),
                step("done", "todo/complete", "task-c", title="{item3}"),
                step("event", "events/create"),
                step("remind", "events/remind", title="{item2}"),
            ),
            core=("list",),
        ),
        Intent(
            name="shared-project",
            persona="A parent who runs the household by projects",
            want="Bring {topic} onto the board",
            stories=(*HOME, *STUDY),
            steps=(
                step("project", "todoist/new-project"),
                step("task", "todoist/quick-add", **_PROJECT),
                step("task-b", "todoist/quick-add", title="{item2}", **_PROJECT),
                step("task-c", "todoist/quick-add", title="{item3}", **_PROJECT),
                step("first", "todoist/first-priority", "task-b"),
                step("done", "todoist/complete", "task-c"),
                step("text", "text/write-file word/write-document"),
                step("comment", "todoist/comment-with-file", "task text"),
                step("told", "skype/send zoom/message"),
                step("event", "events/create"),
            ),
            core=("task", "task-b"),
        ),
    ),
)

SCENARIOS = (
    _COMMUNICATION,
    _DAILY_LIFE,
    _EVERYDAY_UTILITIES,
    _MEETING_PLANNING,
    _PLANNING,
)
