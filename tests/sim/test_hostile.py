"""What somebody types, pastes and leaves in files who means harm: the simulated apps show what the real ones show."""

from __future__ import annotations

import random

import pytest

from omnigym.a11y import Role, State
from omnigym.actions import Click, OpenApp, Press, Type
from omnigym.devices.protocol import ClipboardContent, Platform
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.fuzz import Explorer, spoil
from omnigym.documents.sheets import read_csv

#: An entry in a cell, and what the cell shows then.
ENTRIES = {
    "=ROUND(1.5,400)": "1.5",
    "=ROUND(1234.5,-400)": "0",
    "=1E400": "#NUM!",
    "=9^999": "#NUM!",
    "=-1E308*10": "#NUM!",
    "=1E308+1E308": "#NUM!",
    "=SUM(1E308,9E307,9E307)": "#NUM!",
    "=1/0": "#DIV/0!",
    "=0^-1": "#DIV/0!",
    "=POWER(-8,1/3)": "#NUM!",
    "=A1:A3": "#VALUE!",
    '="a"+1': "#VALUE!",
    '="nan"+1': "#VALUE!",
    "=" + "1+" * 2999 + "1": "3000",
    "=" + "-" * 50 + "1": "1",
    "=1" + "%" * 300: "0",
    "=ZZZ9999999": "0",
    "=nowhere!A1": "#REF!",
    "1E400": "1E400",
    "nan": "nan",
}


@pytest.fixture(scope="module")
def desktop() -> SimDevice:
    return SimDevice()


def _window_text(device: SimDevice) -> str:
    return " ".join(f"{n.name} {n.value}" for n in device.tree().nodes)


def test_cells_show_what_excel_shows(desktop: SimDevice) -> None:
    desktop.reset(0)
    desktop.write_file("Documents/a.csv", b"")
    desktop.launch("excel", "Documents/a.csv")
    for entry in ENTRIES:
        desktop.act(Type(f"{entry}\n"))
    desktop.act(Press("s", ("ctrl",)))
    shown = read_csv(desktop.read_file("Documents/a.csv").decode())
    assert [str(row[0].content) if row else "" for row in shown.rows] == [
        str(read_csv(f'"{value}"').rows[0][0].content) for value in ENTRIES.values()
    ]


@pytest.mark.parametrize("entry", ["=" + "(" * 500 + "1", "=" + "1+" * 4990 + "1", "=" + "-" * 500 + "1", "=1+"])
def test_what_is_no_formula_is_said_and_stays_in_the_cell(desktop: SimDevice, entry: str) -> None:
    desktop.reset(0)
    desktop.act(OpenApp("excel"))
    desktop.act(Type(f"{entry}\n"))
    assert "There's a problem with this formula" in _window_text(desktop)


@pytest.mark.parametrize(
    ("app", "path", "said"),
    [
        ("word", "Documents/a.docx", "Word experienced an error trying to open the file"),
        ("excel", "Documents/a.xlsx", "Excel cannot open the file"),
    ],
)
@pytest.mark.parametrize("content", [b"PK\x03\x04half", b"\xff" * 1000], ids=["half", "none"])
def test_a_damaged_document_is_said(desktop: SimDevice, app: str, path: str, said: str, content: bytes) -> None:
    desktop.reset(0)
    desktop.write_file(path, content)
    desktop.launch(app, path)
    assert said in _window_text(desktop)


def test_a_mail_of_broken_utf_16_is_shown(desktop: SimDevice) -> None:
    desktop.reset(0)
    desktop.write_file(
        "AppData/Local/Mail/Inbox/broken.eml",
        b"From: =?utf-16le?b?ANg=?= <a@b.org>\nSubject: =?utf-16le?b?ANg=?= Boats\n"
        b"Date: Fri, 14 Mar 2025 09:00:00 +0000\nContent-Type: text/plain; charset=utf-16le\n\n\x00\xd8a\x00\n",
    )
    desktop.act(OpenApp("mail"))
    rows = [n for n in desktop.tree().nodes if n.role is Role.LIST_ITEM and "Boats" in n.name]
    assert rows
    x, y, w, h = rows[0].bounds
    desktop.act(Click(((x + w / 2) / desktop.size[0], (y + h / 2) / desktop.size[1])))
    assert desktop.screenshot() is not None
    desktop.act(Press("r", ("ctrl",)))
    desktop.act(Press("s", ("ctrl",)))
    assert desktop.screenshot() is not None
    assert desktop.tree().to_json().encode()


@pytest.mark.parametrize(
    "text",
    ["x" * 1_000_000, "a\ud800b", "a\0b\x1b\u202e\ufffe\U0010ffff", "e" + "\u0301" * 20_000, "=" + "'" * 20_000],
    ids=["long", "half a pair", "no characters", "marks", "quotes"],
)
@pytest.mark.parametrize("app", ["notepad", "word", "excel", "browser", "file_manager", "mail"])
def test_whatever_is_pasted_can_be_shown(desktop: SimDevice, app: str, text: str) -> None:
    desktop.reset(0)
    desktop.act(OpenApp(app))
    desktop.set_clipboard(ClipboardContent(text=text))
    fields = [n for n in desktop.tree().nodes if n.has(State.EDITABLE)]
    if fields:
        x, y, w, h = fields[0].bounds
        desktop.act(Click(((x + w / 2) / desktop.size[0], (y + h / 2) / desktop.size[1])))
    for action in (Press("v", ("ctrl",)), Press("enter"), Press("s", ("ctrl",)), Type("z\n")):
        desktop.act(action)
        assert desktop.tree().to_json().encode()


@pytest.mark.parametrize("platform", ["windows", "android"])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_is_done_with_damaged_files_raises(platform: Platform, seed: int) -> None:
    device = SimDevice((640, 480) if platform == "windows" else (270, 600), platform=platform, scale=0.75)
    device.reset(seed)
    assert spoil(device, random.Random(seed))
    explorer = Explorer(device, seed, hostile=True)
    for _ in range(120):
        device.act(explorer.action())
        device.tree()
    assert device.screenshot() is not None
