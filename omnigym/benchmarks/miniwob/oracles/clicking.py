"""Oracles of tasks in which something that is named has to be clicked."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Press, Wait
from omnigym.benchmarks.miniwob.oracles._page import Page, solves
from omnigym.errors import OracleError

#: The seconds of the page's time that two clicks take.
_CLICKING = 0.2
#: The seconds of the page's time within which a collapsible section unfolds.
_UNFOLDING = 0.5


@solves("click-test")
def only_button(page: Page) -> Iterator[Action]:
    """Click the button."""
    page.asked(r"Click the button\.")
    yield page.click("#subbtn")


@solves("click-test-2", "click-test-transfer")
def named_button(page: Page) -> Iterator[Action]:
    """Click button ONE."""
    (name,) = page.asked(r"Click button (\w+)\.")
    yield page.click("#area button", name)


@solves("click-button")
def button(page: Page) -> Iterator[Action]:
    """Click on the "Okay" button."""
    (name,) = page.asked(r'Click on the "(.*)" button\.')
    yield page.click("#area button", name)


@solves("click-button-sequence")
def two_buttons(page: Page) -> Iterator[Action]:
    """Click button ONE, then click button TWO."""
    for name in page.asked(r"Click button (\w+), then click button (\w+)\."):
        yield page.click("#area button", name)


@solves("button-delay")
def two_buttons_with_a_pause(page: Page) -> Iterator[Action]:
    """Click button ONE, wait 2 seconds, then click button TWO."""
    first, seconds, second = page.asked(r"Click button (\w+), wait (\d+) seconds, then click button (\w+)\.")
    yield page.click("#area button", first)
    yield Wait(float(seconds) - _CLICKING)
    yield page.click("#area button", second)


@solves("click-link")
def link(page: Page) -> Iterator[Action]:
    """Click on the link "word"."""
    (name,) = page.asked(r'Click on the link "(.*)"\.')
    yield page.click(".alink", name)


@solves("click-dialog")
def close_dialog(page: Page) -> Iterator[Action]:
    """Close the dialog box by clicking the "x"."""
    page.asked(r'Close the dialog box by clicking the "x"\.')
    yield page.click(".ui-dialog-titlebar-close")


@solves("click-dialog-2")
def dialog_button(page: Page) -> Iterator[Action]:
    """Click the button in the dialog box labeled "OK"."""
    (name,) = page.asked(r'Click the button in the dialog box labeled "(.*)"\.')
    if name == "x":
        yield page.click(".ui-dialog-titlebar-close")
    else:
        yield page.click(".ui-dialog-buttonset button", name)


@solves("click-tab")
def tab(page: Page) -> Iterator[Action]:
    """Click on Tab #2."""
    (name,) = page.asked(r"Click on (Tab #\d)\.")
    yield page.click("#area ul a", name)


@solves("click-tab-2", "click-tab-2-easy", "click-tab-2-medium", "click-tab-2-hard")
def link_in_a_tab(page: Page) -> Iterator[Action]:
    """Switch between the tabs to find and click on the link "word"."""
    (name,) = page.asked(r'Switch between the tabs to find and click on the link "(.*)"\.')
    for tab in page.all("#area ul a"):
        if any(link.text == name for link in page.all(".alink")):
            break
        yield page.click(tab)
    yield page.click(".alink", name)


@solves("click-collapsible", "click-collapsible-nodelay")
def section(page: Page) -> Iterator[Action]:
    """Expand the section below and click submit."""
    page.asked(r"Expand the section below and click submit\.")
    yield page.click("#area h3")
    yield Wait(_UNFOLDING)
    yield page.click("#subbtn")


@solves("click-collapsible-2", "click-collapsible-2-nodelay")
def link_in_a_section(page: Page) -> Iterator[Action]:
    """Expand the sections below, to find and click on the link "word"."""
    (name,) = page.asked(r'Expand the sections below, to find and click on the link "(.*)"\.')
    for index in range(len(page.all("#area h3"))):
        yield page.click(page.all("#area h3")[index])
        yield Wait(_UNFOLDING)
        if any(link.text == name for link in page.all(".alink")):
            yield page.click(".alink", name)
            return
    raise OracleError(f"No section has a link {name!r}.")


@solves("click-widget")
def widget(page: Page) -> Iterator[Action]:
    """Click on a "checkbox" widget."""
    (kind,) = page.asked(r'Click on a "(.*)" widget\.')
    yield page.click(f"#area [data-type={kind}]")


@solves("click-color")
def coloured_box(page: Page) -> Iterator[Action]:
    """Click on the red colored box."""
    (colour,) = page.asked(r"Click on the (\w+) colored box\.")
    yield page.click(f"#area [data-color={colour}]")


# -- oracles of tasks in which boxes, options or list items are chosen and then submitted -----------------------------


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
