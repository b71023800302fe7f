"""Scenarios of documents and notes."""

from __future__ import annotations

from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import (
    BOOK,
    DECK,
    DRAWING,
    FOLDER,
    GOODS,
    LETTER,
    REPORT,
    STICKY,
    TABLE,
    Intent,
    Scenario,
    mailed,
    pasted,
    step,
    stored,
)
from omnigym.benchmarks.omnibench.synthesis.composition.topics import ARTICLES, CLUB, HOME, STUDY, THREADS, TRAVEL, WORK

__all__ = ["SCENARIOS"]


# -- office and Social Communication: documents that others have to read ----------------------------------------------

_DOCUMENT_EXCHANGE = Scenario(
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

# -- Multimedia Editing and Office: documents with pictures -----------------------------------------------------------

_ILLUSTRATED_DOCUMENTS = Scenario(
    name="Illustrated Documents",
    place=19,
    categories=("Multimedia Editing", "Office"),
    intents=(
        Intent(
            name="leaflet",
            persona="Somebody who makes leaflets for the club",
            want="Make a leaflet with a picture for {topic}",
            stories=(*CLUB, *TRAVEL, *STUDY),
            steps=(
                *FOLDER,
                *DRAWING,
                step("photo", "photos/crop-half photos/crop-shape photos/filter photos/rotate paint/resize"),
                step("copy", "photos/save-copy", "photo"),
                *LETTER,
                step("report", "word/write-report", name="{stem}-report.docx"),
                step("layout", "word/centre-title word/justify", "report"),
                *DECK,
                step("illustrated", "powerpoint/insert-picture", "drawing", name="{stem}-show.pptx"),
                step("show", "powerpoint/export-pdf", "illustrated", export="{stem}-show.pdf"),
                *TABLE[:2],
                step(
                    "both",
                    "mail/send-two-files",
                    "drawing|photo|copy letter|layout|deck|show",
                    subject="{title} - text and picture",
                ),
                step(
                    "three",
                    "mail/send-three-files",
                    "drawing photo|copy letter|layout|table",
                    subject="{title} - the leaflet",
                ),
                *stored("drawing|copy|letter|show|layout"),
                step("sent", "mail/send-file skype/send-file", "show|layout|photo", subject="{title} - a look"),
                step("waiting", "mail/flag-sent mail/forward-sent", "both|three|sent"),
            ),
            core=("both", "three", "illustrated", "layout"),
        ),
    ),
)

# -- web Browsing and Note Management: reading, with notes ------------------------------------------------------------

_LEARNING_NOTES = Scenario(
    name="Learning Notes",
    place=18,
    categories=("Web Browsing", "Note Management"),
    online=True,
    intents=(
        Intent(
            name="learned",
            persona="Somebody who learns with a pencil in the hand",
            want="Learn about {topic} and keep notes",
            stories=ARTICLES,
            steps=(
                *FOLDER,
                step("article", "web/wiki-download", title="{article}", name="{article}.txt"),
                step("cited", "web/wiki-cite", title="{article}", page="{article_page}"),
                step("watched", "web/wiki-watch", title="{article}"),
                step("text", "text/write-file"),
                *STICKY,
                *pasted("cited"),
                step("both", "mail/send-two-files", "article text", subject="{title} - article and notes"),
                step("backup", "files/copy", "article|text"),
                step("zip", "7-zip/add", "article|text"),
                step("favourite", "web/add-favourite", url="wiki.contoso.com/wiki/{article_page}"),
                step("sent", "mail/send-file skype/send-file", "article|text", subject="{title} - my notes"),
                step("waiting", "mail/flag-sent mail/forward-sent", "both|sent"),
            ),
            core=("text", "sticky"),
        ),
        Intent(
            name="asked-around",
            persona="Somebody who asks before buying",
            want="Ask around and note the answers about {topic}",
            stories=THREADS,
            steps=(
                step("answer", "web/forum-reply", thread="{thread}", id="{thread_id}"),
                step("follow", "web/forum-follow", thread="{thread}", id="{thread_id}"),
                step("papers", "web/forum-download"),
                step("text", "text/write-file"),
                step("list", "web/forum-attach", "text", thread="{thread}", id="{thread_id}"),
                *STICKY,
                step("backup", "files/copy", "papers|text"),
                step("both", "mail/send-two-files", "papers text", subject="{title} - what I found"),
                step("waiting", "mail/flag-sent mail/forward-sent", "both"),
                step("task", "todoist/quick-add"),
                step("comment", "todoist/comment-with-file", "task papers|text"),
            ),
            core=("text", "sticky", "list"),
        ),
    ),
)

# -- note Management: notes and text files ----------------------------------------------------------------------------

_NOTE_TAKING = Scenario(
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

# -- office: documents, tables, slides --------------------------------------------------------------------------------

_OFFICE_WORK = Scenario(
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

SCENARIOS = (
    _DOCUMENT_EXCHANGE,
    _ILLUSTRATED_DOCUMENTS,
    _LEARNING_NOTES,
    _NOTE_TAKING,
    _OFFICE_WORK,
)
