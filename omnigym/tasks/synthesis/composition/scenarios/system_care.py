"""System Management: folders, settings, programs."""

from __future__ import annotations

from omnigym.tasks.synthesis.composition.plots import Intent, Scenario, step
from omnigym.tasks.synthesis.composition.strands import FOLDER
from omnigym.tasks.synthesis.composition.topics import CLUB, HOME, STUDY, WORK

__all__ = ["SCENARIO"]

_LOOKS = (
    step("accent", "settings/accent settings/mode-and-accent"),
    step("zone", "settings/time-zone control/formats"),
    step("switch", "settings/switch"),
    step("sound", "settings/volume settings/brightness"),
    step("sleep", "settings/screen-off settings/power-mode control/power-plan"),
)

_QUIET = {
    "state": "on",
    "feature": "do not disturb",
    "setting": "notifications.do_not_disturb",
    "top": "system",
    "page": "notifications",
    "key": "do_not_disturb",
}

SCENARIO = Scenario(
    name="System Care",
    place=7,
    categories=("System Management",),
    intents=(
        Intent(
            name="folders",
            persona="Somebody who cannot work on an untidy disk",
            want="Put the files of {topic} in order",
            stories=(*HOME, *STUDY, *WORK),
            steps=(
                *FOLDER,
                step("inner", "files/create-folder", folder="{folder}/{subfolder}", name="Old"),
                step("moved", "files/move", "folder", folder="{folder}", destination="{folder}/{subfolder}"),
                step(
                    "copied",
                    "files/copy",
                    "folder",
                    folder="{folder}",
                    destination="{folder}/{subfolder}",
                    name="{stem}-list.txt",
                ),
                step(
                    "old",
                    "files/move",
                    "inner",
                    folder="{folder}",
                    destination="{folder}/{subfolder}/Old",
                    name="{stem}-2024.txt",
                ),
                step("text", "text/write-file", name="{stem}-index.txt"),
                step("empty", "files/create-text-document", name="{stem}-ideas.txt"),
                step("renamed", "files/rename", folder="{spare}", name="untitled.txt", new_name="{stem}-final.txt"),
                step("gone", "files/delete", folder="{spare}", name="{stem}-draft.txt"),
                step("zip", "7-zip/add", "moved|text|copied"),
                step("snapped", "windows/snap", "folder"),
                step("sent", "mail/send-file", "moved|copied|text|zip"),
            ),
            core=("folder",),
        ),
        Intent(
            name="computer-ready",
            persona="Somebody who lends the computer to those who speak",
            want="Get the computer ready for {topic}",
            stories=(*WORK, *CLUB),
            steps=(
                step("account", "control/add-user"),
                step("quiet", "settings/switch", **_QUIET),
                step("sound", "settings/volume"),
                step("bright", "settings/brightness"),
                step("awake", "settings/screen-off control/power-plan"),
                step("folder", "files/create-folder"),
                step("readme", "text/write-file", name="{stem}-readme.txt"),
                step("slides", "powerpoint/title-deck"),
                step("copied", "files/copy", "slides|readme"),
                step("told", "mail/send"),
                step("waiting", "mail/flag-sent", "told"),
            ),
            core=("account", "quiet", "folder"),
        ),
        Intent(
            name="own-way",
            persona="Somebody who sits at a new computer",
            want="Set up this computer the way I like it",
            stories=CLUB,
            steps=(
                *_LOOKS,
                step("name", "settings/display-name"),
                step("program", "store/install"),
                step("wish", "store/wish"),
                step("away", "settings/uninstall control/uninstall"),
                step("picture", "paint/fill", name="my colour.png"),
                step("background", "settings/background-photo", "picture"),
                step("photo", "settings/profile-photo", name="me.jpg"),
            ),
            core=("accent", "zone", "name"),
        ),
        Intent(
            name="looks",
            persona="Somebody who wants to see it every day",
            want="Let the computer look like {topic}",
            stories=CLUB,
            steps=(
                step("drawing", "paint/draw-shape paint/fill"),
                step("background", "settings/background-photo", "drawing"),
                step("profile", "settings/profile-photo", "drawing"),
                step("accent", "settings/accent"),
                step("keep", "files/copy", "drawing"),
                step("sent", "mail/send-file skype/send-file", "drawing"),
            ),
            core=("background", "profile"),
        ),
    ),
)
