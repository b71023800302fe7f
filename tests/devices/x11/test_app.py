from __future__ import annotations

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.devices.x11.app import definitions
from omnigym.devices.x11.settings import channel


@pytest.mark.parametrize(
    ("app", "title", "document"),
    [
        ("text_editor", "/home/user/Documents/a.txt - Mousepad", "/home/user/Documents/a.txt"),
        ("text_editor", "*~/a b.txt - Mousepad", "/home/user/a b.txt"),
        ("text_editor", "Untitled 1 - Mousepad", ""),
        ("file_manager", "~ - Thunar", "/home/user"),
        ("terminal", "Terminal - ", ""),
        ("gimp", "*/home/user/Pictures/a b.xcf – GIMP", "/home/user/Pictures/a b.xcf"),
        ("gimp", "[/home/user/Pictures/a] (imported) – GIMP", ""),
        ("vlc", "a.ogg - VLC media player", "a.ogg"),
    ],
)
def test_the_title_tells_the_document(app: str, title: str, document: str) -> None:
    assert definitions()[app].document(title, "/home/user") == document


def test_every_definition_is_complete() -> None:
    apps = definitions().values()
    assert len({app.wm_class for app in apps}) == len(apps)
    for app in apps:
        assert app.argv and bool(app.package) != bool(app.install) and app.ready, app.name
        assert "window" in app.keys, app.name
        assert not any(path.startswith("/") for path in app.settings), app.name


def test_a_channel_has_each_property_in_its_place() -> None:
    path, text = channel("xsettings", [("Net/ThemeName", "string", "A"), ("Net/Blink", "bool", "false")])
    assert path.endswith("/xsettings.xml")
    assert text.count('name="Net"') == 1
    assert text.count("</property>") == 1
