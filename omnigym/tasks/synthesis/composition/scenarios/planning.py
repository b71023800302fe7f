"""Task Management: lists, dates, priorities."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import EVENT, LISTED
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, STUDY, TRAVEL, WORK

__all__ = ["SCENARIO"]

_PROJECT = {"project": "Home"}

SCENARIO = Scenario(
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
