"""Screen Capture and Multimedia Editing: what is on the screen, made into a picture to show."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import SNIP
from omnigym.tasks.synthesis.composition.topics import CLUB, STUDY, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Screen Recording Editing",
    place=13,
    categories=("Screen Capture", "Multimedia Editing"),
    intents=(
        Intent(
            name="guide",
            persona="Somebody who writes guides with pictures",
            want="Make the pictures for the guide to {topic}",
            stories=(*WORK, *STUDY, *CLUB),
            steps=(
                *SNIP,
                step("version", "photos/save-copy", "snip", new_name="{stem}-guide.jpg"),
                step("picked", "photos/copy-image snipping-tool/copy", "version"),
                step("pasted", "paint/paste", "picked"),
                step("marked", "snipping-tool/mark", name="{stem}-marked.png"),
                step("drawing", "paint/draw-shape paint/fill", name="{stem}-sign.png"),
                step("cut", "photos/crop-half photos/crop-shape photos/filter paint/resize", name="{stem}-cut.jpg"),
                step("backup", "files/copy", "version|pasted|marked|cut"),
                step("sent", "mail/send-file web/mail-attach", "version|pasted|marked|drawing"),
                step("both", "mail/send-two-files", "snip|version pasted|marked|drawing", subject="{title} - pictures"),
                step("three", "mail/send-three-files", "snip drawing cut", subject="{title} - three pictures"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|both|three"),
                step("chat", "skype/send-file zoom/share-file", "version|drawing|cut", room="{other}"),
            ),
            core=("version", "pasted", "marked"),
        ),
    ),
)
