"""Metrics of Impress's settings and window."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.errors import UnreadableError

_START, _SAVE = "/org.openoffice.Office.Impress/Misc/Start", "/org.openoffice.Office.Common/Save/Document"


def _xcu(*items: tuple[str, str, str]) -> File:
    said = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in items
    )
    root = f'<oor:items xmlns:oor="http://openoffice.org/2001/registry">{said}</oor:items>'
    return File("registrymodifications.xcu", f'<?xml version="1.0" encoding="UTF-8"?>\n{root}'.encode())


_EVERY_3, _OFF = (_SAVE, "AutoSaveTimeIntervall", "3"), (_SAVE, "AutoSave", "false")
CASES: list[tuple[str, tuple[Any, ...], Any, list[Any]]] = [
    (
        "check_presenter_console_disable",
        (),
        _xcu((_START, "EnablePresenterScreen", "false")),
        [
            _xcu(),
            _xcu((_START, "EnablePresenterScreen", "true")),
            _xcu((_SAVE, "EnablePresenterScreen", "false")),
            _xcu((_START, "EnablePresenterScreen", "false"), (_START, "EnablePresenterScreen", "true")),
        ],
    ),
    (
        "check_auto_saving_time",
        ({"minutes": 3},),
        _xcu((_SAVE, "AutoSave", "true"), _EVERY_3),
        [_xcu(), _xcu((_SAVE, "AutoSaveTimeIntervall", "30")), _xcu(_EVERY_3, _OFF), _xcu((_START, *_EVERY_3[1:]))],
    ),
    (
        "check_left_panel",
        (),
        '<desktop-frame><document-frame name="Slides View"/></desktop-frame>',
        [
            "<desktop-frame/>",
            '<desktop-frame><document-frame name="Slides"/></desktop-frame>',
            '<desktop-frame><label name="Slides View"/></desktop-frame>',
        ],
    ),
]


@pytest.mark.parametrize(("name", "rules", "right", "wrong"), CASES, ids=[c[0] for c in CASES])
def test_settings_and_window(name: str, rules: tuple[Any, ...], right: Any, wrong: list[Any]) -> None:
    assert get_metric(name)(right, *rules) == 1
    assert [get_metric(name)(value, *rules) for value in wrong] == [0] * len(wrong)


@pytest.mark.parametrize("content", [b"", b"<a>", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', b"<a>" * 200])
def test_damaged_settings(content: bytes) -> None:
    with pytest.raises(UnreadableError):
        get_metric("check_presenter_console_disable")(File("x.xcu", content))
