"""Multimedia Editing and Social Communication: pictures for others."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import DRAWING, FOLDER, shown
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, TRAVEL

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Picture Sharing",
    place=14,
    categories=("Multimedia Editing", "Social Communication"),
    online=True,
    intents=(
        Intent(
            name="photos-round",
            persona="The family's photographer",
            want="Share the photos of {topic}",
            stories=(*TRAVEL, *HOME, *CLUB),
            steps=(
                *FOLDER,
                step("photo", "photos/crop-half photos/rotate photos/flip photos/filter photos/crop-shape"),
                step("copy", "photos/save-copy", "photo"),
                step("photo-b", "photos/filter paint/resize photos/crop-shape", name="{stem}-b.jpg"),
                *shown("photo|copy"),
                *DRAWING,
                step("zip", "7-zip/add", "photo|copy|drawing"),
                step("sent", "mail/send-file web/mail-attach", "photo|copy|photo-b|drawing|zip"),
                step("chat", "skype/send-file zoom/share-file", "photo|photo-b|drawing"),
                step("chat-b", "zoom/share-file skype/send-file", "photo|copy|drawing", room="{other}"),
                step(
                    "both",
                    "mail/send-two-files",
                    "photo|copy photo-b|drawing",
                    to="{third_mail}",
                    subject="{title} - two pictures",
                ),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent|both|picture-mail"),
                step("group", "skype/new-group"),
                step("contact", "people/add"),
            ),
            core=("sent", "chat", "both", "picture-mail"),
        ),
    ),
)
