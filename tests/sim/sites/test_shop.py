"""The shop."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.sim.sites._shop_data import CATEGORIES, GOODS, found
from omnigym.sim.sites.address import slug

HOST = "shop.northwind.com"


def test_goods_are_named_as_their_addresses_say() -> None:
    assert all(slug(p.name) == p.id and p.category in CATEGORIES for p in GOODS)


@pytest.mark.parametrize(
    ("query", "category", "order", "first"),
    [
        ("", "", "", "two-person-tent"),
        ("", "Music", "price-low", "harmonica"),
        ("", "Music", "price-high", "record-player"),
        ("", "", "rating", "chef-knife"),
        ("CONTOSO audio", "", "", "record-player"),
        ("steel handle", "", "price-high", "chef-knife"),
    ],
)
def test_what_is_found(query: str, category: str, order: str, first: str) -> None:
    assert found(query, category, order)[0].id == first


def test_search_sort_and_departments(surfer: Any) -> None:
    surfer.go(HOST)
    assert surfer.text("page.count") == "16 products"
    surfer.click("page.search")
    surfer.type("steel\n")
    assert surfer.url == f"https://{HOST}/search?q=steel" and surfer.text("page.count") == "3 products"
    surfer.click("page.sort", "page.sort.2")
    assert surfer.url == f"https://{HOST}/search?q=steel&sort=price-high"
    surfer.click("page.category.music")
    assert surfer.text("page.count") == "4 products"
    surfer.go(f"{HOST}/search?q=unicorn")
    assert surfer.text("page.count") == "0 products"


def test_basket(surfer: Any) -> None:
    surfer.go(f"{HOST}/product/ukulele")
    surfer.click("page.quantity", "page.quantity.2", "page.add")
    assert surfer.url == f"https://{HOST}/basket" and surfer.text("page.total") == "Total: $157.50"
    assert surfer.record(f"{HOST}/basket/ukulele") == {"product": "ukulele", "quantity": 3}
    surfer.go(f"{HOST}/search?q=ukulele")
    surfer.click("page.add.ukulele")
    assert surfer.text("page.basket") == "Basket, 4 items"
    surfer.click("page.basket", "page.quantity.ukulele", "page.quantity.ukulele.0")
    assert surfer.record(f"{HOST}/basket/ukulele")["quantity"] == 1
    surfer.click("page.remove.ukulele")
    assert not surfer.has(f"{HOST}/basket/ukulele") and surfer.see("page.checkout") is None


def test_an_order_needs_an_address_and_is_placed_once(surfer: Any) -> None:
    surfer.go(f"{HOST}/product/head-torch")
    surfer.click("page.add", "page.checkout")
    surfer.type("Ann Lee\t\t\n")
    assert surfer.text("page.problem") == "Please fill in your name, street and city."
    surfer.click("page.street")
    surfer.type("1 Long Road\tYork")
    surfer.click("page.delivery.express", "page.order")
    assert surfer.text("page.thanks") and surfer.url == f"https://{HOST}/order/10001?new=1"
    order = surfer.record(f"{HOST}/orders/10001")
    assert order == {
        "number": "10001",
        "date": "2025-03-14",
        "name": "Ann Lee",
        "street": "1 Long Road",
        "city": "York",
        "delivery": "Express",
        "status": "Preparing",
        "total": 2490 + 1295,
        "items": [{"product": "head-torch", "quantity": 1}],
    }
    assert not surfer.has(f"{HOST}/basket/head-torch")
    surfer.press("left", "alt")
    surfer.click("page.order")
    assert surfer.text("page.problem") == "Your basket is empty."
    assert not surfer.has(f"{HOST}/orders/10002")


def test_an_order_is_cancelled_and_its_invoice_downloaded(surfer: Any) -> None:
    surfer.go(f"{HOST}/orders")
    surfer.click("page.order.10000", "page.invoice")
    invoice = surfer.device.read_file("Downloads/invoice 10000.txt").decode()
    assert "3 x Paper notebook" in invoice and "Total: $89.40" in invoice
    surfer.click("browser.flyout_close", "page.cancel")
    assert surfer.record(f"{HOST}/orders/10000")["status"] == "Delivered", "it is too late to cancel it"


def test_wishes(surfer: Any) -> None:
    surfer.go(f"{HOST}/product/wall-clock")
    surfer.click("page.wish")
    assert surfer.record(f"{HOST}/wishes/wall-clock")["product"] == "wall-clock"
    surfer.click("page.wishes", "page.add.wall-clock", "page.remove.wall-clock")
    assert not surfer.has(f"{HOST}/wishes/wall-clock") and surfer.has(f"{HOST}/basket/wall-clock")


def test_a_review_needs_words_and_replaces_the_one_before(surfer: Any) -> None:
    surfer.go(f"{HOST}/product/harmonica")
    surfer.click("page.review", "page.publish")
    assert "Write a few words first." in [n.name for n in surfer.device.tree()]
    for words, choice in (("Loud.", 0), ("Too loud.", 3)):
        surfer.go(f"{HOST}/review/harmonica")
        surfer.click("page.stars", f"page.stars.{choice}", "page.text")
        surfer.type(words)
        surfer.click("page.publish")
        assert surfer.url == f"https://{HOST}/product/harmonica"
    review = surfer.record(f"{HOST}/reviews/harmonica-alex-morgan")
    assert (review["text"], review["stars"], review["date"]) == ("Too loud.", 2, "2025-03-14")


@pytest.mark.parametrize("path", ["product/unicorn", "order/1", "review/unicorn", "nothing"])
def test_pages_that_do_not_exist(surfer: Any, path: str) -> None:
    surfer.go(f"{HOST}/{path}")
    assert "404: this page does not exist" in [n.name for n in surfer.device.tree()]


def test_what_is_in_its_files_is_what_is_shown(surfer: Any) -> None:
    surfer.device.write_file(
        f"AppData/Local/Sites/{HOST}/basket/unicorn.json", b'{"product": "unicorn", "quantity": 2}'
    )
    surfer.device.write_file(f"AppData/Local/Sites/{HOST}/orders/bad.json", b"no json")
    surfer.device.write_file(f"AppData/Local/Sites/{HOST}/orders/10007.json", b'{"total": "much", "status": "Lost"}')
    surfer.go(f"{HOST}/basket")
    assert surfer.text("page.total") == "Total: $0.00"
    surfer.go(f"{HOST}/orders")
    assert surfer.names("page.order.") == ["Order 10007", "Order 10000"], "no JSON is no order"
