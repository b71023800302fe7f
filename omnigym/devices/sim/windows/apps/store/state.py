"""Microsoft Store: the state of its window, and how it stands with a product."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from omnigym.devices.sim.kinds.job.queue import Job
from omnigym.devices.sim.program import installed_names
from omnigym.devices.sim.vfs import Vfs
from omnigym.devices.sim.windows.apps.store.records import QUEUE, RATINGS, VERSIONS, WISHES

__all__ = ["LIST", "Product", "State", "product_of"]

LIST = "store.page"


class State(NamedTuple):
    """The window.

    Attributes:
        page: "home", "product", "wishes" or "library".
        product: Which one the page is about.
        back: The pages before it, each with its product, the last one last.
        query: What is searched for.
        ticks: Whether a message is on its way that lets the time go on.
        now_ms: The moment of the last message.
    """

    page: str = "home"
    product: str = ""
    back: tuple[tuple[str, str], ...] = ()
    query: str = ""
    ticks: bool = False
    now_ms: int = 0


class Product(NamedTuple):
    """A package and how it stands with it.

    Attributes:
        name: Its name.
        installed, wished, old: Whether it is installed, on the wish list, and installed in an older version.
        version: The version that is installed, or would be.
        stars: The user's rating, or 0.
        job: What is done to it just now, or None.
    """

    name: str
    installed: bool = False
    wished: bool = False
    old: bool = False
    version: str = ""
    stars: int = 0
    job: Job | None = None


def product_of(name: str, vfs: Vfs, settings: Mapping[str, str]) -> Product:
    """A package as it stands."""
    there = name in installed_names(settings)
    version = next((v for v in VERSIONS.rows(vfs) if v.name == name), None)
    return Product(
        name,
        there,
        any(wish.name == name for wish in WISHES.rows(vfs)),
        there and version is not None and version.old,
        "" if version is None else version.version if there else version.latest,
        next((rating.stars for rating in RATINGS.rows(vfs) if rating.name == name), 0),
        next((job for job in QUEUE.jobs(vfs) if job.what == name), None),
    )
