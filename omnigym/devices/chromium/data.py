"""The user's data in the browser: the files of the home, and what the sites' applications keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from omnigym.devices.chromium.hosting import SiteTables
from omnigym.devices.home_data import HomeData
from omnigym.devices.userdata import Row
from omnigym.errors import UnknownNameError

__all__ = ["WebData", "web_data"]


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
