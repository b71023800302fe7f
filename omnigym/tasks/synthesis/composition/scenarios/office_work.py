"""Office: documents, tables, slides."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import BOOK, DECK, FOLDER, GOODS, REPORT, TABLE, mailed, stored
from omnigym.tasks.synthesis.composition.topics import CLUB, STUDY, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Office Work",
    place=4,
    categories=("Office",),
    intents=(
        Intent(
            name="papers",
            persona="An assistant who has all papers ready a day before",
            want="Prepare the papers for {topic}",
            stories=(*WORK, *CLUB),
            steps=(
                *FOLDER,
                *REPORT,
                *TABLE,
                *DECK,
                step("fair-copy", "word/save-copy", "report", folder="{home}", new_name="{stem}-final.docx"),
                *stored("layout|print|slides"),
                step("bundle", "mail/send-two-files", "justified|layout table|heads", subject="{title} - the papers"),
                step("all", "mail/send-three-files", "justified|layout table|print deck|slides"),
                step("sent", "mail/send-file", "zip|backup"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|bundle|all"),
            ),
            core=("report", "table", "deck"),
        ),
        Intent(
            name="figures",
            persona="A bookkeeper who likes figures in order",
            want="Get the figures for {topic} in order",
            stories=(*WORK, *STUDY),
            steps=(
                *FOLDER,
                *GOODS,
                *TABLE,
                step("cells", "excel/copy-table", "table"),
                step("cells-report", "word/paste-into-new", "cells"),
                step("csv", "excel/export-csv", "table"),
                step("again", "excel/from-csv", "csv"),
                *stored("print|csv|goods-print"),
                *mailed("print|csv|goods-print|heads|zip"),
            ),
            core=("goods", "table"),
        ),
        Intent(
            name="written-work",
            persona="A student with a deadline",
            want="Write the text for {topic}",
            stories=STUDY,
            steps=(
                *FOLDER,
                *REPORT,
                *BOOK[:1],
                step("collected", "zotero/file-in-collection", "book"),
                step("tagged", "zotero/tag", "book"),
                step("attached", "zotero/attach", "book justified|layout"),
                step("quote", "word/copy-text", "report"),
                step("extract", "word/paste-into-new", "quote"),
                *DECK,
                *stored("justified|layout|slides|extract"),
                step("sent", "mail/send-file", "zip|layout|extract"),
                step("waiting", "mail/flag-sent", "sent"),
            ),
            core=("report", "book"),
        ),
    ),
)
