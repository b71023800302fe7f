"""The part of Playwright's locators that tasks use, on an omnigym device."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from omnigym.benchmarks.browsergym.driver import TRIES, Driver
from omnigym.errors import ConfigError

__all__ = ["Finder", "Locator"]

_PREFIXES = {"css=": "css", "xpath=": "xpath", "//": "xpath", "text=": "text"}


@functools.cache
def _script() -> str:
    return (resources.files(__package__) / "locate.js").read_text(encoding="utf-8")


class Finder:
    """Base of everything that has locators: a page, and a locator itself.

    Args:
        driver: Acts on the device.
        steps: The steps from the document to these elements, for ``locate.js``.
    """

    def __init__(self, driver: Driver, steps: Sequence[Sequence[object]] = ()) -> None:
        self._driver = driver
        self._steps = tuple(steps)

    def locator(self, selector: str, *, has_text: str | None = None) -> Locator:
        """The elements that match a selector: CSS, ``xpath=``, ``//`` or ``text=``."""
        prefix = next((p for p in _PREFIXES if selector.startswith(p)), "")
        kind = _PREFIXES.get(prefix, "css")
        value = selector if prefix == "//" else selector.removeprefix(prefix)
        quoted = kind == "text" and len(value) > 1 and value[0] == value[-1] == '"'
        step = (kind, value.strip('"'), quoted) if kind == "text" else (kind, value)
        found = self._next(*step)
        return found if has_text is None else found.filter(has_text=has_text)

    def get_by_text(self, text: str, *, exact: bool = False) -> Locator:
        """The innermost elements with a text."""
        return self._next("text", text, exact)

    def get_by_role(self, role: str, *, name: str | None = None, exact: bool = False) -> Locator:
        """The elements with an ARIA role."""
        return self._next("role", role, name, exact)

    def get_by_label(self, text: str, *, exact: bool = False) -> Locator:
        """The fields with a label."""
        return self._next("label", text, exact)

    def get_by_placeholder(self, text: str, *, exact: bool = False) -> Locator:
        """The fields with a placeholder."""
        return self._next("attribute", "placeholder", text, exact)

    def get_by_title(self, text: str, *, exact: bool = False) -> Locator:
        """The elements with a title."""
        return self._next("attribute", "title", text, exact)

    def get_by_test_id(self, test_id: str) -> Locator:
        """The elements with a ``data-testid``."""
        return self._next("attribute", "data-testid", test_id, True)

    def _next(self, *step: object) -> Locator:
        return Locator(self._driver, (*self._steps, step))


