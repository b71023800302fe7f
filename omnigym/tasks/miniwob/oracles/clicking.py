"""Oracles of tasks in which something that is named has to be clicked."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, Wait
from omnigym.errors import OracleError
from omnigym.tasks.miniwob.oracles._page import Page
from omnigym.tasks.miniwob.oracles._registry import solves

__all__: list[str] = []

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
