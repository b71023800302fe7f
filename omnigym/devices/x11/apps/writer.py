"""LibreOffice Writer."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.x11.libreoffice import office

APP = office(
    "writer",
    "lowriter",
    "libreoffice-writer",
    "libreoffice-writer",
    "com.sun.star.text.TextDocument",
    "MS Word 2007 XML",
    {
        "page": {"role": Role.DOCUMENT},
    },
)
