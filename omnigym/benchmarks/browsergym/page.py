"""The part of Playwright's synchronous page that tasks use, on an omnigym device.

A missing member raises an error that says so. Arguments that only steer Playwright (timeouts, ``wait_until``) are
accepted and ignored: the device waits until a page has settled, in the page's own time.
"""

from __future__ import annotations

from typing import Any

from omnigym.actions import Press, Scroll, Wait
from omnigym.benchmarks.browsergym.driver import TRIES, BrowserDevice, Driver
from omnigym.benchmarks.browsergym.locator import Finder
from omnigym.errors import ConfigError

__all__ = ["BrowserMouse", "Context", "Keyboard", "NoSuchMemberError", "Page"]


class NoSuchMemberError(ConfigError, AttributeError):
    """A task uses a member of Playwright's page that is not here. As an `AttributeError` it works with `hasattr`."""


class Keyboard:
    """``page.keyboard``.

    Args:
        driver: The device.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def insert_text(self, text: str) -> None:
        """Type a text into the focused element."""
        self._driver.type(text)

    def type(self, text: str, **_: object) -> None:
        """Type a text into the focused element."""
        self.insert_text(text)

    def press(self, key: str, **_: object) -> None:
        """Press a key: ``"Enter"``, ``"Control+a"``."""
        self._driver.press(key)


class BrowserMouse:
    """``page.mouse``.

    Args:
        driver: The device.
    """

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._at = (0.0, 0.0)

    def move(self, x: float, y: float, **_: object) -> None:
        """Move the pointer, to CSS pixels."""
        self._at = (x, y)
        self._driver.move(x, y)

    def click(self, x: float, y: float, *, button: str = "left", click_count: int = 1, **_: object) -> None:
        """Click at CSS pixels."""
        self._at = (x, y)
        self._driver.click(x, y, button, click_count)

    def dblclick(self, x: float, y: float, **_: object) -> None:
        """Double-click at CSS pixels."""
        self.click(x, y, click_count=2)

    def wheel(self, delta_x: float, delta_y: float) -> None:
        """Turn the wheel at the position of the pointer, by CSS pixels."""
        self._driver.act(Scroll(self._driver.point(*self._at), delta_y / 100, delta_x / 100))


class Context:
    """``page.context``, which has the front page only.

    Args:
        page: The page.
    """

    def __init__(self, page: Page) -> None:
        self.pages = [page]


class Page(Finder):
    """The front page of a device.

    Args:
        device: The browser.

    Attributes:
        keyboard, mouse, context: As Playwright calls them.
    """

    def __init__(self, device: BrowserDevice) -> None:
        super().__init__(Driver(device))
        self.keyboard, self.mouse = Keyboard(self._driver), BrowserMouse(self._driver)
        self.context = Context(self)

    def __getattr__(self, name: str) -> object:
        raise NoSuchMemberError(
            f"omnigym's page has no {name!r}: it knows the part of Playwright's page that is listed in "
            "omnigym.benchmarks.browsergym.page. Let the task do it by evaluate() or a locator()."
        )

    # -- where -------------------------------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The address of the page."""
        return str(self._driver.run("location.href"))

    def title(self) -> str:
        """The title of the page."""
        return str(self._driver.run("document.title"))

    def content(self) -> str:
        """The current HTML of the page."""
        return str(self._driver.run("document.documentElement.outerHTML"))

    def goto(self, url: str, **_: object) -> None:
        """Go to a URL.

        Raises:
            ConfigError: Its origin is not allowed on the device.
        """
        self._driver.device.navigate(url)

    def reload(self, **_: object) -> None:
        """Reload the page."""
        self._driver.act(Press("f5"))

    def go_back(self, **_: object) -> None:
        """Go back in the history."""
        self._driver.act(Press("left", ("alt",)))

    def go_forward(self, **_: object) -> None:
        """Go forward in the history."""
        self._driver.act(Press("right", ("alt",)))

    # -- waiting -----------------------------------------------------------------------------------------------------

    def wait_for_timeout(self, timeout: float) -> None:
        """Wait for a number of milliseconds of the page's own time."""
        self._driver.act(Wait(timeout / 1000))

    def wait_for_load_state(self, *_: object, **__: object) -> None:
        """Wait until the page has settled."""
        self._driver.device.settle()

    wait_for_url = wait_for_load_state

    def wait_for_function(self, expression: str, *, arg: object = None, **_: object) -> object:
        """Wait until an expression, or a function's value, is true.

        Raises:
            ConfigError: It did not become true.
        """
        for _try in range(TRIES):
            value = self._driver.run(expression, arg)
            if value:
                return value
            self._driver.device.settle()
        raise ConfigError(f"This did not become true: {expression[:200]!r}.")

    def wait_for_selector(self, selector: str, *, state: str = "visible", **_: object) -> object:
        """Wait for an element, and return its locator."""
        found = self.locator(selector)
        found.wait_for(state=state)
        return found

    def set_default_timeout(self, _timeout: float) -> None:
        """Do nothing, since the device has its own deadlines."""

    set_default_navigation_timeout = set_default_timeout

    # -- the page's elements -----------------------------------------------------------------------------------------

    def evaluate(self, expression: str, arg: object = None) -> Any:
        """The value of an expression, or of a function called with an argument; a promise is waited for."""
        return self._driver.run(expression, arg)

    def query_selector(self, selector: str) -> object:
        """The locator of the first element, or None if there is none now."""
        found = self.locator(selector)
        return found.first if found.count() else None

    def query_selector_all(self, selector: str) -> object:
        """The locators of all elements now."""
        return self.locator(selector).all()

    def click(self, selector: str, **options: Any) -> None:
        """Click on an element."""
        self.locator(selector).click(**options)

    def fill(self, selector: str, value: str, **_: object) -> None:
        """Replace the value of a field."""
        self.locator(selector).fill(value)

    def press(self, selector: str, key: str, **_: object) -> None:
        """Press a key in an element."""
        self.locator(selector).press(key)

    def inner_text(self, selector: str, **_: object) -> str:
        """The visible text of an element."""
        return self.locator(selector).inner_text()

    def text_content(self, selector: str, **_: object) -> str:
        """The text content of an element, hidden text included."""
        return self.locator(selector).text_content()

    def input_value(self, selector: str, **_: object) -> str:
        """The value of a field."""
        return self.locator(selector).input_value()

    def is_visible(self, selector: str, **_: object) -> bool:
        """Whether an element is visible."""
        return self.locator(selector).is_visible()

    def is_checked(self, selector: str, **_: object) -> bool:
        """Whether a check box is checked."""
        return self.locator(selector).is_checked()
