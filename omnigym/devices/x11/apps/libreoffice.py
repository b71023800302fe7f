"""LibreOffice's programs, and what they share: a profile that asks no questions and saves Microsoft's formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.a11y import Role, State
from omnigym.devices.x11.app import XAppDefinition

# -- libreoffice ------------------------------------------------------------------------------------------------------

# What LibreOffice's programs share: a profile that asks no questions, saves Microsoft's formats and corrects nothing.
# It lies where LibreOffice looks for it, so that a program that an agent starts has the same settings. All windows
# belong to one process.

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
"""
_ITEM = '<item oor:path="/org.openoffice.{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>\n'
_FACTORY = "Setup/Office/Factories/org.openoffice.Setup:Factory['{}']"
_PROFILE = ".config/libreoffice/4/user/registrymodifications.xcu"

#: Path below org.openoffice, property and value.
_SETTINGS = (
    ("Office.Common/Misc", "FirstRun", "false"),
    ("Office.Common/Misc", "ShowTipOfTheDay", "false"),
    ("Office.Common/Save/Document", "WarnAlienFormat", "false"),
    ("Office.Common/AutoCorrect", "CapitalAtStartSentence", "false"),
    ("Office.Common/AutoCorrect", "TwoCapitalsAtStart", "false"),
    ("Office.Common/AutoCorrect", "ReplaceSingleQuote", "false"),
    ("Office.Common/AutoCorrect", "ReplaceDoubleQuote", "false"),
    ("Office.Common/AutoCorrect", "UseReplacementTable", "false"),
    ("Office.Common/AutoCorrect", "CorrectAccidentalCapsLock", "false"),
    ("Office.Common/Help/BuiltInHelp", "UseSystemHelp", "false"),
    ("Office.Linguistic/SpellChecking", "IsSpellAuto", "false"),
    ("Office.Writer/AutoFunction/Completion", "Enable", "false"),
    ("Office.Writer/AutoFunction/Format/ByInput", "Enable", "false"),
    ("Office.Impress/Misc/NewDoc", "AutoPilot", "false"),
    ("Setup/Product", "ooSetupLastVersion", "99.9"),
    ("Setup/Office", "ooSetupInstCompleted", "true"),
)
#: The service that makes the documents of each program, and the filter that they are saved with by default.
_FILTERS = (
    ("com.sun.star.sheet.SpreadsheetDocument", "Calc MS Excel 2007 XML"),
    ("com.sun.star.presentation.PresentationDocument", "Impress MS PowerPoint 2007 XML"),
    ("com.sun.star.text.TextDocument", "MS Word 2007 XML"),
)


def _registry() -> str:
    """The settings as LibreOffice keeps them."""
    items = list(_SETTINGS)
    for factory, filter_name in _FILTERS:
        items.append((_FACTORY.format(factory), "ooSetupFactoryDefaultFilter", filter_name))
        items.append((_FACTORY.format(factory), "ooSetupFactoryWindowAttributes", "20,24,980,700;1;,,,;"))
    return _HEAD + "".join(_ITEM.format(*item) for item in items) + "</oor:items>\n"


def office(name: str, program: str, wm_class: str, keys: Mapping[str, Any]) -> XAppDefinition:
    """One of the programs.

    Args:
        name: Its name in omnigym.
        program: What starts it ("lowriter").
        wm_class: The class of its windows, and the package that brings it.
        keys: Its stable keys, besides those that all have.
    """
    return XAppDefinition(
        name=name,
        category="Office",
        argv=(program, "--nologo", "--norestore"),
        package=wm_class,
        wm_class=wm_class,
        ready={"role": Role.TOOLBAR, "name": "Standard"},
        title=r"(.+\.\w+) - LibreOffice \w+",
        collects_typing=True,
        settings={_PROFILE: _registry()},
        keys={
            "window": {"role": Role.WINDOW},
            "menu": {"role": Role.MENU_ITEM, "name": "{name}"},
            "dialog": {"states": State.MODAL},
            "export_pdf": {"role": Role.BUTTON, "name": "Export Directly as PDF"},
            "export": {"role": Role.DIALOG, "name": "Export Text File"},
            "overwrite_confirm": {"role": Role.BUTTON, "name": "Replace"},
            "discard": {"role": Role.BUTTON, "name": "Don't Save"},
            **keys,
        },
    )


# -- LibreOffice Calc -------------------------------------------------------------------------------------------------

_CALC = office(
    "calc",
    "localc",
    "libreoffice-calc",
    {
        "ok": {"role": Role.BUTTON, "name": "OK"},
        "sort_up": {"role": Role.BUTTON, "name": "Sort Ascending"},
        "sort_down": {"role": Role.BUTTON, "name": "Sort Descending"},
    },
)

# -- LibreOffice Impress. Its slides are panes with their titles as names ---------------------------------------------

_IMPRESS = office(
    "impress",
    "loimpress",
    "libreoffice-impress",
    {
        "slide": {"role": Role.PANE, "name": "{name}"},
        "slides": {"role": Role.DOCUMENT, "name": "Slides View"},
        "page": {"role": Role.PANE, "text": "PageShape:"},
    },
)

# -- LibreOffice Writer -----------------------------------------------------------------------------------------------

_WRITER = office(
    "writer",
    "lowriter",
    "libreoffice-writer",
    {
        "page": {"role": Role.DOCUMENT},
    },
)

APPS = (
    _CALC,
    _IMPRESS,
    _WRITER,
)
