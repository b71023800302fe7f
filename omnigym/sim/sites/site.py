"""What a web site is: a declaration, like an app, that any simulated browser can show.

A site's database is a directory, ``AppData/Local/Sites/<host>``, with a file for each record (see `records`), so that
what was ordered or posted can be read, checked and set up like any other file. A page is made of nodes of the
toolkit; what its controls send is one of

* ``("go", url)``: follow a link; ``url`` may be relative to the host;
* ``("input", name, text)``: something was typed into the field ``name`` of the page;
* ``("link_menu", url)``: the context menu of a link;
* ``("page", ...)``: anything else, for the site's ``update``, without the "page".

Whenever a page is opened, ``update`` gets ``("opened",)``; of what that leads to only the files count.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from omnigym.sim.sites.address import Address
from omnigym.sim.tables.table import Source
from omnigym.sim.ui.nodes import Element, Msg
from omnigym.sim.vfs import HOME, Vfs

#: The key of the text area of a page that has one.
TEXT = "page.text"


class Visit(NamedTuple):
    """What a page is made of besides the data of its site.

    Attributes:
        address: Where one is.
        form: What was typed into its fields: (name, text).
        w: Width of the page in logical pixels.
        minutes: The reader's minutes east of Greenwich.
        day: The ordinal of the reader's day.
    """

    address: Address
    form: tuple[tuple[str, str], ...] = ()
    w: int = 800
    minutes: int = 0
    day: int = 0

    def typed(self, name: str, default: str = "") -> str:
        """What was typed into a field; ``default`` while nobody touched it."""
        return next((text for field, text in self.form if field == name), default)


class Editor(NamedTuple):
    """The one text area that a page may have, between its body and its foot.

    Attributes:
        name: Its accessible name.
        text: What is in it at first.
        h: Its height; `FILL` where it takes what the body leaves, which then is not scrolled.
    """

    name: str
    text: str = ""
    h: int = 96


class Page(NamedTuple):
    """A page.

    Attributes:
        title: What the tab says.
        body: What is scrolled.
        head: Above it, always visible, or None.
        editor, foot: Below it, always visible, or None.
        focus: The key of the field that has the keyboard when the page opens, or "".
    """

    title: str
    body: Element
    head: Element | None = None
    editor: Editor | None = None
    foot: Element | None = None
    focus: str = ""


class Ask(NamedTuple):
    """What an update may know.

    Attributes:
        visit: The page that the message is from.
        data: What the site's ``load`` gave.
        text: What is written in the text area of the page.
        vfs: The files.
        now_ms: Virtual milliseconds since the epoch.
    """

    visit: Visit
    data: Any
    text: str
    vfs: Vfs
    now_ms: int


class Download(NamedTuple):
    """A file that a browser saves."""

    name: str
    content: bytes


class Outcome(NamedTuple):
    """What a message leads to; the default of each is that nothing happens.

    Attributes:
        vfs: The files with what the site changed.
        go: The page to go to, in the same way as a link.
        form: What the fields of the page hold from now on.
        text: What the text area holds from now on.
        download: A file to save.
        copy: Text for the clipboard.
        upload: The message for the file that the user shall choose: ``(*upload, name, content)``.
    """

    vfs: Vfs | None = None
    go: str = ""
    form: tuple[tuple[str, str], ...] | None = None
    text: str | None = None
    download: Download | None = None
    copy: str = ""
    upload: Msg = ()


def _nothing(_vfs: Vfs, _address: Address) -> None:
    return None


class Site(NamedTuple):
    """The declaration of a web site.

    Attributes:
        host: "shop.northwind.com".
        title: What a person calls it.
        icon: Name of its icon.
        about: One line for people who search for it.
        load: ``load(vfs, address)`` gives what the page of an address shows of the site's data: hashable, and the same
            object while nothing of it changed.
        page: ``page(visit, data)`` gives the page; it puts the work into `panel` calls.
        update: ``update(ask, msg)`` says what a message leads to.
        entries: ``entries(vfs)`` gives (title, url, text) of what a search engine finds on it.
        tables: What it keeps, for checks to read.
        serves: ``serves(vfs, address)`` gives the bytes of a file that it has at an address besides those in its folder
            (see `serving`), or None.
    """

    host: str
    title: str
    icon: str
    about: str
    load: Callable[[Vfs, Address], Hashable]
    page: Callable[[Visit, Any], Page]
    update: Callable[[Ask, Msg], Outcome]
    entries: Callable[[Vfs], tuple[tuple[str, str, str], ...]]
    tables: tuple[Source, ...] = ()
    serves: Callable[[Vfs, Address], bytes | None] = _nothing


# -- records ----------------------------------------------------------------------------------------------------------

# Where a site keeps its records: ``AppData/Local/Sites/<host>/<kind>/<name>``, a file for each of them.
#
# They are JSON objects (`omnigym.sim.tables.table.Folder`), or plain text where they are texts. They are read again
# whenever their files changed, so whoever writes one, a test or a setup step, changes the site.

_SITES = f"{HOME}/AppData/Local/Sites"


def folder_of(host: str, kind: str) -> str:
    """The directory of the records of a kind."""
    return f"{_SITES}/{host}/{kind}"
