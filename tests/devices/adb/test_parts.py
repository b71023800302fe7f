"""Parts of the device that need no phone: input, typing, pictures, what programs print."""

from __future__ import annotations

import shlex
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.actions import (
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Press,
    Scroll,
    Type,
    Wait,
)
from omnigym.devices.adb.data import parse_rows
from omnigym.devices.adb.files import native_path
from omnigym.devices.adb.input import Fingers, Untypable, typing_commands
from omnigym.devices.adb.names import KEYCODES, key_of
from omnigym.devices.adb.restore import EmulatorConsole
from omnigym.devices.adb.screen import decode_png, decode_raw
from omnigym.devices.phone.phone import png, raw
from omnigym.errors import DeviceError

SIZE = (100, 200)


@pytest.mark.parametrize(
    ("action", "commands"),
    [
        (Click((0.5, 0.25)), ["input tap 50 50"]),
        (Click((1.0, 1.0), count=2), ["input tap 99 199 && input tap 99 199"]),
        (Click((0.5, 0.25), duration=1.5), ["input swipe 50 50 50 50 1500"]),
        (Click((0.5, 0.25), "right"), ["input swipe 50 50 50 50 600"]),
        (Drag((0.0, 0.0), (0.5, 0.5), duration=0.25), ["input swipe 0 0 50 100 250"]),
        (Scroll((0.5, 0.5), dy=2), ["input swipe 50 100 50 60 300"]),
        (Scroll((0.5, 0.5), dx=-1), ["input swipe 50 100 60 100 300"]),
        (Press("back"), ["input keyevent 4"]),
        (Press("backspace", count=3), ["input keyevent 67 67 67"]),
        (Press("a", ("ctrl", "shift")), ["input keycombination 113 59 29"]),
        (MouseDown((0.1, 0.1)), ["input motionevent DOWN 10 20"]),
        (Move((0.5, 0.5)), []),
        (Type("hi"), ["input text hi"]),
        (Wait(0.5), ["sleep 0.5"]),
        (OpenApp("maps"), []),
    ],
)
def test_commands(action: Action, commands: list[str]) -> None:
    assert Fingers(SIZE, keyboard=False).commands(action) == commands


def test_a_long_scroll_takes_several_swipes_that_stay_on_the_screen() -> None:
    lines = Fingers(SIZE, keyboard=False).commands(Scroll((0.5, 0.1), dy=15))
    ways = [int(y0) - int(y1) for _, _, _, y0, _, y1, _ in map(str.split, lines)]
    assert len(ways) == 3
    assert sum(ways) == pytest.approx(300, abs=3)


def test_modifiers_are_held_for_the_next_keys() -> None:
    fingers = Fingers(SIZE, keyboard=False)
    assert fingers.commands(KeyDown("ctrl")) == []
    assert fingers.commands(Press("c")) == ["input keycombination 113 31"]
    assert fingers.commands(KeyUp("ctrl")) == []
    assert fingers.commands(Press("c")) == ["input keyevent 31"]
    fingers.commands(KeyDown("ctrl"))
    fingers.release()
    assert fingers.commands(KeyDown("c")) == ["input keyevent 31"]


def test_a_finger_that_is_down_moves() -> None:
    fingers = Fingers(SIZE, keyboard=False)
    fingers.commands(MouseDown((0.1, 0.1)))
    assert fingers.commands(Move((0.5, 0.5))) == ["input motionevent MOVE 50 100"]
    assert fingers.commands(MouseUp((0.5, 0.5))) == ["input motionevent UP 50 100"]
    assert fingers.commands(Move((0.1, 0.1))) == []


def test_every_key_has_a_code_of_its_own() -> None:
    from omnigym.actions import KEYS

    assert set(KEYCODES) == set(KEYS)
    assert len({code for code, _ in KEYCODES.values()}) == len(KEYCODES)
    assert all(key_of(str(code)) == key_of(f"KEYCODE_{name}") == key for key, (code, name) in KEYCODES.items())


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("\n\t%s '\"\\$`"), max_size=60))
def test_ascii_arrives_as_it_is(text: str) -> None:
    got = ""
    for line in typing_commands(text, keyboard=False):
        words = shlex.split(line)  # as the phone's shell reads it
        got += {"66": "\n", "61": "\t"}[words[2]] if words[1] == "keyevent" else words[2].replace("%s", " ")
    assert got == text


