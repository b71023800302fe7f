"""Getters of GIMP and VLC, of what is inside of presentations, and of the screen's and windows' sizes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from omnigym.benchmarks.osworld.scorer.registry import File, NotThereError, getter
from omnigym.documents.pptx_read import LinkedFile, pptx_background, pptx_pictures, pptx_sounds
from omnigym.errors import ConfigError
from omnigym.evaluation.probe import Probe

__all__ = [
    "audio_in_slide",
    "background_image_in_slide",
    "default_video_player",
    "gimp_config_file",
    "image_in_slide",
    "vlc_config",
    "vlc_playing_info",
    "vm_screen_size",
    "vm_wallpaper",
    "vm_window_size",
]

#: The folders of the programs' settings, below the home.
_GIMP = {"windows": "AppData/Roaming/GIMP/2.10", "linux": ".config/GIMP/2.10"}
_VLC = {"windows": "AppData/Roaming/vlc/vlcrc", "linux": ".config/vlc/vlcrc"}
#: Asks VLC's web interface, past any proxy. The password is that of the published tasks.
_STATUS = """
import base64, sys, urllib.request
asked = urllib.request.Request("http://127.0.0.1:8080/requests/status.xml")
asked.add_header("Authorization", "Basic " + base64.b64encode(b":password").decode())
opened = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=10)
sys.stdout.buffer.write(opened.read(1 << 20))
"""
#: Kinds of films that people have; the program that opens most of them is the default one.
_FILMS = (
    *("3gpp", "mp2t", "mp4", "mpeg", "ogg", "quicktime", "webm", "x-avi", "x-flv", "x-m4v", "x-matroska", "x-ms-asf"),
    *("x-ms-wmv", "x-msvideo", "x-theora"),
)
_NO_COMMAND = 127


def _file(probe: Probe, path: str, name: str) -> File:
    content = probe.read_file(path)
    if content is None:
        raise NotThereError(f"There is no file {path!r}.")
    return File(name, content, probe.native_path(path))


def _name(config: Mapping[str, object], usual: str) -> str:
    return PurePosixPath(str(config.get("dest") or usual)).name


# -- programs ---------------------------------------------------------------------------------------------------------


@getter("gimp_config_file")
def gimp_config_file(probe: Probe, config: Mapping[str, object]) -> File:
    """Return a file of GIMP's settings: ``file_name`` is "gimprc", "sessionrc"..."""
    name = str(config["file_name"])
    return _file(probe, f"{_folder(_GIMP, probe)}/{name}", _name(config, name))


@getter("vlc_config")
def vlc_config(probe: Probe, config: Mapping[str, object]) -> File:
    """Return the file of VLC's settings."""
    return _file(probe, _folder(_VLC, probe), _name(config, "vlcrc"))


def _folder(folders: Mapping[str, str], probe: Probe) -> str:
    if probe.platform not in folders:
        raise ConfigError(f"Expected a desktop of Linux or Windows, got {probe.platform!r}. Play this task there.")
    return folders[probe.platform]


@getter("vlc_playing_info")
def vlc_playing_info(probe: Probe, config: Mapping[str, object]) -> File:
    """Return VLC's description of what it plays: the ``status.xml`` of its web interface, read on the device."""
    python = "python" if probe.platform == "windows" else "python3"
    code, out, _ = probe.run((python, "-c", _STATUS))
    if code == _NO_COMMAND:
        raise ConfigError(f"Asking VLC what it plays needs {python} on the device, which has none. Install it there.")
    if code != 0 or not out:
        raise NotThereError("VLC does not run, or does not answer.")
    return File(_name(config, "status.xml"), out)


