"""Multimedia Editing and Office: documents with pictures."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import DECK, DRAWING, FOLDER, LETTER, TABLE, stored
from omnigym.tasks.synthesis.composition.topics import CLUB, STUDY, TRAVEL

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
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
