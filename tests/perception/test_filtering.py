"""What an instruction needs of a screen: by rules, and by a model that may say anything."""

from __future__ import annotations

import pytest

from omnigym.errors import ConfigError
from omnigym.perception.element import Element
from omnigym.perception.filtering import ModelFilter, RuleFilter


def screen() -> list[Element]:
    """A file manager: a row of icons, a field, a list, a few buttons."""
    icons = ["magnify", "cog-outline", "trash-2", "plus"]
    found = [Element((40 * n + 10, 10, 24, 24), icon=name, colour="black") for n, name in enumerate(icons)]
    found.append(Element((300, 10, 200, 24), source="panel", colour="white"))
    files = ["report.docx", "budget 2024.xlsx", "holiday.png", "report final.docx", "notes.txt"]
    found += [Element((10, 60 + 30 * n, 400, 26), text, source="text") for n, text in enumerate(files)]
    found += [Element((10 + 90 * n, 260, 80, 30), text) for n, text in enumerate(["Open", "Cancel", "New folder"])]
    found += [Element((700, 10, 20, 20), icon="close", colour="red"), Element((700, 260, 20, 20), icon="close")]
    # what else is on a screen, and needs to be left out
    found += [Element((900, 40 * n, 90, 20), f"Other thing {n}") for n in range(20)]
    return found


@pytest.mark.parametrize(
    ("instruction", "bounds"),
    [
        ("Click the magnifying glass", (10, 10, 24, 24)),
        ("Go to the settings", (50, 10, 24, 24)),
        ("Move it to the bin", (90, 10, 24, 24)),
        ("Open 'holiday.png'", (10, 120, 400, 26)),
        ('Double-click "report.docx"', (10, 60, 400, 26)),
        ("Select the notes.txt file", (10, 180, 400, 26)),
        ("Create a new folder", (190, 260, 80, 30)),
        ("Make a newfolder", (190, 260, 80, 30)),
        ("Click on the cross in the top right corner", (700, 10, 20, 20)),
        ("Click on the cross at the bottom right", (700, 260, 20, 20)),
        ("Click on the red cross", (700, 10, 20, 20)),
        ("Click the second cross", (700, 260, 20, 20)),
        ("Choose cancle", (100, 260, 80, 30)),  # as OCR or a person may spell it
    ],
)
def test_the_named_element_comes_first(instruction: str, bounds: tuple[int, ...]) -> None:
    kept = RuleFilter().keep(instruction, screen(), 15)
    assert kept[0].bounds == bounds
    assert len(kept) == 15


def test_a_field_is_kept_where_something_is_typed() -> None:
    field = next(e for e in screen() if e.source == "panel")
    assert field in RuleFilter().keep("Type zebra and press enter", screen(), 3)
    assert field not in RuleFilter().keep("Delete the report final", screen(), 3)


@pytest.mark.parametrize("instruction", ["", "x" * 100_000, "日本語 を 開く", "' \" “", "$elements {} %s"])
def test_any_instruction_gives_some_elements_in_a_fixed_order(instruction: str) -> None:
    kept = RuleFilter().keep(instruction, screen(), 5)
    assert kept == RuleFilter().keep(instruction, screen(), 5) and len(kept) == 5
    assert RuleFilter().keep(instruction, [], 5) == ()
    with pytest.raises(ConfigError, match="at least 1"):
        RuleFilter().keep(instruction, screen(), 0)


def test_a_model_chooses_by_number_and_sees_what_is_there() -> None:
    asked: list[str] = []
    chooser = ModelFilter(lambda prompt: asked.append(prompt) or "I think [1] is wrong, so: [6, 3, 6]")  # type: ignore[func-returns-value]
    kept = chooser.keep("Bin the $limit report", screen(), 2)
    assert kept == (screen()[5], screen()[2]) and chooser.fault is None
    assert "[3] icon delete, black, at (102, 22)" in asked[0] and '[6] text "report.docx"' in asked[0]
    assert "Bin the $limit report" in asked[0] and "at most 2 numbers" in asked[0]


@pytest.mark.parametrize("answer", ["", "the third one", "[0]", "[9999]", "[true]", '["a"]', "[1.5]", "[1", "[1,,2]"])
def test_where_a_model_answers_nonsense_the_rules_decide_and_say_so(
    answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    chooser = ModelFilter(lambda _: answer)
    assert chooser.keep("Create a new folder", screen(), 4) == RuleFilter().keep("Create a new folder", screen(), 4)
    assert chooser.faults == 1 and chooser.fault and "rules chose" in caplog.text


def test_a_model_may_need_nothing_and_is_not_asked_about_nothing() -> None:
    assert ModelFilter(lambda _: "[]").keep("Wait", screen(), 4) == ()
    assert ModelFilter(lambda _: pytest.fail("asked")).keep("Wait", [], 4) == ()
