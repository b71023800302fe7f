"""LibreOffice Impress. Its slides are panes with their titles as names."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.devices.x11.libreoffice import office

APP = office(
    "impress",
    "loimpress",
    "libreoffice-impress",
    "libreoffice-impress",
    "com.sun.star.presentation.PresentationDocument",
    "Impress MS PowerPoint 2007 XML",
    {
        "slide": {"role": Role.PANE, "name": "{name}"},
        "slides": {"role": Role.DOCUMENT, "name": "Slides View"},
        "page": {"role": Role.PANE, "text": "PageShape:"},
    },
)
