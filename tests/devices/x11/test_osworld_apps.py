"""GIMP, VLC, Thunderbird, Foliate and VS Code open a document and can be worked; LibreOffice has one profile."""

from __future__ import annotations

import io
import json
import shutil
import wave
import zipfile
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import Node, Role
from omnigym.actions import Click, Press, Type, Wait
from omnigym.devices.x11.code_server import INSTALL, LAUNCHER, launcher_text
from omnigym.devices.x11.device import X11Device

pytestmark = pytest.mark.x11

_ASK_VLC = """
import urllib.request
request = urllib.request.Request("http://127.0.0.1:8080/requests/status.json")
request.add_header("Authorization", "Basic OnBhc3N3b3Jk")
print(urllib.request.urlopen(request, timeout=5).read().decode())
"""
_MAIL = b"""From - Fri Nov 20 10:00:00 2026
From: Dana Lee <dana@example.org>
To: Alex Morgan <alex.morgan@example.org>
Subject: Lunch on Friday
Date: Fri, 20 Nov 2026 10:00:00 +0000
Message-ID: <1@example.org>

Shall we?

"""


@pytest.fixture
def device() -> Iterator[X11Device]:
    device = X11Device()
    device.reset()
    yield device
    device.close()


def _need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


def _click(device: X11Device, role: Role, text: str) -> None:
    node = device.tree().find(role, text=text)
    assert node is not None, [n.text for n in device.tree()]
    x, y = node.center
    device.act(Click((x / device.size[0], y / device.size[1])))


def _seen(device: X11Device, role: Role, text: str) -> Node | None:
    """A node, once it is there: what an application reads from a disk may come after it has come to rest."""
    for _ in range(20):
        if (node := device.tree().find(role, text=text)) is not None:
            return node
        device.act(Wait(0.1))
    return None


def test_gimp_opens_a_picture(device: X11Device) -> None:
    _need("gimp")
    png = io.BytesIO()
    Image.fromarray(np.full((60, 80, 3), 200, np.uint8)).save(png, "PNG")
    device.write_file("Pictures/flat.png", png.getvalue())
    device.launch("gimp", "Pictures/flat.png")
    (window,) = device.windows()
    assert window.app == "gimp"
    assert "Pictures/flat" in window.title
    _click(device, Role.MENU_ITEM, "Image")
    assert device.tree().find(Role.MENU_ITEM, text="Flatten Image") is not None


def test_vlc_plays_a_sound(device: X11Device) -> None:
    _need("vlc")
    sound = io.BytesIO()
    with wave.open(sound, "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(2 * 8000 * 60))
    device.write_file("Music/long.wav", sound.getvalue())
    device.launch("vlc", "Music/long.wav")
    assert device.windows()[0].document == device.native_path("Music/long.wav")
    device.act(Press("space"))
    code, out, _ = device.run(["python3", "-c", _ASK_VLC])
    assert code == 0
    assert json.loads(out)["state"] == "paused"


def test_thunderbird_shows_a_local_mail(device: X11Device) -> None:
    _need("thunderbird")
    device.write_file(".thunderbird/desktop.default-release/Mail/Local Folders/Inbox", _MAIL)
    device.launch("thunderbird")
    _click(device, Role.TREE_ITEM, "Local Folders")
    device.act(Press("right"))
    _click(device, Role.TREE_ITEM, "Inbox")
    assert _seen(device, Role.LIST_ITEM, "Lunch on Friday") is not None


def test_foliate_reads_a_book(device: X11Device) -> None:
    _need("foliate")
    device.write_file("Documents/short.epub", _book())
    device.launch("foliate", "Documents/short.epub")
    assert device.windows()[0].title == "The Short Book"
    assert _seen(device, Role.TEXT, "Chapter One") is not None


def test_libreoffice_has_one_profile_at_the_usual_path(device: X11Device) -> None:
    """So a program that an agent starts from a terminal has it too, and settings that the agent edits count."""
    _need("localc")
    _need("lowriter")
    registry = ".config/libreoffice/4/user/registrymodifications.xcu"
    given = device.read_file(registry)
    assert given.count(b"</oor:items>") == 1 and b"SpreadsheetDocument" in given and b"TextDocument" in given
    autosave = '<prop oor:name="AutoSaveTimeIntervall" oor:op="fuse"><value>3</value></prop>'
    item = f'<item oor:path="/org.openoffice.Office.Common/Save/Document">{autosave}</item>'
    device.write_file(registry, given.replace(b"</oor:items>", item.encode() + b"</oor:items>"))
    device.launch("writer")
    device.run(["sh", "-c", "echo a,b > ~/a.csv; setsid --fork localc ~/a.csv"])
    _seen(device, Role.DIALOG, "Text Import")
    _, found, _ = device.run(["sh", "-c", "ls -d ~/.config/libre*/*; pgrep -c soffice.bin"])
    assert found.decode().split() == [device.native_path(".config/libreoffice/4"), "1"]
    for window in device.windows():
        device.close_window(window.id)
    for _ in range(20):
        if device.run(["pgrep", "soffice.bin"])[0]:
            break
        device.act(Wait(0.2))
    assert b"AutoSaveTimeIntervall" in device.read_file(registry)


def test_visual_studio_code_edits_files_of_a_folder(device: X11Device) -> None:
    """Without a network; its settings and extensions lie at the usual paths."""
    if "code_editor" not in device.apps():
        pytest.skip("code-server is not installed")
    if LAUNCHER.read_text("utf-8") != launcher_text():
        pytest.skip(f"code-server is of an older omnigym: {INSTALL}")
    device.write_file("project/a.txt", b"one")
    device.write_file(".config/Code/User/settings.json", b'{"files.autoSave": "off", "workbench.colorTheme": "Red"}')
    device.launch("code_editor", "project")
    (window,) = device.windows()
    assert (window.app, window.title) == ("code_editor", "project - code-server")
    code, said, _ = device.run(["sh", "-c", "code --list-extensions; code ~/project/a.txt"], 60.0)
    assert (code, said) == (0, b"")
    for _ in range(40):
        if device.windows()[0].document:
            break
        device.act(Wait(0.5))
    assert [w.document for w in device.windows()] == [device.native_path("project/a.txt")]
    device.act(Press("end", ("ctrl",)))
    device.act(Type(" two"))
    device.act(Press("s", ("ctrl",)))
    for _ in range(20):
        if device.read_file("project/a.txt") == b"one two":
            break
        device.act(Wait(0.2))
    assert device.read_file("project/a.txt") == b"one two"


def _book() -> bytes:
    """An electronic book of one chapter."""
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">short</dc:identifier>'
        "<dc:title>The Short Book</dc:title><dc:language>en</dc:language></metadata><manifest>"
        '<item id="n" href="n.ncx" media-type="application/x-dtbncx+xml"/>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine toc="n"><itemref idref="a"/></spine></package>'
    )
    contents = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle><text>x</text></docTitle>'
        '<navMap><navPoint id="p" playOrder="1"><navLabel><text>Chapter One</text></navLabel><content src="a.xhtml"/>'
        "</navPoint></navMap></ncx>"
    )
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><h1>Chapter One</h1></body></html>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as book:
        for name, text in {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "book.opf": package,
            "n.ncx": contents,
            "a.xhtml": page,
        }.items():
            book.writestr(name, text)
    return made.getvalue()
