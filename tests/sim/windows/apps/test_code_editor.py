"""Visual Studio Code on Windows: all files of a folder, the terminal, extensions, settings."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State

SHOP = "Documents/shop"
SETTINGS = "AppData/Roaming/Code/User/settings.json"


@pytest.fixture
def code(hands: Any) -> Any:
    """A window with a folder in it."""
    device = hands.device
    device.write_file(f"{SHOP}/main.py", b"fruit = 1\nprint(fruit, Fruit)\n")
    device.write_file(f"{SHOP}/notes.md", b"# fruit\r\nnothing\r\n")
    device.write_file(f"{SHOP}/run.ps1", b"'hi' > $HOME\\Documents\\out.txt\n1 + 1\n")
    device.write_file(f"{SHOP}/logo.png", b"\x89PNG\0\xff fruit")
    hands.open("code_editor")
    command(hands, "Open Folder")
    hands.press("a", "ctrl")
    hands.type("C:\\Users\\user\\Documents\\shop\n")
    return hands


def command(hands: Any, name: str) -> None:
    hands.press("f1")
    hands.type(f"{name}\n")


def quick(hands: Any, name: str) -> None:
    hands.press("p", "ctrl")
    hands.type(f"{name}\n")


def shown(hands: Any) -> str:
    return str(hands.node("code.terminal").value)


def rows(hands: Any, table: str) -> list[Any]:
    return [dict(row) for row in hands.device.query_content(f"content://code/{table}")]


def search(hands: Any, wanted: str, new: str) -> None:
    if hands.see("code.search.text") is None:
        hands.click("code.activity.search")
    for key, text in (("code.search.text", wanted), ("code.search.new", new)):
        hands.click(key)
        hands.press("a", "ctrl")
        hands.type(text)


@pytest.mark.parametrize(("case", "count"), [(False, "3 lines in 2 files"), (True, "3 lines in 2 files")])
def test_words_are_replaced_in_all_files_and_in_open_tabs(code: Any, case: bool, count: str) -> None:
    quick(code, "main.py")
    quick(code, "notes")
    code.press("end", "ctrl")
    code.type("mine")  # not saved, so it stays in the tab alone
    search(code, "fruit", "plum")
    if case:
        code.click("code.search.case")
    assert code.node("code.search.count").name == count
    code.click("code.search.replace_all", "message.replace")
    other = "Fruit" if case else "plum"
    assert code.device.read_file(f"{SHOP}/main.py").decode() == f"plum = 1\nprint(plum, {other})\n"
    assert code.device.read_file(f"{SHOP}/notes.md") == b"# plum\r\nnothing\r\n"
    assert b"fruit" in code.device.read_file(f"{SHOP}/logo.png")
    assert "● notes.md" in code.title()
    code.press("s", "ctrl")
    assert code.device.read_file(f"{SHOP}/notes.md") == b"# plum\r\nnothing\r\nmine"
    assert code.has("code.search.replace_all", State.ENABLED) is False


def test_what_was_found_is_gone_to(code: Any) -> None:
    search(code, "print", "")
    code.click("code.hit.C:/Users/user/Documents/shop/main.py.2")
    assert code.title().startswith("main.py") and code.node("code.position").name == "Ln 2, Col 1"


def test_a_script_runs_in_the_terminal_where_it_may(code: Any) -> None:
    quick(code, "run.ps1")
    code.press("f5")
    assert "execution policy Restricted" in shown(code).replace("\n", "")
    code.click("code.terminal")
    code.type("Set-ExecutionPolicy RemoteSigned -Scope CurrentUser\n")
    code.click("notepad.text")
    code.press("end", "ctrl")
    code.type("'more'\n")
    code.press("f5")
    assert code.device.read_file("Documents/out.txt") == b"hi\r\n"
    assert shown(code).split("\n")[-3:-1] == ["2", "more"]
    assert code.device.read_file(f"{SHOP}/run.ps1").endswith(b"'more'\n"), "it was saved before"


def test_the_terminal_begins_in_the_folder_and_remembers(code: Any) -> None:
    code.press("`", "ctrl")
    code.type("$x = 20\n")
    code.type("$x + 1; if ($true) {\n")
    assert shown(code).endswith(">>")
    code.type("(ls).Count }\n")
    assert shown(code).split("\n")[-3:] == ["21", "4", "PS C:\\Users\\user\\Documents\\shop>"]
    code.press("up")
    code.press("up")
    assert shown(code).endswith("> $x + 1; if ($true) {")
    code.press("c", "ctrl")
    code.click("code.panel.clear")
    assert shown(code) == "PS C:\\Users\\user\\Documents\\shop>"


def test_problems_are_told_with_their_lines(code: Any) -> None:
    quick(code, "run.ps1")
    code.press("m", "ctrl", "shift")
    assert code.see("code.problems.none") is not None
    code.click("notepad.text")
    code.press("end", "ctrl")
    code.type("if (1 {\n")
    assert code.node("code.problem.3").name == "')' is missing behind 'if'."
    code.click("code.problem.3")
    assert code.node("code.position").name == "Ln 3, Col 1"


def test_extensions_come_go_and_rest(code: Any) -> None:
    code.click("code.activity.extensions")
    code.type("")
    code.click("code.extensions.search")
    code.type("spell")
    code.click("code.install.adatum.spell", "code.turn.adatum.spell")
    assert {"id": "adatum.spell", "name": "Code Spell Checker", "enabled": "0"} in rows(code, "extensions")
    code.click("code.uninstall.adatum.spell")
    assert "adatum.spell" not in [row["id"] for row in rows(code, "extensions")]


def test_settings_say_how_texts_look_and_are_a_file(code: Any) -> None:
    quick(code, "main.py")
    before = code.node("notepad.text.0").bounds
    command(code, "Settings")
    assert code.see("notepad.text") is None
    code.click("code.setting.editor.fontSize", "code.setting.editor.fontSize.13")
    assert code.device.read_file(SETTINGS) == b'{\n    "editor.fontSize": 28\n}\n'
    code.click("code.settings.close")
    after = code.node("notepad.text.0").bounds
    assert after[3] - after[1] > 1.5 * (before[3] - before[1])
    command(code, "Open User Settings (JSON)")
    code.press("a", "ctrl")
    code.type('{"files.autoSave": "afterDelay", "editor.fontSize": "big"}')
    code.press("s", "ctrl")
    assert {row["name"]: row["value"] for row in rows(code, "settings")} == {
        "files.autoSave": "afterDelay",
        "editor.fontSize": "14",
        "editor.wordWrap": "off",
        "editor.lineNumbers": "on",
        "terminal.integrated.hideOnStartup": "always",
    }
    quick(code, "main.py")
    code.press("home", "ctrl")
    code.type("x")
    assert code.device.read_file(f"{SHOP}/main.py").startswith(b"xfruit"), "it saves by itself"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'{"editor.fontSize": 1e400}', b"\xff", b'{"editor.wordWrap": 1}']
)
def test_damaged_settings_are_the_usual_ones(hands: Any, content: bytes) -> None:
    hands.device.write_file(SETTINGS, content)
    hands.open("code_editor")
    command(hands, "Settings")
    assert {row["value"] for row in rows(hands, "settings")} == {"off", "14", "on", "always"}


def test_folders_that_were_opened_are_remembered(code: Any) -> None:
    hands = code
    command(hands, "Open Folder")
    hands.press("a", "ctrl")
    hands.type("C:\\users\\user\\music\n")
    assert [row["path"] for row in rows(hands, "recent")] == ["C:/Users/user/Music", "C:/Users/user/Documents/shop"]