def test_other_characters_need_a_keyboard() -> None:
    (line,) = typing_commands("ü€", keyboard=True)
    assert line.startswith("am broadcast -a ADB_INPUT_B64 --es msg ")
    with pytest.raises(Untypable, match="'ü'"):
        list(typing_commands("für", keyboard=False))


# -- pictures --------------------------------------------------------------------------------------------------------

PICTURE = np.random.default_rng(0).integers(0, 256, (200, 100, 3), np.uint8)
PICTURE[0, :3] = 10, 13, 10  # line feeds and carriage returns


@pytest.mark.parametrize("warning", [b"", b"[Warning] Multiple displays were found\n"])
@pytest.mark.parametrize("crlf", [False, True])
@pytest.mark.parametrize("kind", ["raw", "raw12", "bgra", "png"])
def test_pictures(kind: str, crlf: bool, warning: bytes) -> None:
    data = bytes(raw(PICTURE))
    if kind == "raw12":
        data = data[:12] + data[16:]
    elif kind == "bgra":
        pixels = np.frombuffer(data[16:], np.uint8).reshape(-1, 4)[:, [2, 1, 0, 3]]
        data = struct.pack("<IIII", 100, 200, 5, 0) + pixels.tobytes()
    elif kind == "png":
        data = png(PICTURE)
    data = warning + data
    if crlf:
        data = data.replace(b"\n", b"\r\n")
    decode = decode_png if kind == "png" else decode_raw
    np.testing.assert_array_equal(decode(memoryview(data), SIZE), PICTURE)


@pytest.mark.parametrize("cut", [0, 10, 5000])
def test_half_pictures(cut: int) -> None:
    with pytest.raises(ValueError, match="for a screen of"):
        decode_raw(memoryview(bytes(raw(PICTURE))[:cut]), SIZE)
    with pytest.raises(ValueError, match="PNG"):
        decode_png(memoryview(png(PICTURE)[:cut]), SIZE)


def test_pictures_of_another_size() -> None:
    with pytest.raises(ValueError, match="100 x 200, which needs"):
        decode_raw(raw(PICTURE.transpose(1, 0, 2)), SIZE)
    with pytest.raises(ValueError, match="200 x 100, not 100 x 200"):
        decode_png(memoryview(png(PICTURE.transpose(1, 0, 2).copy())), SIZE)


# -- what programs print ---------------------------------------------------------------------------------------------


def test_rows_of_providers() -> None:
    said = "Row: 0 _id=1, body=one, two\nand three, read=1\nRow: 1 _id=2, body=NULL, read=0\n"
    assert parse_rows(said) == (
        {"_id": "1", "body": "one, two\nand three", "read": "1"},
        {"_id": "2", "body": "", "read": "0"},
    )
    assert parse_rows("No result found.\n") == ()


@pytest.mark.parametrize(
    ("path", "native"),
    [
        ("a.txt", "/sdcard/a.txt"),
        ("/storage/emulated/0/a.txt", "/sdcard/a.txt"),
        ("/sdcard/../data/x", "/data/x"),
        ("", "/sdcard"),
    ],
)
def test_native_paths(path: str, native: str) -> None:
    assert native_path(path) == native


# -- the emulator's console ------------------------------------------------------------------------------------------


@pytest.fixture
def console() -> Iterator[tuple[int, list[str]]]:
    """A console that asks for a word and knows one snapshot; its port, and what it was told."""
    told: list[str] = []

    def serve(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, connection.makefile("rw", newline="\r\n") as stream:
            stream.write("Android Console: Authentication required\nAndroid Console: type 'auth <auth_token>'\nOK\n")
            stream.flush()
            for line in stream:
                told.append(line.strip())
                answer = "KO: no such snapshot" if "other" in line else "OK"
                stream.write(f"{answer}\n")
                stream.flush()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,), daemon=True)
        thread.start()
        yield listening.getsockname()[1], told
        thread.join(5)


def test_snapshots_of_an_emulator(console: tuple[int, list[str]], tmp_path: Path) -> None:
    port, told = console
    token = tmp_path / "token"
    token.write_text("secret\n")
    EmulatorConsole(port, token).save("clean")
    assert told == ["auth secret", "avd snapshot save clean"]


def test_a_snapshot_that_is_not_there(console: tuple[int, list[str]], tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("secret\n")
    with pytest.raises(DeviceError, match="refuses 'avd snapshot load other': KO: no such snapshot"):
        EmulatorConsole(console[0], token).load("other")
