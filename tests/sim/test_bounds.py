"""What an agent types and opens is bounded: an action ends soon, raises nothing, and the app still answers."""

from __future__ import annotations

import io
import json
import random
import re
import resource
import time
import zipfile
from collections.abc import Callable, Iterable

import pytest
from PIL import Image

from omnigym.a11y import Role
from omnigym.actions import MAX_TYPED, Action, Click, OpenApp, Press, Type, Wait
from omnigym.devices.protocol import ClipboardContent, Platform
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.programs import GRAMMARS, PLACES, deeds
from omnigym.errors import ActionError

pytestmark = pytest.mark.usefixtures("no_collection")

#: CPU seconds, of which 2 are promised (a loaded machine counts twice as many), and megabytes.
SECONDS, MEGABYTES = 5.0, 500
#: What is typed at the prompt of a PowerShell.
LINES = {
    "no end": "while(1){}",
    "a shared list as a text": '$a=,1; 1..18 | % { $a=$a,$a }; "$a"; $a -join ","',
    "copies of a text": "$a='x'*100000; $l=,$a*9999; $l -join ''",
    "a long replacement": "$s='a'*200000; $s -replace 'a',('b'*200000); 1..50 | % { $s -replace '.','bb' }",
    "a format of many places": "('{0}'*60000) -f ('x'*100000); ('{0,999}'*20000) -f 1",
    "Replace": "$s='a'*100000; $s.Replace('a',$s)",
    "launches": "1..5000 | % { start notepad }",
    "infinite numbers": '1e308*10%3; "{0:D}" -f 1e400; (Get-Date).AddDays(1e308*10-1e308*10)',
    "deep folders": "1..3000 | % { mkdir d | Out-Null; cd d }",
    "a long path": "mkdir ('a\\'*900)",
    "a large class": "('a'*5000) -match ('['+('b'*190000)+']')",
    "many groups": "('a'*9000) -replace ('()'*90+'a'),'x'",
    "variables that last": "1..150 | % { Set-Variable \"w$_\" ('x'*199990+$_) }",
    "output in pieces": "while(1){ Write-Host -NoNewline x }",
    "lines": "1\n" * 2500,
    "a block of many lines": "{\n" + "1\n" * 2500 + "}\n",
}
#: What is typed into an app.
TYPED = {
    "notepad": ("text_editor", "ab\n" * 3000),
    "ends of lines": ("text_editor", "\n" * MAX_TYPED),
    "word": ("word", "ab\n" * 3000),
    "excel": ("excel", "1\n" * 5000),
    "calendar": ("calendar", "ab\n\t" * 2500),
}

