"""Steps that often come together, from which intents are made."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Step, named, step

__all__ = [
    "ADDRESS",
    "BOOK",
    "DECK",
    "DRAWING",
    "EVENT",
    "FOLDER",
    "GOODS",
    "LETTER",
    "LISTED",
    "MAILBOX",
    "MEETING",
    "PHOTO",
    "REPORT",
    "SNIP",
    "STICKY",
    "SUM",
    "TABLE",
    "TEXT",
    "mailed",
    "pasted",
    "shared",
    "shown",
    "stored",
]

FOLDER = (step("folder", "files/create-folder"),)

# -- what is written --------------------------------------------------------------------------------------------------

LETTER = (step("letter", "word/write-document"),)
REPORT = (
    step("report", "word/write-report", name="{stem}-report.docx"),
    step("justified", "word/justify word/centre-title", "report"),
    step("layout", "word/bullet-list word/underline-all word/italic-all", "report"),
)
TEXT = (step("text", "text/write-file"),)
STICKY = (step("sticky", "sticky-notes/write"), step("coloured", "sticky-notes/colour", "sticky"))
TABLE = (
    step("table", "excel/write-table", first="{column}", second="{measure}", label="{column} 1"),
    step("heads", "excel/bold-heads excel/colour-column", "table"),
    step("sheets", "excel/name-sheet", "table"),
    step("print", "excel/export-pdf", "table"),
)
GOODS = (
    step("goods", "excel/sort excel/line-totals excel/format-prices excel/correct-cell excel/mark-rows"),
    step("goods-print", "excel/export-pdf excel/export-csv", "goods"),
)
DECK = (
    step("deck", "powerpoint/title-deck"),
    step("slides", "powerpoint/export-pdf", "deck"),
)

# -- pictures ---------------------------------------------------------------------------------------------------------

DRAWING = (step("drawing", "paint/draw-shape", colour="{colour}", rgb="{rgb}"),)
SNIP = (step("snip", "snipping-tool/screen"),)
PHOTO = (
    step("photo", "photos/crop-half photos/rotate photos/flip photos/filter photos/crop-shape paint/resize"),
    step("copy", "photos/save-copy", "photo"),
)


def shown(what: str) -> tuple[Step, ...]:
    """A picture on the clipboard, and from there in a mail or a new picture."""
    return (
        step("picked", "photos/copy-image snipping-tool/copy", what),
        step("picture-mail", "mail/send-copied-image", "picked", subject="Picture of {title}"),
        step("pasted-picture", "paint/paste", "picked"),
    )


# -- where it goes ----------------------------------------------------------------------------------------------------


def mailed(what: str) -> tuple[Step, ...]:
    """A file by mail, and what one does with a mail that is sent."""
    return (
        step("mailed", "mail/send-file web/mail-attach", what),
        step("waiting", "mail/flag-sent", "mailed"),
        step("also-to", "mail/forward-sent", "mailed"),
    )


def shared(what: str) -> tuple[Step, ...]:
    """A file to others by a chat."""
    return (step("shared", "skype/send-file zoom/share-file", what), step("told", "skype/send zoom/message"))


def stored(what: str) -> tuple[Step, ...]:
    """A second one of a file elsewhere, or in an archive."""
    return (step("backup", "files/copy", what), step("zip", "7-zip/add", what))


def pasted(what: str) -> tuple[Step, ...]:
    """A text on the clipboard, to where it is wanted."""
    return (
        step("paste", "word/paste-into-new excel/paste-into-new", what),
        step("paste-mail", "mail/send-clipboard", what, subject="{title} as copied"),
        step("paste-chat", "skype/paste", what),
    )


# -- what is planned --------------------------------------------------------------------------------------------------

_TASK = (
    step("task", "todo/add-task", "list"),
    step("due", "todo/due", "task"),
    step("hint", "todo/add-note todo/add-steps", "task"),
    step("star", "todo/star todo/add-to-my-day", "task"),
)
LISTED = (
    step("list", "todo/new-list"),
    *_TASK,
    *named("-b", _TASK[:3], title="{item2}"),
    *named("-c", _TASK[:2], title="{item3}"),
)
EVENT = (
    step("event", "events/create"),
    step("remind", "events/remind", title="{item2}"),
    step("ics", "events/export", "event"),
)
ADDRESS = (
    step("contact", "people/add"),
    step("favourite", "people/favourite", "contact"),
    step("card", "people/export", "contact"),
    step("written", "people/write", "contact", subject="{title} - a question"),
)
MEETING = (
    step("meeting", "zoom/schedule"),
    step("link", "zoom/copy-link", "meeting"),
    step("call-ics", "zoom/save-invitation", "meeting"),
)
MAILBOX = (
    step("mail-folder", "mail/create-folder"),
    step("filed", "mail/file", "mail-folder"),
    step("filed-b", "mail/file", "mail-folder", subject="{title} - the list"),
    step("answer", "mail/reply", subject="{title} - a question"),
    step("pass-on", "mail/forward", subject="{title} - the offer"),
    step("flagged", "mail/flag", subject="{title} - the date"),
    step("attachment", "mail/save-attachment", subject="{title} - the papers"),
)

# -- what is looked up ------------------------------------------------------------------------------------------------

BOOK = (
    step("book", "zotero/add-book"),
    step("tagged", "zotero/tag", "book"),
    step("bib", "zotero/export", "book"),
    step("citation", "zotero/copy-citation", "book"),
)
SUM = (step("sum", "calculator/copy-result calculator/percentage"),)
