"""Oracles of tasks in which tables, figures and trees have to be read."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click
from omnigym.errors import OracleError
from omnigym.tasks.miniwob.oracles._page import Page
from omnigym.tasks.miniwob.oracles._registry import solves

__all__: list[str] = []


def _table(page: Page) -> dict[str, str]:
    """The rows of a table of two columns."""
    cells = [cell.text for cell in page.all("#tab td")]
    return dict(zip(cells[::2], cells[1::2], strict=True))


@solves("read-table")
def cell(page: Page) -> Iterator[Action]:
    """Enter the value of Country into the text field and press Submit."""
    (key,) = page.asked(r"Enter the value of (.*) into the text field and press Submit\.")
    yield from page.enter("#tt", _table(page)[key])
    yield page.click("#subbtn")


@solves("read-table-2")
def two_cells(page: Page) -> Iterator[Action]:
    """Enter the value that corresponds with each label into the form and submit when done."""
    page.asked(r"Enter the value that corresponds with each label into the form and submit when done\.")
    for number in "12":
        yield from page.enter(f"#tt{number}", _table(page)[page.one(f"#ll{number}").text.removesuffix(":")])
    yield page.click("#subbtn")


@solves("visual-addition")
def blocks(page: Page) -> Iterator[Action]:
    """Type the total number of blocks into the textbox and press Submit."""
    page.asked(r"Type the total number of blocks into the textbox and press Submit\.")
    yield from page.enter("#math-answer", str(len(page.all(".addition-block"))))
    yield page.click("#subbtn")


@solves("unicode-test")
def foreign_button(page: Page) -> Iterator[Action]:
    """Click on the "Cancél" button."""
    (name,) = page.asked(r'Click on the "(.*)" button\.')
    yield page.click("#area button", name)


@solves("grid-coordinate")
def coordinate(page: Page) -> Iterator[Action]:
    """Click on the grid coordinate (1,-2)."""
    (place,) = page.asked(r"Click on the grid coordinate (\(-?\d,-?\d\))\.")
    yield page.click(f'circle[id="{place}"]')


@solves("find-greatest")
def greatest_card(page: Page) -> Iterator[Action]:
    """Find and pick the card with the greatest number, then press submit."""
    page.asked(r"Find and pick the card with the greatest number, then press submit\.")
    cards = page.all("#cardholder > div")
    numbers = []
    for index in range(len(cards)):
        yield page.click(page.all("#cardholder > div")[index])
        numbers.append(int(page.all("#cardholder > div")[index].text))
    yield page.click(page.all("#cardholder > div")[numbers.index(max(numbers))])
    yield page.click("#submit")


@solves("ascending-numbers")
def ascending(page: Page) -> Iterator[Action]:
    """Click on the numbers in ascending order."""
    page.asked(r"Click on the numbers in ascending order\.")
    numbers = sorted(page.all("svg text"), key=lambda number: int(number.text))
    for number in numbers:  # the first click hides the numbers under squares at the same positions
        yield Click(page.point(number))


@solves("navigate-tree")
def tree_item(page: Page) -> Iterator[Action]:
    """Navigate through the file tree. Find and click on the folder or file named "Ann"."""
    (name,) = page.asked(r'Navigate through the file tree\. Find and click on the folder or file named "(.*)"\.')
    opened = 0
    while all(item.text != name for item in page.all("#tree span")):
        folders = page.all("#tree > li > .hitarea")
        if opened == len(folders):
            raise OracleError(f"Nothing in the tree is named {name!r}.")
        yield page.click(folders[opened])
        opened += 1
    yield page.click("#tree span", name)


@solves("use-spinner")
def spinner(page: Page) -> Iterator[Action]:
    """Select 5 with the spinner and hit Submit."""
    (number,) = page.asked(r"Select (-?\d+) with the spinner and hit Submit\.")
    arrow = page.one(".ui-spinner-up" if int(number) > 0 else ".ui-spinner-down")
    for _ in range(abs(int(number))):
        yield page.click(arrow)
    yield page.click("#subbtn")