_V, _DOWN, _HOME = Press("v", ("ctrl",)), Press("down"), Press("home", ("ctrl",))
_AGAIN, _COLUMN = Press("v", ("ctrl",), 1000), Press("space", ("ctrl",))
#: What wears an app out: a platform, an app, what is on the clipboard, and actions, of which each took seconds.
WORN: dict[str, tuple[Platform, str, str, tuple[Action, ...]]] = {
    "sums of sums": ("windows", "excel", "".join(f"=SUM(A$1:A{n})\n" for n in range(1, 999)), (_DOWN, _V)),
    "a chain that changes": (
        *("windows", "excel", "".join(f"=A{n}+1\n" for n in range(1, 999))),
        (_DOWN, _V, _HOME, Type("1\n"), _HOME, Type("1\n" * 200)),
    ),
    "sums that change": ("linux", "calc", "=SUM(B$1:B$999)\n" * 600, (_V, Press("right"), Type("1\n" * 200))),
    "products": ("windows", "excel", "=SUMPRODUCT(A$1:A$999,A$1:A$999,A$1:A$999)\n" * 999, (Press("right"), _V) * 2),
    "a long formula in a column": (
        *("windows", "excel", "\n".join(["=1" + "+B1" * 2000, *["\t1"] * 999])),
        (_V, _HOME, _COLUMN, Press("d", ("ctrl",))),
    ),
    "rows, pasted again": ("windows", "excel", "1\n" * 50_000, (_AGAIN,)),
    "blank rows, pasted again": ("linux", "calc", "\n" * 80_000, (_AGAIN,)),
    "looks of a column": ("windows", "excel", "1\n" * 999, (_V, _COLUMN, Press("b", ("ctrl",), 1000))),
    "slides full of text": ("windows", "powerpoint", "x" * 80_000, (_AGAIN,)),
    "tables of many rows": ("windows", "powerpoint", "a\tb\n" * 20_000, (_AGAIN,)),
    "files": ("windows", "code_editor", "", (Press("n", ("ctrl",), 1000),)),
    "pages": ("windows", "onenote", "", (Press("n", ("ctrl",), 1000),)),
    "a line as long as a book": ("windows", "wikipedia", "x" * 80_000, (_AGAIN,)),
    "places of a search": ("windows", "windows_maps", "ab c\n" * 16_000, (_AGAIN, Press("enter", (), 1000))),
    "a full text": ("windows", "text_editor", "\n" * 100_000, (_AGAIN, Press("enter", (), 1000))),
    "searches": (
        *("windows", "text_editor", "ab\n" * 33_000),
        (_V, Press("f", ("ctrl",)), Type("a"), Press("f3", (), 1000)),
    ),
    "a long text, searched": (
        *("windows", "word", "ab\n" * 33_000),
        (_V, Press("h", ("ctrl",)), Type("c" * 9000), Press("enter", (), 1000)),
    ),
}
#: What is done to a file in vim: its lines, and keys.
VIM = {
    "one long line": ("x" * 10_000_000, "ix\x1b" + "x" * 9000),
    "searches": ("\n".join(["ab" * 4500] * 50), "/a\n" + "n" * 5000),
    "a replacement that grows": ("\n".join(["a" * 900] * 500), ":%s/a/" + "b" * 400 + "/g\n" + "u:%s/a/bb/g\n" * 400),
    "nothing to replace": ("\n".join(["a" * 9000] * 50), ":%s/a*a*b/b/g\n" * 300),
    "words": ("\n".join(["ab " * 3000] * 50), "999w999b" * 500),
    "lines that are copied": ("\n".join(["x" * 99] * 4000), "ggyGGp" * 1500),
    "counts": ("a\nb", "999999999ix\x1b999999999p:999999999\n999999999ddqa@a"),
}


@pytest.fixture(scope="module")
def desktop() -> SimDevice:
    return SimDevice()


@pytest.fixture
def prompt(desktop: SimDevice) -> SimDevice:
    desktop.reset(0)
    desktop.act(OpenApp("powershell_ise"))
    desktop.act(Press("d", ("ctrl",)))
    return desktop


def _seconds(device: SimDevice, text: str) -> float:
    begun = time.process_time()
    device.act(Type(text))
    return time.process_time() - begun


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_of_powershell_ends_and_the_prompt_answers(prompt: SimDevice, line: str) -> None:
    assert _seconds(prompt, f"{line}\n") < SECONDS
    prompt.act(OpenApp("powershell_ise"))
    prompt.act(Press("c", ("ctrl",)))
    prompt.act(Type("'al'+'ive'\n"))
    assert any("alive" in n.value for n in prompt.tree().nodes)


@pytest.mark.parametrize(("app", "text"), TYPED.values(), ids=TYPED)
def test_long_texts_are_typed_at_once(desktop: SimDevice, app: str, text: str) -> None:
    desktop.reset(0)
    desktop.act(OpenApp(app))
    assert _seconds(desktop, text) < SECONDS
    desktop.act(Type("z"))


def test_lines_typed_at_once_are_those_typed_one_by_one(desktop: SimDevice) -> None:
    seen = []
    for pieces in (["a\nb\tc\n\nd"], list("a\nb\tc\n\nd")):
        desktop.reset(0)
        desktop.act(OpenApp("text_editor"))
        for piece in pieces:
            desktop.act(Type(piece))
        seen.append([n.name for n in desktop.tree().nodes if n.key.startswith("notepad.text.")])
    assert seen[0] == seen[1] == ["a", "b\tc", "", "d"]