class Locator(Finder):
    """Elements of the page, searched again at each call. A method that needs one element takes the first.

    It waits for that element in the page's own time. Reading changes nothing; clicking and typing are ordinary actions.
    """

    # -- which -------------------------------------------------------------------------------------------------------

    @property
    def first(self) -> Locator:
        """The first element."""
        return self.nth(0)

    @property
    def last(self) -> Locator:
        """The last element."""
        return self.nth(-1)

    def nth(self, index: int) -> Locator:
        """The element with an index, counted from 0."""
        return self._next("nth", index)

    def filter(self, *, has_text: str) -> Locator:
        """The elements with a text."""
        return self._next("having", has_text)

    def all(self) -> list[Locator]:
        """A locator for each of the elements."""
        return [self.nth(n) for n in range(self.count())]

    # -- reading -----------------------------------------------------------------------------------------------------

    def count(self) -> int:
        """The current number of elements."""
        return int(self._now("count"))

    def all_inner_texts(self) -> list[str]:
        """The visible text of each element."""
        return list(self._now("all_inner_texts"))

    def all_text_contents(self) -> list[str]:
        """The text content of each element, hidden text included."""
        return list(self._now("all_text_contents"))

    def is_visible(self, **_: object) -> bool:
        """Whether the first element is visible now."""
        return bool(self._now("is_visible"))

    def is_hidden(self, **_: object) -> bool:
        """Whether the first element is missing or hidden now."""
        return not self.is_visible()

    def is_checked(self, **_: object) -> bool:
        """Whether a check box or radio button is checked."""
        return bool(self._one("is_checked"))

    def is_enabled(self, **_: object) -> bool:
        """Whether the element is enabled."""
        return bool(self._one("is_enabled"))

    def inner_text(self, **_: object) -> str:
        """The visible text of the element."""
        return str(self._one("inner_text"))

    def inner_html(self, **_: object) -> str:
        """The HTML inside of the element."""
        return str(self._one("inner_html"))

    def text_content(self, **_: object) -> str:
        """The text content of the element, hidden text included."""
        return str(self._one("text_content"))

    def input_value(self, **_: object) -> str:
        """The value of a field."""
        return str(self._one("input_value"))

    def get_attribute(self, name: str, **_: object) -> str | None:
        """The value of an attribute, or None."""
        value: str | None = self._one("get_attribute", name)
        return value

    def bounding_box(self, **_: object) -> dict[str, float]:
        """The rectangle of the element: x, y, width, height in CSS pixels."""
        return dict(self._one("bounding_box"))

    # -- acting ------------------------------------------------------------------------------------------------------

    def wait_for(self, *, state: str = "visible", **_: object) -> None:
        """Wait until the first element is ``"visible"``, ``"attached"``, ``"hidden"`` or ``"detached"``.

        Raises:
            ConfigError: It did not reach this state.
        """
        for _try in range(TRIES):
            there = self.is_visible() if state in ("visible", "hidden") else self.count() > 0
            if there == (state in ("visible", "attached")):
                return
            self._driver.device.settle()
        raise ConfigError(f"{self!r} did not become {state}.")

    def scroll_into_view_if_needed(self, **_: object) -> None:
        """Scroll the element onto the screen."""
        self._one("show")

    def click(self, *, button: str = "left", click_count: int = 1, **_: object) -> None:
        """Click in the middle of the element."""
        self._driver.click(*self._middle(), button, click_count)

    def dblclick(self, **_: object) -> None:
        """Double-click in the middle of the element."""
        self.click(click_count=2)

    def hover(self, **_: object) -> None:
        """Move the pointer to the middle of the element."""
        self._driver.move(*self._middle())

    def focus(self, **_: object) -> None:
        """Focus the element."""
        self._one("focus")

    def fill(self, value: str, **_: object) -> None:
        """Replace the value of a field."""
        self._one("fill", value)
        self._driver.device.settle()

    def press_sequentially(self, text: str, **_: object) -> None:
        """Type into it, key by key."""
        self.focus()
        self._driver.type(text)

    def type(self, text: str, **_: object) -> None:
        """Type into it, key by key."""
        self.press_sequentially(text)

    def press(self, key: str, **_: object) -> None:
        """Focus the element and press a key: ``"Enter"``, ``"Control+a"``."""
        self.focus()
        self._driver.press(key)

    def check(self, **_: object) -> None:
        """Check a check box or radio button."""
        if not self.is_checked():
            self.click()

    def uncheck(self, **_: object) -> None:
        """Uncheck a check box."""
        if self.is_checked():
            self.click()

    def select_option(self, value: str | Sequence[str] | None = None, *, label: str | None = None) -> list[str]:
        """Select the options of a list that have a value or a label; returns the selected values."""
        wanted = value if value is not None else label or ""
        chosen = self._one("select_option", [wanted] if isinstance(wanted, str) else list(wanted))
        self._driver.device.settle()
        return list(chosen)

    # -- the page ----------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"Locator({' > '.join(' '.join(map(str, step)) for step in self._steps)})"

    def _middle(self) -> tuple[float, float]:
        box = self._one("show")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _now(self, verb: str, argument: object = None) -> Any:
        """The result of a verb of ``locate.js`` now; `_one` waits until there is an element."""
        return self._said(verb, argument)["value"]

    def _one(self, verb: str, argument: object = None) -> Any:
        for _ in range(TRIES):
            said = self._said(verb, argument)
            if "missing" not in said:
                return said["value"]
            self._driver.device.settle()
        raise ConfigError(f"{self!r} is not on the page {self._driver.run('location.href')}.")

    def _said(self, verb: str, argument: object) -> Any:
        call = ", ".join(json.dumps(a) for a in (self._steps, verb, argument))
        said = self._driver.run(f"({_script()})({call})")
        return {"missing": True} if said is None else said
