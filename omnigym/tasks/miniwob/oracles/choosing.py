"""Oracles of tasks in which boxes, options or list items are chosen and then submitted."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press
from omnigym.tasks.miniwob.oracles._page import Page
from omnigym.tasks.miniwob.oracles._registry import solves

__all__: list[str] = []


@solves("click-checkboxes", "click-checkboxes-transfer", "click-checkboxes-large")
def boxes(page: Page) -> Iterator[Action]:
    """Select one, two and click Submit."""
    (names,) = page.asked(r"Select (.*) and click Submit\.")
    wanted = set(names.split(", "))
    for label, box in zip(page.all("#area label"), page.all("#area input"), strict=True):
        if label.text in wanted:
            yield page.click(box)
    yield page.click("#subbtn")


@solves("click-option")
def option(page: Page) -> Iterator[Action]:
    """Select one and click Submit."""
    (name,) = page.asked(r"Select (.*) and click Submit\.")
    labels = [label.text for label in page.all("#boxes label")]
    yield page.click(page.all("#boxes input[type=radio]")[labels.index(name)])
    yield page.click("#subbtn")


@solves("choose-list")
def list_item(page: Page) -> Iterator[Action]:
    """Select one from the list and click Submit."""
    (name,) = page.asked(r"Select (.*) from the list and click Submit\.")
    yield page.click("#options")
    index = [item.text for item in page.all("#options option")].index(name)
    if index:
        yield Press("down", count=index)
    yield Press("enter")
    yield page.click("#area button")


@solves("odd-or-even")
def odd_or_even(page: Page) -> Iterator[Action]:
    """Mark the numbers below as odd or even and press submit when done."""
    page.asked(r"Mark the numbers below as odd or even and press submit when done\.")
    for index, number in enumerate(page.all(".display-number")):
        kind = "odd" if int(number.text) % 2 else "even"
        yield page.click(page.all(f"#numbers .{kind}")[index])
    yield page.click("#submit")


@solves("identify-shape")
def shape(page: Page) -> Iterator[Action]:
    """Click the button that best describes the figure below."""
    page.asked(r"Click the button that best describes the figure below\.")
    kinds = {"rect": "Rectangle", "circle": "Circle", "polygon": "Triangle"}
    tag = page.read("document.querySelector('#area_svg').querySelector('rect, circle, polygon, text').tagName")
    name = kinds.get(tag)
    if name is None:
        name = "Number" if page.one("#area_svg text").text.isdigit() else "Letter"
    yield page.click("#area-buttons button", name)
