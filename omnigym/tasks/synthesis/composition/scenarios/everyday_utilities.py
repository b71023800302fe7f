"""Utility Tools: sums, archives, lists of sources."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import LETTER, SUM, pasted
from omnigym.tasks.synthesis.composition.topics import HOME, STUDY, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
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
