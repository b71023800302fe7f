"""Oracles of tasks in which text has to be entered into fields."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Click
from omnigym.benchmarks.miniwob.oracles._page import Page, solves
from omnigym.errors import OracleError

# -- oracles of tasks in which tables, figures and trees have to be read ----------------------------------------------


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


# -- writing ----------------------------------------------------------------------------------------------------------


@solves("enter-text", "enter-text-dynamic")
def text(page: Page) -> Iterator[Action]:
    """Enter "word" into the text field and press Submit."""
    (word,) = page.asked(r'Enter "(.*)" into the text field and press Submit\.')
    yield from page.enter("#tt", word)
    yield page.click("#subbtn")


@solves("enter-text-2")
def text_in_capitals(page: Page) -> Iterator[Action]:
    """Type "word" in all upper case letters in the text input and press Submit."""
    word, case = page.asked(r'Type "(.*)" in all (upper|lower) case letters in the text input and press Submit\.')
    yield from page.enter("#tt", word.upper() if case == "upper" else word.lower())
    yield page.click("#subbtn")


@solves("enter-password")
def password(page: Page) -> Iterator[Action]:
    """Enter the password "word" into both text fields and press submit."""
    (word,) = page.asked(r'Enter the password "(.*)" into both text fields and press submit\.')
    yield from page.enter("#password", word)
    yield from page.enter("#verify", word)
    yield page.click("#subbtn")


@solves("login-user")
def login(page: Page) -> Iterator[Action]:
    """Enter the username "name" and the password "word" into the text fields and press login."""
    name, word = page.asked(r'Enter the username "(.*)" and the password "(.*)" into the text fields and press login\.')
    yield from page.enter("#username", name)
    yield from page.enter("#password", word)
    yield page.click("#subbtn")


@solves("focus-text")
def focus(page: Page) -> Iterator[Action]:
    """Focus into the textbox."""
    page.asked(r"Focus into the textbox\.")
    yield page.click("#area input")


@solves("focus-text-2")
def focus_one(page: Page) -> Iterator[Action]:
    """Focus into the 2nd input textbox."""
    (number,) = page.asked(r"Focus into the (\d)\w\w input textbox\.")
    yield page.click(page.all("#area input")[int(number) - 1])


@solves("simple-arithmetic")
def sum_(page: Page) -> Iterator[Action]:
    """Solve the math problem and type your answer into the textbox. Press submit when done."""
    page.asked(r"Solve the math problem and type your answer into the textbox\. Press submit when done\.")
    one, operator, two = page.one("#math-problem").text.removesuffix("=").split()
    a, b = int(one), int(two)
    yield from page.enter("#math-answer", str({"+": a + b, "-": a - b, "x": a * b}[operator]))
    yield page.click("#subbtn")


@solves("simple-algebra")
def equation(page: Page) -> Iterator[Action]:
    """Solve for x and type your answer into the textbox. Press Submit when done."""
    page.asked(r"Solve for x and type your answer into the textbox\. Press Submit when done\.")
    left, result = page.one("#math-problem").text.split(" = ")
    one, operator, two = left.split()
    known = int(two if one == "x" else one)
    if operator == "+":
        answer = int(result) - known
    else:
        answer = int(result) + known if one == "x" else known - int(result)
    yield from page.enter("#math-answer", str(answer))
    yield page.click("#subbtn")


@solves("text-transform")
def distorted_text(page: Page) -> Iterator[Action]:
    """Type the text below into the text field and press Submit."""
    page.asked(r"Type the text below into the text field and press Submit\.")
    yield from page.enter("#tt", page.one("#captcha").text.replace(" ", ""))
    yield page.click("#subbtn")


@solves("find-word")
def nth_word(page: Page) -> Iterator[Action]:
    """Find the 3rd word in the paragraph, type that into the textbox and press "Submit"."""
    (number,) = page.asked(r'Find the (\d+)\w\w word in the paragraph, type that into the textbox and press "Submit"\.')
    words = page.one("#area p").text.split()
    yield from page.enter("#answer-input", words[int(number) - 1].rstrip(".,"))
    yield page.click("#subbtn")


@solves("guess-number")
def guess(page: Page) -> Iterator[Action]:
    """Guess the number between 0-9 and press Submit. Use the feedback below to find the right number."""
    page.asked(r"Guess the number between 0-9 and press Submit\. Use the feedback below to find the right number\.")
    low, high = 0, 9
    while True:  # the page ends the episode at the right number, after at most four guesses
        number = (low + high) // 2
        yield from page.enter("#tt", str(number))
        yield page.click("#subbtn")
        if "higher" in page.one("#feedback div").text:
            low = number + 1
        else:
            high = number - 1


@solves("multi-orderings")
def movie_search(page: Page) -> Iterator[Action]:
    """Search for comedy movies directed by Smith from year 1999."""
    genre, name, year = page.asked(r"Search for (.*) movies directed by (.*) from year (\d+)\.")
    said = {"Genre": genre, "Director": name, "Year": year}
    for row, label in enumerate(page.all("#area th")):
        yield from page.enter(f"#area tr:nth-child({row + 1}) input", said[label.text])
    yield page.click("#area .final")
