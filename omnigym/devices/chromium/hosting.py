"""The sites of a device: which can be reached, and the servers of those that have been opened."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from omnigym.devices.chromium.network import Network
from omnigym.devices.chromium.site import Server, Site, sites
from omnigym.devices.home_data import HomeData
from omnigym.devices.userdata import Row, TableInfo
from omnigym.errors import AppError, MissingDependencyError, UnknownNameError

Rows: TypeAlias = tuple[Row, ...]


class SiteTables(NamedTuple):
    """The records of applications at one moment.

    Attributes:
        records: The rows of each table of those that run, by address.
        tables: What there is to know of them.
        pristine: What each table begins with, also of those that run later.
    """

    records: Mapping[str, Rows]
    tables: Mapping[str, TableInfo]
    pristine: Mapping[str, Rows]


class Hosting:
    """Sites by name; a server is started when its site is first opened, and kept over resets.

    Each site that has a server is given a port from the beginning, because the browser is told at its start where a
    host is found. The port is kept from others by a socket that is bound and does not listen.

    Args:
        available: The sites that can run here.
        network: Told where they are.
    """

    def __init__(self, available: Mapping[str, Site], network: Network) -> None:
        self.sites = available
        self._infos = {_address(s, t): TableInfo(s.keyed.get(t, "")) for s in available.values() for t in s.tables}
        self._reserved: dict[str, socket.socket] = {}
        self._servers: dict[str, Server] = {}
        self._pristine: dict[str, Rows] = {}
        for site in available.values():
            if site.folder is not None:
                network.serve(site.origin, site.folder())
            else:
                network.place(site.origin, self._reserve(site.name))

    def site(self, name: str) -> Site:
        """A site by its name.

        Raises:
            UnknownNameError: There is none.
            MissingDependencyError: It cannot run here.
        """
        if name not in self.sites and (known := sites().get(name)) is not None:
            raise MissingDependencyError(", ".join(known.missing()), f"The site {name!r}", known.install)
        if name not in self.sites:
            raise UnknownNameError("app", name, self.sites)
        return self.sites[name]

    def at(self, origin: str) -> str:
        """The name of the site at an origin; empty if there is none."""
        return next((s.name for s in self.sites.values() if s.origin == origin), "")

    def open(self, name: str) -> Site:
        """A site whose server, if it has one, runs.

        Raises:
            UnknownNameError: There is none, or it cannot run here.
            AppError: It did not start.
        """
        site = self.site(name)
        if site.server is not None and name not in self._servers:
            self._servers[name] = site.server(self._reserved[name].getsockname()[1])
            # Before a page can ask anything of it: each episode begins with these.
            self._pristine |= self._read(site)
        return site

    def data(self) -> SiteTables:
        """What the applications that run keep now. The others have what they begin with."""
        records = {address: rows for name in self._servers for address, rows in self._read(self.sites[name]).items()}
        return SiteTables(records, {a: self._infos[a] for a in records}, self._pristine)

    def _read(self, site: Site) -> dict[str, Rows]:
        folder = self._servers[site.name].data
        return {_address(site, t): read(folder) for t, read in site.tables.items() if t not in site.views}

    def rows(self, name: str, table: str) -> tuple[Mapping[str, str], ...]:
        """What a site's application keeps in one of its tables; it is started if it does not run.

        Raises:
            UnknownNameError: There is no such site or table, or it cannot run here.
            AppError: It did not start.
        """
        site = self.open(name)
        if table not in site.tables:
            raise UnknownNameError(f"table of {name}", table, site.tables)
        return site.tables[table](self._servers[name].data)

    def reset(self) -> None:
        """Bring the data of all running sites to their beginning; one that has died is started when next opened."""
        for name, server in tuple(self._servers.items()):
            try:
                server.reset()
            except AppError:
                server.close()
                del self._servers[name]

    def close(self) -> None:
        """End all servers."""
        for server in self._servers.values():
            server.close()
        for reserved in self._reserved.values():
            reserved.close()
        self._servers.clear()
        self._reserved.clear()

    def _reserve(self, name: str) -> int:
        reserved = socket.socket()
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        self._reserved[name] = reserved
        port: int = reserved.getsockname()[1]
        return port


def _address(site: Site, table: str) -> str:
    return f"content://{site.name}/{table}"


# -- the user's data in the browser -----------------------------------------------------------------------------------

# The files of the home, and what the sites' applications keep.


@dataclass(frozen=True)
class WebData(HomeData):
    """As `omnigym.devices.home_data.HomeData`, with the tables of the applications that ran at that moment.

    Attributes:
        pristine: What the tables of the others had, once they have been started.
    """

    pristine: Mapping[str, tuple[Row, ...]] = field(default_factory=dict, compare=False)

    def rows(self, address: str) -> tuple[Row, ...]:
        """As of `UserData`."""
        found = self.records.get(address, self.pristine.get(address))
        if found is None:
            raise UnknownNameError("table of a site", address, self.pristine)
        return found


def web_data(home: HomeData, sites: SiteTables) -> WebData:
    """Both of one moment."""
    return WebData(
        home.digests,
        home.contents,
        sites.records,
        sites.tables,
        times=home.times,
        portable=home.portable,
        pristine=sites.pristine,
    )
