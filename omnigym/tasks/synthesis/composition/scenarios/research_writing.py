"""Web Browsing and Office: what was found is written up."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import FOLDER, TABLE
from omnigym.tasks.synthesis.composition.topics import ARTICLES

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Research Writing",
    place=16,
    categories=("Web Browsing", "Office"),
    online=True,
    intents=(
        Intent(
            name="essay",
            persona="A pupil who has to write three pages",
            want="Write about {topic}",
            stories=ARTICLES,
            steps=(
                *FOLDER,
                step("article", "web/wiki-download", title="{article}", name="{article}.txt"),
                step("cited", "web/wiki-cite", title="{article}", page="{article_page}"),
                step("watched", "web/wiki-watch", title="{article}"),
                step("report", "word/write-report"),
                step("layout", "word/justify word/centre-title", "report"),
                step("layout-b", "word/bullet-list word/underline-all word/italic-all", "report"),
                step("sources", "word/paste-into-new", "cited", name="{stem}-sources.docx"),
                *TABLE[:2],
                step("book", "zotero/add-book"),
                step("attached", "zotero/attach", "book article|layout"),
                step("backup", "files/copy", "article|layout|layout-b|sources"),
                step("zip", "7-zip/add", "article|layout|sources"),
                step(
                    "both", "mail/send-two-files", "article layout|layout-b|table", subject="{title} - text and source"
                ),
                step("sent", "mail/send-file web/mail-attach", "layout|sources|zip"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|both"),
            ),
            core=("article", "sources", "layout", "attached", "both"),
        ),
    ),
)
