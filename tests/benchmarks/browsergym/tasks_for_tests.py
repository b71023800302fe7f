"""Tasks as BrowserGym's users write them, without BrowserGym."""

from __future__ import annotations

from typing import Any

import numpy as np


class OrderTask:
    """Order a fruit. It counts what it is asked."""

    log: list[str] = []  # noqa: RUF012 - one for all, as an environment makes the objects

    def __init__(self, seed: int, url: str, fruit: str = "Pear") -> None:
        self.random = np.random.RandomState(seed)
        self.url, self.fruit = url, fruit

    def setup(self, page: Any) -> tuple[Any, dict[str, Any]]:
        page.goto(self.url, timeout=10_000)
        self.name = ["Ann", "Bob", "Cy"][self.random.randint(3)]
        return f"Order a {self.fruit} for {self.name}.", {}

    def validate(self, page: Any, chat_messages: list[dict[str, Any]]) -> tuple[float, bool, str, dict[str, Any]]:
        if chat_messages[-1]["role"] == "assistant":
            self.log.append(chat_messages[-1]["message"])
        done = page.locator("#orders").inner_text()
        if done == "none":
            return 0.0, False, "", {}
        right = done == f"{self.name} {self.fruit[0].lower()} false 1"
        return float(right), True, f"Ordered: {done}.", {}

    def teardown(self) -> None:
        self.log.append("teardown")


class PartsTask(OrderTask):
    """Pays for each part, and has a goal with pictures."""

    def setup(self, page: Any) -> tuple[Any, dict[str, Any]]:
        super().setup(page)
        return [{"type": "text", "text": "Give a name."}, {"type": "image_url"}, {"type": "text", "text": "Order."}], {}

    def validate(self, page: Any, chat_messages: list[dict[str, Any]]) -> tuple[float, bool, str, dict[str, Any]]:
        named = bool(page.locator("#name").input_value()) and not getattr(self, "paid", False)
        self.paid = getattr(self, "paid", False) or named
        return 0.5 * named, page.locator("#orders").inner_text() != "none", "", {}


class WishfulTask(OrderTask):
    """Wants more of Playwright than there is."""

    def setup(self, page: Any) -> tuple[Any, dict[str, Any]]:
        page.route("**", print)
        return "", {}
