"""Visual Studio Code, used as a person does."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.sim.documents.edit import start_lines
from omnigym.sim.kinds.code.colours import coloured, language_of

MAIN = 'import json\n\n\ndef total():\n    """All\n    of it."""\n    return 1  # one\n'


@pytest.fixture
def code(user: Any) -> Any:
    """A window with a folder, and a file of it."""
    user.device.write_file("Documents/shop/main.py", MAIN.encode())
    user.device.write_file("Documents/shop/src/app.js", b"const x = 1;\r\nx;\r\n")
    user.device.write_file("Documents/shop/logo.png", b"\x89PNG\0\xff")
    user.device.launch("code_editor")
    command(user, "open folder")
    user.press("a", "ctrl")
    user.type("~/Documents/shop\n")
    quick(user, "main")
    return user


def quick(user: Any, text: str) -> None:
    user.press("p", "ctrl")
    user.type(f"{text}\n")


def command(user: Any, text: str) -> None:
    user.press("p", "ctrl", "shift")
    user.type(f"{text}\n")


def kept(user: Any, path: str = "Documents/shop/main.py") -> str:
    return str(user.device.read_file(path).decode())


def test_what_is_typed_is_saved_and_the_title_says_so(code: Any) -> None:
    assert code.title() == "main.py - shop - Visual Studio Code"
    code.type("# new\n")
    assert code.title().startswith("● main.py") and kept(code) == MAIN
    code.press("s", "ctrl")
    assert code.title().startswith("main.py") and kept(code) == "# new\n" + MAIN


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_change_no_letter_and_follow_the_syntax(theme: str) -> None:
    edit = start_lines(MAIN)
    shown = coloured(edit, language_of("main.py"), theme == "dark").document
    assert shown.text == MAIN
    inks = {run.text.strip(): run.format.color for p in shown.paragraphs for run in p.runs}
    assert inks["# one"] == ("6A9955" if theme == "dark" else "008000")
    assert inks['"""All'] == inks['of it."""'] != inks["import"] != ""
    assert coloured(edit, language_of("notes"), False).document.paragraphs[0].runs[0].format.color == ""


LINES = {
    "comment": ("toggle comment", "# import json\n\n\ndef"),
    "delete": ("delete line", "\n\ndef"),
    "copy": ("copy line", "import json\nimport json\n"),
}


@pytest.mark.parametrize("name", LINES)
def test_commands_change_lines_and_are_undone(code: Any, name: str) -> None:
    text, begins = LINES[name]
    command(code, text)
    code.press("s", "ctrl")
    assert kept(code).startswith(begins)
    code.press("z", "ctrl")
    code.press("s", "ctrl")
    assert kept(code) == MAIN


def test_a_comment_is_taken_away_again_and_lines_are_sorted(code: Any) -> None:
    for _ in range(2):
        code.press("a", "ctrl")
        code.press("/", "ctrl")
    code.press("s", "ctrl")
    assert kept(code) == MAIN
    code.press("a", "ctrl")
    command(code, "sort lines")
    code.press("s", "ctrl")
    assert kept(code) == "\n".join(sorted(MAIN.split("\n")))


def test_a_line_is_gone_to(code: Any) -> None:
    quick(code, ":7")
    code.type("x")
    assert code.node("code.position").name == "Ln 7, Col 2"
    quick(code, f":{'9' * 5000}")  # there is no such line
    assert code.node("code.quick") is not None


def test_each_line_has_its_number_beside_it(code: Any) -> None:
    """What is left of the lines changes when there is one more, and not when one gets longer."""
    left, top, _, _ = code.node("notepad.text.0").bounds
    area_left = code.node("notepad.text").bounds[0]

    def beside() -> bytes:
        return bytes(code.device.screenshot()[top : top + 300, area_left : left - 2].tobytes())

    before = beside()
    code.press("end", "ctrl")
    code.type("x")
    assert beside() == before
    code.type("\ny")
    assert beside() != before
    code.click("notepad.text.3")
    assert code.node("code.position").name.startswith("Ln 4, ")


def test_the_ends_of_lines_stay_what_they_are(code: Any) -> None:
    quick(code, "app.js")
    code.type("\n")
    code.press("s", "ctrl")
    assert kept(code, "Documents/shop/src/app.js") == "\r\nconst x = 1;\r\nx;\r\n"


def test_the_explorer_opens_folders_and_files(code: Any) -> None:
    src = "code.file.C:/Users/user/Documents/shop/src"
    code.click(src)
    code.click(f"{src}/app.js")
    assert code.title().startswith("app.js")
    code.click("code.file.C:/Users/user/Documents/shop/logo.png")
    assert "binary" in code.node("message.text").name
    code.press("enter")
    code.click(src)
    assert code.device.tree().find(key=f"{src}/app.js") is None


@pytest.mark.parametrize(("kind", "exists"), [("new file", "is_file"), ("new folder", "is_dir")])
def test_files_and_folders_are_made(code: Any, kind: str, exists: str) -> None:
    command(code, kind)
    code.type("tests\n")
    made = code.device.stat("Documents/shop/tests")
    assert made is not None and made.is_dir == (exists == "is_dir")
    command(code, kind)
    code.type("tests\n")
    assert "already exists" in code.node("message.text").name


def test_words_are_replaced_everywhere(code: Any) -> None:
    code.press("f", "ctrl")
    code.type("total")
    code.click("notepad.find.expand")
    code.click("notepad.find.with")
    code.type("sum_up")
    code.click("notepad.find.replace_all")
    code.press("s", "ctrl")
    assert kept(code) == MAIN.replace("total", "sum_up")


@pytest.mark.parametrize(
    ("answer", "tabs", "changed"),
    [("message.save", 0, True), ("message.dont_save", 0, False), ("message.cancel", 2, False)],
)
def test_leaving_asks_for_each_file_that_is_not_saved(code: Any, answer: str, tabs: int, changed: bool) -> None:
    code.type("# new\n")
    code.press("n", "ctrl")
    code.press("q", "ctrl")  # the new one is empty, so it is not asked about
    code.click(answer)
    assert kept(code).startswith("# new") == changed
    assert sum(n.key.startswith("code.tab.") for n in code.device.tree()) == tabs
    assert bool(code.device.windows()) == bool(tabs)


def test_leaving_without_the_last_tab_is_leaving(code: Any) -> None:
    """The one before it is saved, and there is no tab where the last one was."""
    code.press("n", "ctrl")
    code.type("x")
    code.press("q", "ctrl")
    code.click("message.dont_save")
    assert code.device.windows() == ()


def test_a_new_file_asks_for_its_name(user: Any) -> None:
    user.device.launch("code_editor")
    user.press("n", "ctrl")
    user.type("a\tb")
    user.press("w", "ctrl")
    user.click("message.save")
    user.name_file("/home/user/Documents/a.md")
    assert kept(user, "Documents/a.md") == "a\tb"
    assert user.title() == "Visual Studio Code"


def test_the_terminal_opens_a_file_in_it(user: Any) -> None:
    user.device.write_file("Documents/a.py", b"x = 1\n")
    user.device.launch("terminal")
    user.type("code Documents/a.py\n")
    assert user.title() == "a.py - Visual Studio Code"
