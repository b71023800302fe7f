"""Screen Capture: what is on the screen is kept, and goes to those who ask for it."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import SNIP, mailed, pasted, shared
from omnigym.tasks.synthesis.composition.topics import CLUB, STUDY, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Screen Recording",
    place=9,
    categories=("Screen Capture",),
    intents=(
        Intent(
            name="shown-how",
            persona="Somebody whom others ask how it is done",
            want="Show the others my screen for {topic}",
            stories=(*WORK, *CLUB),
            steps=(
                step("switch", "settings/switch settings/accent"),
                *SNIP,
                step("snip-b", "snipping-tool/screen", name="{stem}-second.png"),
                step("copy", "photos/save-copy", "snip", new_name="{stem}-screen.jpg"),
                step("picked", "photos/copy-image snipping-tool/copy", "copy"),
                step("picture-mail", "mail/send-copied-image", "picked"),
                step("backup", "files/copy", "snip|snip-b"),
                *mailed("snip|snip-b|copy"),
                *shared("snip|snip-b"),
                step("both", "mail/send-two-files", "snip snip-b", subject="{title} - two steps"),
                step("task-file", "todoist/quick-add"),
            ),
            core=("snip", "snip-b"),
        ),
        Intent(
            name="words-from-screen",
            persona="Somebody who was sent a text that cannot be selected",
            want="Take over the text about {topic} from the screen",
            stories=STUDY,
            steps=(
                step("words", "snipping-tool/text"),
                *pasted("words"),
                step("list", "todo/new-list"),
                step("task", "todo/paste-task", "words list"),
                step("waiting", "mail/flag-sent mail/forward-sent", "paste-mail"),
                step("sent", "mail/send-file", "paste", subject="{title} - what it says"),
                step("backup", "files/copy", "paste"),
                step("note", "sticky-notes/write"),
            ),
            core=("words",),
        ),
    ),
)
