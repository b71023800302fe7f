"""The dialog that asks for a line of text, as Photos' rename shows it."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State


@pytest.fixture
def asked(hands: Any) -> Any:
    hands.device.launch("photos", "Pictures/Pyramid.jpg")
    hands.press("f2")
    return hands


def test_the_stem_is_selected_and_enter_answers(asked: Any) -> None:
    assert asked.node("prompt.text").value == "Pyramid.jpg"
    asked.type("Giza\n")
    assert asked.title() == "Giza.jpg - Photos"
    assert "Giza.jpg" in asked.names("Pictures") and "Pyramid.jpg" not in asked.names("Pictures")


def test_the_buttons(asked: Any) -> None:
    asked.type("Desert.jpg")
    asked.click("prompt.cancel")
    assert asked.title() == "Pyramid.jpg - Photos"
    asked.press("f2")
    asked.press("a", "ctrl")
    asked.press("delete")
    assert not asked.has("prompt.ok", State.ENABLED)
    asked.press("enter")
    asked.type("Sand")
    asked.click("prompt.ok")
    assert asked.title() == "Sand.jpg - Photos"
