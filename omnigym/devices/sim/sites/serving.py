"""What there is at an address that is a file and no page: what a program that loads addresses gets.

A site serves the files in ``AppData/Local/Sites/<host>/files``, each at its path there, so a setup step that writes one
puts it on the web; and those that its `Site.serves` makes.
"""

from __future__ import annotations

from omnigym.devices.sim.sites.address import parse
from omnigym.devices.sim.sites.catalogue import all_sites
from omnigym.devices.sim.sites.records import folder_of
from omnigym.devices.sim.vfs import Vfs, join

__all__ = ["content_at", "file_name", "is_host"]


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
