"""Scenarios of pictures, sound and video."""

from __future__ import annotations

from omnigym.benchmarks.omnibench.synthesis.composition.scenario_model import (
    DRAWING,
    FOLDER,
    PHOTO,
    SNIP,
    STICKY,
    Intent,
    Scenario,
    mailed,
    pasted,
    shared,
    shown,
    step,
    stored,
)
from omnigym.benchmarks.omnibench.synthesis.composition.topics import CLUB, HOME, STUDY, TRAVEL, WORK

__all__ = ["SCENARIOS"]


# -- Multimedia Editing: photos are cut, drawings are made ------------------------------------------------------------

_CREATIVE_EDITING = Scenario(
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

# -- Multimedia Playback: music, films and pictures, looked at and shared ---------------------------------------------

_SONGS = (
    step("playlist", "spotify/make-playlist"),
    step("liked", "spotify/like"),
    step("followed", "spotify/follow"),
    step("song-link", "spotify/copy-link"),
)

_MEDIA_VIEWING = Scenario(
    name="Media Viewing",
    place=2,
    categories=("Multimedia Playback",),
    intents=(
        Intent(
            name="music-for",
            persona="Somebody whom all others leave the music to",
            want="Find the music for {topic}",
            stories=(*HOME, *CLUB),
            steps=(
                *_SONGS,
                *pasted("song-link"),
                step("named", "spotify/name-playlist", "song-link"),
                step("own-list", "media/make-playlist", playlist="{title}"),
                step("list-mail", "mail/send-file", "own-list", subject="{title} - our songs"),
                step("list-copy", "files/copy", "own-list"),
                step("asked", "skype/send zoom/message"),
                step("now", "spotify/play-then media/play-slowly"),
            ),
            core=("playlist", "own-list", "song-link"),
        ),
        Intent(
            name="film-still",
            persona="Somebody who was there with a camera",
            want="Get a picture of {topic} out of a film",
            stories=(*TRAVEL, *CLUB),
            steps=(
                step("frame", "media/save-frame", picture="{stem}-still.jpg"),
                *shown("frame"),
                step("still-copy", "photos/save-copy", "frame", new_name="{stem}-still-copy.png"),
                step("background", "settings/background-photo photos/set-background", "frame|still-copy"),
                step("still-mail", "mail/send-file web/mail-attach", "frame|still-copy"),
                step("waiting", "mail/flag-sent mail/forward-sent", "still-mail"),
                step("still-chat", "skype/send-file zoom/share-file", "frame|still-copy", room="{other}"),
                step("sound", "media/play-sound media/play-slowly"),
            ),
            core=("frame",),
        ),
        Intent(
            name="listening-notes",
            persona="A singer who listens before the rehearsal",
            want="Listen to the songs for {topic} and note them down",
            stories=CLUB,
            steps=(
                *_SONGS[:3],
                step("own-list", "media/make-playlist", playlist="{title}"),
                step("listened", "media/play-slowly"),
                *STICKY,
                step("list", "todo/new-list"),
                step("task", "todo/add-task", "list"),
                step("done", "todo/complete todo/star", "task"),
                step("text", "text/write-file"),
                step("list-copy", "files/copy", "own-list|text"),
            ),
            core=("own-list", "playlist", "listened"),
        ),
    ),
)

# -- Multimedia Editing and Social Communication: pictures for others -------------------------------------------------

_PICTURE_SHARING = Scenario(
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

# -- what is on the screen is kept, and goes to those who ask for it --------------------------------------------------

_SCREEN_RECORDING = Scenario(
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

# -- screen Capture and Multimedia Editing: what is on the screen, made into a picture to show ------------------------

_SCREEN_RECORDING_EDITING = Scenario(
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

SCENARIOS = (
    _CREATIVE_EDITING,
    _MEDIA_VIEWING,
    _PICTURE_SHARING,
    _SCREEN_RECORDING,
    _SCREEN_RECORDING_EDITING,
)
