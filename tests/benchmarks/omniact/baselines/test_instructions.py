"""Instructions as steps: what the rules make of many wordings."""

from __future__ import annotations

import time

import pytest

from omnigym.benchmarks.omniact.baselines.instructions import InstructionStep, steps_of

ALL = InstructionStep("hotkey", keys=("ctrl", "a"))


def click(target: str) -> InstructionStep:
    return InstructionStep("click", target)


def press(*keys: str) -> InstructionStep:
    return InstructionStep("press" if len(keys) == 1 else "hotkey", keys=keys)


@pytest.mark.parametrize(
    ("instruction", "steps"),
    [
        ("Click on the 'Save as' button.", [click('"Save as" button')]),
        ("Go to the tab 'View' and click it.", [click('tab "View"')]),
        ("Could you please open Settings and then click Display?", [click("Settings"), click("Display")]),
        ("First switch 'Wi-Fi' on, and after that visit the link 'More'.", [click('"Wi-Fi"'), click('link "More"')]),
        ("Put a tick in the 'Remember' checkbox.", [click('"Remember" checkbox')]),
        ("Place the caret in the search box 'Find'.", [click('search box "Find"')]),
        ("Give the item 'a, then b' a double click.", [InstructionStep("doubleClick", 'item "a, then b"')]),
        ("Click 'notes.txt' twice in a row.", [InstructionStep("doubleClick", '"notes.txt"')]),
        ("Click 'notes.txt' with the right mouse button.", [InstructionStep("rightClick", '"notes.txt"')]),
        ('Bring up the right-click menu of "Don\'t".', [InstructionStep("rightClick", '"Don\'t"')]),
        ("Rest the mouse on the 'Bold' button.", [InstructionStep("moveTo", '"Bold" button')]),
        ("Point at 'Bold' without clicking.", [InstructionStep("moveTo", '"Bold"')]),
        (
            "Take 'a.txt' and drop it onto 'Docs'.",
            [InstructionStep("moveTo", '"a.txt"'), InstructionStep("dragTo", '"Docs"')],
        ),
        (
            "Drag report.docx to the Documents folder",
            [InstructionStep("moveTo", "report.docx"), InstructionStep("dragTo", "Documents folder")],
        ),
        ("Scroll down in the 'Mail' list.", [InstructionStep("scroll", '"Mail" list', amount=-5.0)]),
        ("Turn the mouse wheel up over 'Mail'.", [InstructionStep("scroll", '"Mail"', amount=5.0)]),
        ("Scroll 'Mail' sideways to the right.", [InstructionStep("hscroll", '"Mail"', amount=5.0)]),
        (
            "Scroll down the first list from the left.",
            [InstructionStep("scroll", "first list from the left", amount=-5.0)],
        ),
        ("Press Ctrl+Shift+S", [press("ctrl", "shift", "s")]),
        ("Save the file using Ctrl + S", [press("ctrl", "s")]),
        ("Hold Shift and press Tab", [press("shift", "tab")]),
        ("Zoom in by pressing Ctrl++", [press("ctrl", "+")]),
        ("Strike the Page Down key once.", [press("pagedown")]),
        ("Press Tab three times", [press("tab")] * 3),
        ("Press the 'Enter' button", [click('"Enter" button')]),
        ("With the cell 'B2' clicked, press Delete.", [click('cell "B2"'), press("delete")]),
        (
            "Type 'Anna' in the name field and press Enter.",
            [click("name field"), InstructionStep("write", text="Anna"), press("enter")],
        ),
        (
            "Fill 'To' with 'a@b.c' and finish with Enter.",
            [click('"To"'), InstructionStep("write", text="a@b.c"), press("enter")],
        ),
        ("Enter the destination as Paris", [click("destination"), InstructionStep("write", text="Paris")]),
        ("Search for 'cats'", [click("search"), InstructionStep("write", text="cats")]),
        ("Change the text of 'Title' to 'New'.", [click('"Title"'), ALL, InstructionStep("write", text="New")]),
        (
            "Clear 'Title' by selecting it all, and type 'New'.",
            [click('"Title"'), ALL, InstructionStep("write", text="New")],
        ),
        (
            "Select all that 'Title' holds and write 'New' instead.",
            [click('"Title"'), ALL, InstructionStep("write", text="New")],
        ),
        ("", []),
        ("Weather", [click("Weather")]),
    ],
)
def test_an_instruction_is_parsed_into_steps(instruction: str, steps: list[InstructionStep]) -> None:
    assert list(steps_of(instruction)) == steps


@pytest.mark.parametrize(
    "piece", ["ctrl + + ", "' ", '" ', "⟦9⟧ ", "click and ", "scroll down ", ", then ", "move to "]
)
def test_a_hostile_instruction_is_parsed_at_once(piece: str) -> None:
    began = time.process_time()
    steps_of(piece * 100_000)
    steps_of(f"press {piece * 100_000}x")
    assert time.process_time() - began < 2
