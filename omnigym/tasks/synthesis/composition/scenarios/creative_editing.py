"""Multimedia Editing: photos are cut, drawings are made."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import DRAWING, PHOTO, shared, shown, stored
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, TRAVEL, WORK

__all__ = ["SCENARIO"]

SCENARIO = Scenario(
    name="Creative Editing",
    place=3,
    categories=("Multimedia Editing",),
    intents=(
        Intent(
            name="poster",
            persona="The one in the club who can draw",
            want="Make a picture for {topic}",
            stories=(*CLUB, *WORK),
            steps=(
                *DRAWING,
                step("ground", "paint/fill", name="{stem}-ground.png"),
                *shown("drawing|ground"),
                step("version", "photos/save-copy", "drawing", new_name="{stem}-version.png"),
                *stored("drawing|version"),
                step("sent", "mail/send-file web/mail-attach", "drawing|version|zip|backup"),
                step("waiting", "mail/flag-sent mail/forward-sent", "sent"),
                step("both", "mail/send-two-files", "drawing ground", subject="{title} - two pictures"),
                step("profile", "settings/profile-photo", "drawing|version"),
            ),
            core=("drawing", "ground"),
        ),
        Intent(
            name="photo-finish",
            persona="Somebody who has taken too many photos",
            want="Finish the photos of {topic}",
            stories=(*TRAVEL, *HOME),
            steps=(
                *PHOTO,
                step("photo-b", "photos/crop-half photos/flip photos/filter paint/invert", name="{stem}-b.jpg"),
                *shown("photo|copy|photo-b"),
                step("background", "settings/background-photo photos/set-background", "photo|photo-b"),
                *stored("photo|copy"),
                *shared("photo|photo-b"),
                step("both", "mail/send-two-files", "photo photo-b", subject="{title} - two photos"),
                step("waiting", "mail/flag-sent mail/forward-sent", "both"),
            ),
            core=("photo", "photo-b"),
        ),
    ),
)
