"""Multimedia Playback: music, films and pictures, looked at and shared."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import STICKY, pasted, shown
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, TRAVEL

__all__ = ["SCENARIO"]

_SONGS = (
    step("playlist", "spotify/make-playlist"),
    step("liked", "spotify/like"),
    step("followed", "spotify/follow"),
    step("song-link", "spotify/copy-link"),
)

SCENARIO = Scenario(
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