@getter("default_video_player")
def default_video_player(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the program that opens most kinds of films, by its desktop file ("vlc.desktop"), or "unknown"."""
    if probe.platform != "linux":
        raise ConfigError(f"Expected a desktop of Linux, got {probe.platform!r}. Play this task there.")
    asked = " ".join([f"video/{kind}" for kind in _FILMS])
    code, out, _ = probe.run(("sh", "-c", f"for kind in {asked}; do xdg-mime query default $kind || exit; done"))
    if code == _NO_COMMAND:
        raise ConfigError("Asking for the default player needs xdg-mime on the device, which lacks it. Install it.")
    players = Counter(out.decode("utf-8", "replace").split())
    return players.most_common(1)[0][0] if players else "unknown"


# -- what is inside of presentations ----------------------------------------------------------------------------------


def _presentation(probe: Probe, config: Mapping[str, object]) -> File:
    return _file(probe, str(config["ppt_file_path"]), "deck.pptx")


@getter("image_in_slide")
def image_in_slide(probe: Probe, config: Mapping[str, Any]) -> File:
    """Return the first picture on slide ``slide_index`` of the presentation ``ppt_file_path``."""
    page = int(config["slide_index"])
    found = [p.content for p in pptx_pictures(_presentation(probe, config).content) if p.page == page]
    if not found:
        raise NotThereError(f"There is no picture on slide {page}.")
    return File(_name(config, "picture"), found[0])


@getter("audio_in_slide")
def audio_in_slide(probe: Probe, config: Mapping[str, Any]) -> File:
    """Return the first sound of slide ``slide_index`` of the presentation ``ppt_file_path``, in it or beside it."""
    page = int(config["slide_index"])
    found = pptx_sounds(_presentation(probe, config).content, page)
    return _linked(probe, config, found[0] if found else None, f"sound on slide {page}")


@getter("background_image_in_slide")
def background_image_in_slide(probe: Probe, config: Mapping[str, Any]) -> File:
    """Return the picture behind slide ``slide_index`` of the presentation ``ppt_file_path``, in it or beside it."""
    page = int(config["slide_index"])
    return _linked(
        probe, config, pptx_background(_presentation(probe, config).content, page), f"picture behind slide {page}"
    )


def _linked(probe: Probe, config: Mapping[str, object], found: LinkedFile | None, what: str) -> File:
    """A file that a slide uses, from the presentation or from the device."""
    if found is None:
        raise NotThereError(f"There is no {what}.")
    if found.content is not None:
        return File(_name(config, found.target), found.content)
    address = urlsplit(found.target)
    if address.scheme not in ("", "file") or address.netloc not in ("", "localhost"):
        raise NotThereError(f"The {what} is not on the device.")
    path = unquote(address.path)
    if not path.startswith("/"):  # it is told from the folder of the presentation
        path = str(PurePosixPath(str(config["ppt_file_path"])).parent / path)
    return _file(probe, path, _name(config, path))


# -- the screen -------------------------------------------------------------------------------------------------------


@getter("vm_wallpaper")
def vm_wallpaper(probe: Probe, config: Mapping[str, object]) -> File:
    """Return the picture that is the desktop's background."""
    path = probe.setting("wallpaper")
    if not path or ("/" not in path and "." not in path):  # the name of one that comes with the device
        raise NotThereError("The background is no picture of a file.")
    return _file(probe, path, _name(config, path))


@getter("vm_screen_size")
def vm_screen_size(probe: Probe, _config: Mapping[str, object]) -> dict[str, int]:
    """Return the ``width`` and ``height`` of the screen in pixels."""
    height, width = probe.screenshot().shape[:2]
    return {"width": int(width), "height": int(height)}


@getter("vm_window_size")
def vm_window_size(probe: Probe, config: Mapping[str, object]) -> dict[str, int]:
    """Return the ``width`` and ``height`` of the frontmost window of the application ``app_class_name``."""
    name = str(config["app_class_name"]).casefold()
    for window in probe.windows():
        if window.app.casefold() == name and not window.minimised:
            return {"width": window.bounds[2], "height": window.bounds[3]}
    raise NotThereError(f"There is no window of {config['app_class_name']!r}.")
