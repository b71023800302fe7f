"""The table of file types, and that the file manager goes by it."""

from __future__ import annotations

from collections.abc import Collection

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.app import definitions
from omnigym.devices.x11.device import X11Device
from omnigym.devices.x11.file_types import app_for, mimeapps
from omnigym.errors import ConfigError


@pytest.mark.parametrize(
    ("name", "apps", "app"),
    [
        ("Documents/report.DOCX", ["gimp", "writer"], "writer"),
        ("a.png", ["gimp", "image_viewer"], "image_viewer"),
        ("a.png", ["gimp"], "gimp"),
        ("archive.tar.txt", ["text_editor"], "text_editor"),
        ("~/Books/a.epub", ["foliate"], "foliate"),
    ],
)
def test_the_first_that_is_there_opens_it(name: str, apps: Collection[str], app: str) -> None:
    assert app_for(name, apps) == app


@pytest.mark.parametrize(
    ("name", "problem"), [("a.docx", "'a.docx' is opened by writer"), ("a.what", "No application"), ("txt", "No app")]
)
def test_it_says_why_none_does(name: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        app_for(name, ["text_editor"])


def test_the_desktop_reads_the_same_table() -> None:
    lines = mimeapps(["image_viewer", "gimp", "text_editor"]).splitlines()
    assert "image/png=org.xfce.ristretto.desktop;gimp.desktop;" in lines
    assert "image/x-xcf=gimp.desktop;" in lines
    assert not any("writer" in line for line in lines)
    every = mimeapps(definitions())
    assert all(line.endswith(".desktop;") for line in every.splitlines()[1:])


@pytest.mark.x11
def test_the_file_manager_goes_by_it() -> None:
    device = X11Device()
    try:
        device.reset()
        code, out, _ = device.run(["gio", "mime", "image/png"])
        assert code == 0
        assert b"Default application for \xe2\x80\x9cimage/png\xe2\x80\x9d: org.xfce.ristretto.desktop" in out
        assert device.app_for("Pictures/a.png") == "image_viewer"
    finally:
        device.close()
