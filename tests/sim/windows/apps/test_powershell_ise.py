"""Windows PowerShell ISE: scripts above, a console below, all commands by name beside them."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State


@pytest.fixture
def ise(hands: Any) -> Any:
    hands.device.write_file("Documents/a.ps1", b"$n = 3\r\nWrite-Host two\r\nGet-Content nope.txt\r\n")
    hands.open("powershell_ise")
    return hands


def shown(hands: Any) -> list[str]:
    return str(hands.node("ise.console").value).split("\n")


def test_a_new_script_runs_as_lines_and_one_with_a_file_by_its_policy(ise: Any) -> None:
    assert ise.title() == "Untitled1.ps1 - Windows PowerShell ISE"
    ise.type("1..3 | % { $_ * 2 }")
    ise.press("f5")
    assert shown(ise) == ["PS C:\\Users\\user> 1..3 | % { $_ * 2 }", "2", "4", "6", "PS C:\\Users\\user>"]
    ise.press("s", "ctrl")
    ise.click("file_dialog.name")
    ise.press("a", "ctrl")
    ise.type("C:\\Users\\user\\Documents\\b.ps1\n")
    assert ise.title() == "b.ps1 - Windows PowerShell ISE"
    assert ise.device.read_file("Documents/b.ps1") == b"1..3 | % { $_ * 2 }"
    ise.press("f5")
    assert "policy Restricted" in "".join(shown(ise)[-4:])
    ise.click("ise.console")
    ise.type("Set-ExecutionPolicy Unrestricted\n")
    ise.press("f5")
    assert shown(ise)[-4:-1] == ["2", "4", "6"]
    policies = [dict(row) for row in ise.device.query_content("content://powershell/policies")]
    assert policies == [{"scope": "LocalMachine", "policy": "Unrestricted"}]


def test_scripts_open_by_their_kind_and_selections_run(ise: Any) -> None:
    ise.open("file_manager")
    ise.click("explorer.place.documents")
    ise.click("explorer.items.a.ps1", count=2)
    assert ise.title() == "a.ps1 - Windows PowerShell ISE"
    ise.press("down")
    ise.press("f8")
    assert shown(ise)[-2:] == ["two", "PS C:\\Users\\user>"]
    ise.press("home", "ctrl")
    ise.press("end", "shift")
    ise.click("ise.run_selection")
    ise.press("d", "ctrl")
    ise.type("$n * 7\n")
    assert shown(ise)[-2] == "21"


def test_errors_are_red_and_the_console_blue(ise: Any) -> None:
    ise.click("ise.console")
    ise.type("gc nope.txt\n")
    left, top, w, h = ise.node("ise.console").bounds
    pixels = {tuple(p) for p in ise.device.screenshot()[top : top + h, left : left + w].reshape(-1, 3).tolist()}
    assert (0x01, 0x24, 0x56) in pixels and (0xFF, 0x6F, 0x6F) in pixels


def test_commands_are_found_filled_in_and_run(ise: Any) -> None:
    ise.click("ise.query")
    ise.type("import")
    assert [n.key for n in ise.device.tree() if n.key.startswith("ise.command.")] == ["ise.command.Import-Csv"]
    ise.click("ise.command.Import-Csv", "ise.parameter")
    ise.type("my list.csv")
    ise.click("ise.command_insert")
    ise.click("ise.command_run")
    assert "Import-Csv : There is no 'C:\\Users\\user\\my list.csv'." in " ".join(shown(ise))
    assert ise.node("notepad.text.0").name == "Import-Csv 'my list.csv'"
    ise.click("ise.command_copy")
    assert ise.device.clipboard().text == "Import-Csv 'my list.csv'"


@pytest.mark.parametrize(("layout", "console"), [("top", True), ("right", True), ("maximized", False)])
def test_panes_are_laid_out(ise: Any, layout: str, console: bool) -> None:
    if ise.has(f"ise.layout_{layout}", State.ENABLED):
        ise.click(f"ise.layout_{layout}")
    assert (ise.see("ise.console") is not None) == console
    assert ise.see("notepad.text") is not None
    ise.press("r", "ctrl")
    assert ise.see("notepad.text") is None and ise.see("ise.console") is not None


def test_what_is_marked_in_the_console_is_copied(ise: Any) -> None:
    ise.click("ise.console")
    ise.type("'north'\n")
    ise.click("ise.console", button="right")
    ise.click("ise.console.menu.select_all")
    ise.press("c", "ctrl")
    assert "north" in ise.device.clipboard().text
    ise.click("ise.console", button="right")
    ise.click("ise.console.menu.clear")
    assert shown(ise) == ["PS C:\\Users\\user>"]


def test_leaving_asks_for_what_is_not_saved(ise: Any) -> None:
    ise.type("x")
    ise.press("f4", "alt")
    assert "Untitled1.ps1" in ise.node("message.text").name
    ise.click("message.dont_save")
    assert ise.device.windows() == ()
