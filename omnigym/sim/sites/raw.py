"""How a browser shows the file at an address: a picture alone, a text as it is; whatever else there is it downloads."""

from __future__ import annotations

from omnigym.pictures import picture_size
from omnigym.sim.sites.address import parse
from omnigym.sim.sites.catalogue import all_sites
from omnigym.sim.sites.prose import code_lines
from omnigym.sim.sites.site import Page, Visit, folder_of
from omnigym.sim.ui.controls import photo
from omnigym.sim.ui.nodes import Node, column, panel, row
from omnigym.sim.vfs import Vfs, join

# -- what there is at an address that is a file and no page -----------------------------------------------------------

# What a program that loads addresses gets.

# A site serves the files in ``AppData/Local/Sites/<host>/files``, each at its path there, so a setup step that writes
# one puts it on the web; and those that its `Site.serves` makes.


def is_host(vfs: Vfs, host: str) -> bool:
    """Whether there is a site of that name."""
    return host in all_sites() or vfs.is_dir(folder_of(host, "files"))


def content_at(vfs: Vfs, url: str) -> bytes | None:
    """The content of the file at an address; None where there is none."""
    address = parse(url)
    if address is None or not address.parts or ".." in address.parts:
        return None
    place = join(folder_of(address.host, "files"), "/".join(address.parts))
    if vfs.is_file(place):
        return vfs.read(place)
    site = all_sites().get(address.host)
    return site.serves(vfs, address) if site is not None else None


def file_name(url: str) -> str:
    """What the file at an address is called; "" where the address has no path.

    >>> file_name("https://cdn.example.com/a/plan%20b.pdf")
    'plan b.pdf'
    """
    address = parse(url)
    return address.parts[-1] if address is not None and address.parts else ""


# -- raw --------------------------------------------------------------------------------------------------------------

#: The endings of what a browser shows as text. Longer texts, in bytes, are downloaded.
_TEXTS = ("txt", "md", "log", "json", "py", "toml", "yml", "yaml", "ini", "cfg", "sh", "c", "h", "js", "css")
_LONGEST = 60_000
#: What is below a folder of this name a site offers to be kept: it is downloaded, whatever it is.
_OFFERED = "download"
#: The most that a picture gets, in logical pixels.
_HEIGHT = 840


def picture_at(vfs: Vfs, url: str) -> bytes:
    """The bytes of the picture at an address; none where there is no picture."""
    content = content_at(vfs, url) or b""
    return content if picture_size(content) is not None else b""


def _picture(content: bytes, url: str, w: int) -> Node:
    size = picture_size(content) or (1, 1)
    share = min((w - 40) / size[0], _HEIGHT / size[1], 1.0)
    name = file_name(url).rpartition(".")[0]
    shown = photo(
        content,
        w=max(1, round(size[0] * share)),
        h=max(1, round(size[1] * share)),
        name=name.replace("-", " ").capitalize(),
        key=f"page.picture.{name}",
    )._replace(on=(("context", ("link_menu", url)),), reacts=True)
    return column(row(shown, justify="center"), pad=(20, 20), style="canvas")


def _text(words: str) -> Node:
    return column(code_lines(words), pad=(14, 12))


def file_page(visit: Visit, vfs: Vfs) -> Page | None:
    """The page that shows the file at an address; None where there is none, or a file that is downloaded."""
    url = visit.address.url
    content = content_at(vfs, url)
    if content is None or _OFFERED in visit.address.parts:
        return None
    return shown_file(file_name(url), content, url, visit.w)


def shown_file(name: str, content: bytes, url: str, w: int) -> Page | None:
    """The page that shows a file of a name; None for one of a kind that no browser shows."""
    if picture_size(content) is not None:
        return Page(name, panel(_picture, content, url, w))
    if name.rpartition(".")[2].lower() in _TEXTS and len(content) <= _LONGEST:
        return Page(name, panel(_text, content.decode("utf-8", "replace")))
    return None
