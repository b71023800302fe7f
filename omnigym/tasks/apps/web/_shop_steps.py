"""Steps in the shop (Oscar)."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.a11y import Role
from omnigym.actions import Action
from omnigym.tasks.apps.web._steps import at, click, go, site, write
from omnigym.tasks.subtask import UI

__all__ = ["ON_PRODUCT", "SHOP", "open_product"]

SHOP = site("shop")
#: The milestone of a product's page.
ON_PRODUCT = at("shop.test/catalogue/")


def open_product(ui: UI, product: str) -> Iterator[Action]:
    """A product's page, by the search."""
    yield from go(ui, "/catalogue/")
    yield from write(ui, product, key="id_q", enter=True)
    yield from click(ui, Role.LINK, product)
