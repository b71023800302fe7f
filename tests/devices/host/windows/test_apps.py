"""The table of Windows's applications: no Windows is needed."""

from __future__ import annotations

import re

import pytest

from omnigym.devices.host.windows.apps import app_for, definitions
from omnigym.errors import ConfigError


def test_every_row_is_whole() -> None:
    assert list(definitions()) == sorted(definitions())
    for app in definitions().values():
        assert app.variants and app.category and app.title
        for variant in app.variants:
            assert variant.argv and variant.classes and variant.on in ("", "windows", "wine")
            for pattern in (variant.window, variant.document):
                assert not pattern or re.compile(pattern).groups <= 1


@pytest.mark.parametrize(
    ("app", "on", "title", "shown"),
    [
        ("text_editor", "", "*notes.txt - Notepad", "notes.txt"),
        ("file_manager", "wine", "Taxes", "Taxes"),
        ("file_manager", "windows", r"C:\Users\u", r"C:\Users\u"),
        ("wordpad", "wine", "a.rtf - Wine Wordpad", "a.rtf"),
        ("terminal", "windows", "anything", ""),
    ],
)
def test_titles_tell_what_is_shown(app: str, on: str, title: str, shown: str) -> None:
    (variant,) = [v for v in definitions()[app].variants if v.on == on]
    assert variant.shows(title) == shown


def test_what_opens_a_file() -> None:
    assert app_for(r"C:\a\b.TXT", definitions()) == "text_editor"
    with pytest.raises(ConfigError, match="not installed"):
        app_for("a.rtf", ())
    with pytest.raises(ConfigError, match="no-such-kind"):
        app_for("a.no-such-kind", definitions())
