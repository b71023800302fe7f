"""Web Browsing and Note Management: reading, with notes."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import FOLDER, STICKY, pasted
from omnigym.tasks.synthesis.composition.topics import ARTICLES, THREADS

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
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