def _most(device: SimDevice, actions: Iterable[Action]) -> tuple[float, int]:
    """The most seconds of CPU, and megabytes, that one of some actions takes, its picture included."""
    seconds, megabytes = 0.0, 0
    for action in actions:
        begun, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        device.act(action)
        device.tree()
        device.screenshot()
        seconds = max(seconds, time.process_time() - begun)
        megabytes = max(megabytes, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
    return seconds, megabytes


@pytest.mark.parametrize(("platform", "app", "clipboard", "actions"), WORN.values(), ids=WORN)
def test_what_wears_an_app_out_ends(platform: Platform, app: str, clipboard: str, actions: tuple[Action, ...]) -> None:
    device = SimDevice(platform=platform)
    device.act(OpenApp(app))
    if app in ("wikipedia", "windows_maps"):
        field = next(n for n in device.tree().nodes if n.role in (Role.TEXT_FIELD, Role.SEARCH_FIELD))
        device.act(Click(((field.bounds[0] + 9) / device.size[0], (field.bounds[1] + 9) / device.size[1])))
    device.set_clipboard(ClipboardContent(text=clipboard))
    seconds, megabytes = _most(device, actions)
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


def test_thousands_of_events_that_come_again_and_are_reminded_of_end() -> None:
    device, file = SimDevice(), "AppData/Local/Calendar/events.json"
    held = json.loads(device.read_file(file))
    again = {**held["rows"][0], "repeat": "daily", "reminder": 15}
    held["rows"] = [{**again, "id": n, "title": f"Event {n}"} for n in range(1, 3000)]
    device.write_file(file, json.dumps(held).encode())
    views = [Press(key, ("ctrl",)) for key in ("m", "w", "d")]
    seconds, megabytes = _most(device, (OpenApp("calendar"), *views, Wait(600.0), Type("x\n")))
    assert seconds < SECONDS
    assert megabytes < MEGABYTES


@pytest.mark.parametrize(("lines", "keys"), VIM.values(), ids=VIM)
def test_what_is_typed_into_vim_ends(lines: str, keys: str) -> None:
    device = SimDevice(platform="linux")
    device.write_file("/home/user/f", lines.encode())
    pieces = re.split("(\x1b)", keys)
    typed = [Press("escape") if piece == "\x1b" else Type(piece[:MAX_TYPED]) for piece in pieces if piece]
    seconds, megabytes = _most(device, (OpenApp("terminal"), Type("vim f\n"), *typed))
    assert seconds < SECONDS
    assert megabytes < MEGABYTES
    device.act(Press("escape"))
    device.act(Type(":q!\necho al''ive\n"))
    assert any("alive" in (n.value or "") for n in device.tree().nodes)


def test_a_file_that_is_too_large_for_vim_is_not_overwritten() -> None:
    device = SimDevice(platform="linux")
    content = b"a line\n" * 100_000
    device.write_file("/home/user/f", content)
    for action in (OpenApp("terminal"), Type("vim f\n"), Type(":wq\n")):
        device.act(action)
    assert device.read_file("/home/user/f") == content


def _zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a/" * 3000 + "x.txt", "x")
    return out.getvalue()


def _png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (6300, 6300)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("platform", "app", "path", "content"),
    [
        ("linux", "writer", "/home/user/Documents/a.txt", lambda: b"ab\n" * 20_000_000),
        ("android", "docs", "/sdcard/Documents/a.txt", lambda: b"ab\n" * 20_000_000),
        ("windows", "text_editor", "Documents/a.txt", lambda: b"\n" * 4_000_000),
        ("windows", "word", "Documents/a.txt", lambda: b"a" * 4_000_000),
        ("windows", "code_editor", "Documents/a.txt", lambda: b"\n" * 4_000_000),
        ("windows", "excel", "Documents/a.csv", lambda: b"1,2\n" * 1_000_000),
        ("windows", "excel", "Documents/a.csv", lambda: b"," * 2_000_000),
        ("windows", "excel", "Documents/a.csv", lambda: b"1," * 90_000),
        ("windows", "photos", "Pictures/a.png", _png),
        ("windows", "file_manager", "Documents/a.zip", _zip),
    ],
    ids=["writer", "docs", "notepad", "word", "code", "csv", "a row", "more columns", "picture", "zip"],
)
def test_what_is_too_large_is_not_opened(platform: str, app: str, path: str, content: Callable[[], bytes]) -> None:
    device = SimDevice(platform=platform)  # type: ignore[arg-type]
    device.write_file(path, content())
    begun = time.process_time()
    device.launch(app, path)
    device.screenshot()
    assert time.process_time() - begun < SECONDS
    assert device.windows()


def test_a_text_has_a_largest_length() -> None:
    assert Type("x" * MAX_TYPED)
    with pytest.raises(ActionError, match="10,000 characters"):
        Type("x" * (MAX_TYPED + 1))


@pytest.mark.parametrize("interpreter", GRAMMARS)
def test_drawn_programs_end(interpreter: str) -> None:
    place = PLACES[interpreter]
    device, rng = SimDevice(platform=place.platform), random.Random(0)
    for action in place.opening:
        device.act(action)
    for _ in range(12):
        drawn = deeds(interpreter, rng)
        assert _most(device, drawn)[0] < SECONDS, drawn
