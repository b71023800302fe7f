"""What CRAB's sub-tasks of Ubuntu share: its paths, and what the web has, which is what the setup says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from omnigym.benchmarks.crab.subtasks._values import choose_value
from omnigym.evaluation.checks.links import served_at
from omnigym.pictures import SCENES, is_picture
from omnigym.tasks.file_generation import text_about
from omnigym.tasks.subtask import MakeDir, Need, Resource, SetClipboard, SetupStep, WriteFile

__all__ = [
    "COPIED",
    "PICTURES",
    "SIMULATED",
    "UBUNTU",
    "at",
    "clipboard",
    "folder_of",
    "picture",
    "pictures",
    "put",
    "room",
    "served",
    "text_file",
]

#: What is the same for all of them.
UBUNTU: Mapping[str, object] = {"platforms": ("linux",), "capabilities": ("files", "apps", "a11y")}
COPIED: Mapping[str, Any] = {"platforms": ("linux",), "capabilities": ("clipboard", "files", "apps", "a11y")}
#: What only the simulated one has: the web, and GIMP.
SIMULATED: Mapping[str, object] = {"desktops": ("gnome",)}
_HOME = re.compile(r"^(?:~|/home/[\w.-]+)/")
PICTURES = tuple(sorted(SCENES))
_SENTENCE = "Three boats left the harbour at dawn."


def at(path: str) -> str:
    """A path of CRAB's files, whose home is a user's, as a portable one.

    >>> at("/home/crab/Pictures/a.jpg"), at("~/b.txt"), at("/etc/hosts")
    ('Pictures/a.jpg', 'b.txt', '/etc/hosts')
    """
    return _HOME.sub("", path)


def pictures(**paths: str) -> Mapping[str, object]:
    """Where pictures are and what each shows, by parameters: ``{"a": path}`` gives "a" and "a_scene"."""
    first = PICTURES.index(choose_value(PICTURES, *paths.values()))
    scenes = {f"{name}_scene": PICTURES[(first + n) % len(PICTURES)] for n, name in enumerate(paths)}
    return {**paths, **scenes}


def picture(name: str) -> Need:
    """A picture at the path in a parameter, made where no other sub-task makes it."""
    return Need(Resource("picture", f"{{{name}}}"), (WriteFile(f"{{{name}}}", f"{{{name}_scene}}"),))


def text_file(path: str, text: str) -> Need:
    """A text file, made where no other sub-task makes it."""
    return Need(Resource("file", path), (WriteFile(path, text),))


def clipboard(text: str = _SENTENCE) -> Need:
    """A text on the clipboard, where no other sub-task copies one."""
    return Need(Resource("clipboard_text", "any"), (SetClipboard(text=text),))


def folder_of(path: str) -> str:
    """The folder that a portable path is in; that of the user for a name alone.

    >>> folder_of("assets/new/a.txt"), folder_of("a.txt")
    ('assets/new', '.')
    """
    return path.rpartition("/")[0] or "."


def room(folder: str = "{folder}") -> Need:
    """The folder that something is put into, made where no other sub-task makes it."""
    return Need(Resource("folder", folder), (MakeDir(folder),))


def served(url: str) -> tuple[str, str]:
    """Where the content of an address is kept, and a text that describes a content of the address's extension."""
    place = served_at(url) or "AppData/Local/Sites/files.example.com/files/download.txt"
    return place, choose_value(PICTURES, url) if is_picture(place) else text_about(place, f"What there is at {url}.")


def put(place: str, content: str) -> SetupStep:
    """The setup step for what a site serves."""
    return WriteFile(place, content)
