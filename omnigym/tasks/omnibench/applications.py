"""The 49 applications of OmniBench (Table 11): their names in OmniBench and in omnigym, and their categories."""

from __future__ import annotations

from collections.abc import Mapping

from omnigym.tasks.declared import named

__all__ = ["APPLICATIONS", "app_name", "application_name", "category_of"]

#: By category: OmniBench's names of the applications.
APPLICATIONS: Mapping[str, tuple[str, ...]] = {
    "Social Communication": ("Zoom Workplace", "Skype", "People", "Mail"),
    "Multimedia Playback": ("Media Player", "Spotify", "Photos", "TuneIn"),
    "Multimedia Editing": (
        *("Adobe Photoshop Express", "Microsoft Clipchamp", "paint.net"),
        *("Openshot", "Handbrake", "Paint"),
    ),
    "Office": ("Word", "PowerPoint", "Excel"),
    "Utility Tools": (
        *("Calculator", "7-Zip", "PDF24", "Power Automate", "Wikipedia"),
        *("BreeZip", "Maps", "Calendar", "Zotero", "DeepL"),
    ),
    "Programming": ("Visual Studio Code", "Cursor", "Windows PowerShell ISE"),
    "System Management": ("File Explorer", "Settings", "Control Panel", "Microsoft Store"),
    "Web Browsing": ("Google Chrome", "Microsoft Edge"),
    "Screen Capture": ("Record Screen", "Snipping Tool", "OBS Studio", "ShareX"),
    "Task Management": ("Microsoft To Do", "Todoist", "Notion"),
    "Note Management": ("Evernote", "OneNote", "Sticky Notes", "Sticky Notes (New)"),
    "Lifestyle": ("Recipe Keeper", "paisa"),
}

_CATEGORY = {name.casefold(): category for category, names in APPLICATIONS.items() for name in names}


def app_name(application: str) -> str:
    """The name of an application in omnigym.

    If an app of omnigym has this title, it is the name of that app, else the title in lower case.

    >>> app_name("File Explorer"), app_name("Cursor")
    ('file_manager', 'cursor')
    """
    return named(application) or "_".join(application.casefold().replace("(", "").replace(")", "").split())


def application_name(app: str) -> str:
    """The name of an app in OmniBench; for an app that OmniBench does not have, its name as a title.

    >>> application_name("file_manager"), application_name("cursor"), application_name("text_editor")
    ('File Explorer', 'Cursor', 'Text Editor')
    """
    known = (name for names in APPLICATIONS.values() for name in names if app_name(name) == app)
    return next(known, app.replace("_", " ").title())


def category_of(application: str) -> str:
    """The category of an application, "Utility Tools" for one that OmniBench does not have."""
    return _CATEGORY.get(application.casefold(), "Utility Tools")
