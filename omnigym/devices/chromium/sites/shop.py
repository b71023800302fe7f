"""The shop: Oscar."""

from __future__ import annotations

from omnigym.devices.chromium.serving import app_site, sql_table

__all__ = ["SITE"]

_DATABASE = "site.sqlite3"
_BASKET = """
SELECT p.title AS product, l.quantity AS quantity FROM basket_line l JOIN basket_basket b ON b.id = l.basket_id
  JOIN catalogue_product p ON p.id = l.product_id WHERE b.status = 'Open' AND b.owner_id IS NOT NULL
"""
_ORDERS = """
SELECT o.number AS number, l.title AS product, l.quantity AS quantity, a.first_name AS first_name,
  a.last_name AS last_name, a.line1 AS street, a.line4 AS town, a.postcode AS postcode
FROM order_line l JOIN order_order o ON o.id = l.order_id LEFT JOIN order_shippingaddress a
  ON a.id = o.shipping_address_id
"""
_WISHES = """
SELECT w.name AS list, p.title AS product FROM wishlists_wishlist w LEFT JOIN wishlists_line l ON l.wishlist_id = w.id
  LEFT JOIN catalogue_product p ON p.id = l.product_id
"""
_REVIEWS = """
SELECT p.title AS product, r.score AS score, r.title AS title, r.body AS body FROM reviews_productreview r
  JOIN catalogue_product p ON p.id = r.product_id
"""
_ADDRESSES = """
SELECT first_name, last_name, line1 AS street, line4 AS town, postcode, country_id AS country,
  is_default_for_shipping AS shipping, is_default_for_billing AS billing FROM address_useraddress
"""

SITE = app_site(
    "shop",
    title="House & Garden",
    category="Lifestyle",
    packages={"django-oscar": "oscar", "whoosh": "whoosh"},
    start="/catalogue/",
    tables={
        "basket": sql_table(_DATABASE, _BASKET),
        "orders": sql_table(_DATABASE, _ORDERS),
        "wishes": sql_table(_DATABASE, _WISHES),
        "reviews": sql_table(_DATABASE, _REVIEWS),
        "addresses": sql_table(_DATABASE, _ADDRESSES),
        "users": sql_table(_DATABASE, "SELECT username, first_name, last_name, email FROM auth_user"),
    },
    keyed={"basket": "product", "users": "username"},
)
