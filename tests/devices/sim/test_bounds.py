"""What an agent types and opens is bounded: an action ends soon, raises nothing, and the app still answers."""

from __future__ import annotations

import io
import random
import time
import zipfile

import pytest
from PIL import Image

from omnigym.actions import MAX_TYPED, OpenApp, Press, Type, Wait
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.sim.programs import GRAMMARS, program
from omnigym.errors import ActionError

pytestmark = pytest.mark.usefixtures("no_collection")

SECONDS = 2.0
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
        ("linux", "writer", "/home/user/Documents/a.txt", b"ab\n" * 20_000_000),
        ("windows", "text_editor", "Documents/a.txt", b"\n" * 4_000_000),
        ("windows", "word", "Documents/a.txt", b"a" * 4_000_000),
        ("windows", "code_editor", "Documents/a.txt", b"\n" * 4_000_000),
        ("windows", "excel", "Documents/a.csv", b"1,2\n" * 1_000_000),
        ("windows", "excel", "Documents/a.csv", b"," * 2_000_000),
        ("windows", "photos", "Pictures/a.png", _png()),
        ("windows", "file_manager", "Documents/a.zip", _zip()),
    ],
    ids=["writer", "notepad", "word", "code", "csv", "a row", "picture", "zip"],
)
def test_what_is_too_large_is_not_opened(platform: str, app: str, path: str, content: bytes) -> None:
    device = SimDevice(platform=platform)  # type: ignore[arg-type]
    device.write_file(path, content)
    begun = time.process_time()
    device.launch(app, path)
    device.screenshot()
    assert time.process_time() - begun < SECONDS
    assert device.windows()


def test_a_text_has_a_largest_length() -> None:
    assert Type("x" * MAX_TYPED)
    with pytest.raises(ActionError, match="10,000 characters"):
        Type("x" * (MAX_TYPED + 1))


SHELLS = {"powershell": ("windows", "powershell_ise"), "bash": ("linux", "terminal")}


@pytest.mark.parametrize("shell", GRAMMARS)
def test_drawn_programs_end(shell: str) -> None:
    platform, app = SHELLS[shell]
    device, rng = SimDevice(platform=platform), random.Random(0)  # type: ignore[arg-type]
    device.act(OpenApp(app))
    device.act(Press("d", ("ctrl",)) if shell == "powershell" else Wait())
    for _ in range(12):
        line = program(shell, rng)
        assert _seconds(device, f"{line}\n") < SECONDS, line
