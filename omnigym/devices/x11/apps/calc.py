"""LibreOffice Calc."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.x11.libreoffice import office

APP = office(
    "calc",
    "localc",
    "libreoffice-calc",
    "libreoffice-calc",
    "com.sun.star.sheet.SpreadsheetDocument",
    "Calc MS Excel 2007 XML",
    {
        "ok": {"role": Role.BUTTON, "name": "OK"},
        "sort_up": {"role": Role.BUTTON, "name": "Sort Ascending"},
        "sort_down": {"role": Role.BUTTON, "name": "Sort Descending"},
    },
)
