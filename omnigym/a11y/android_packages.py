"""Android's names of the apps that omnigym knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["KEYBOARD", "LAUNCHER", "SYSTEM_UI", "Package", "app_of", "package_of"]

LAUNCHER = "com.google.android.apps.nexuslauncher"
SYSTEM_UI = "com.android.systemui"
KEYBOARD = "com.android.inputmethod.latin"
#: Apps of the simulated phone that stand for no particular one of Android's.
_OWN = "org.omnigym."


class Package(NamedTuple):
    """An app as Android knows it.

    Attributes:
        name: The package.
        activity: The activity that its icon starts.
    """

    name: str
    activity: str

    @property
    def component(self) -> str:
        """What ``am start -n`` takes."""
        return f"{self.name}/{self.activity}"


#: By omnigym's name of the app. Activities are those of current releases; a phone is asked for its own first.
PACKAGES: Mapping[str, Package] = MappingProxyType(
    {
        "calendar": Package("com.google.android.calendar", "com.android.calendar.AllInOneActivity"),
        "camera": Package("com.android.camera2", "com.android.camera.CameraLauncher"),
        "chrome": Package("com.android.chrome", "com.google.android.apps.chrome.Main"),
        "clock": Package("com.google.android.deskclock", "com.android.deskclock.DeskClock"),
        "contacts": Package(
            "com.google.android.contacts", "com.google.android.apps.contacts.activities.PeopleActivity"
        ),
        "docs": Package(
            "com.google.android.apps.docs.editors.docs",
            "com.google.android.apps.docs.editors.homescreen.HomescreenActivity",
        ),
        "drive": Package("com.google.android.apps.docs", "com.google.android.apps.docs.app.NewMainProxyActivity"),
        "files": Package("com.google.android.documentsui", "com.android.documentsui.files.FilesActivity"),
        "gmail": Package("com.google.android.gm", "com.google.android.gm.ConversationListActivityGmail"),
        "keep": Package("com.google.android.keep", "com.google.android.keep.activities.BrowseActivity"),
        "launcher": Package(LAUNCHER, "com.google.android.apps.nexuslauncher.NexusLauncherActivity"),
        "maps": Package("com.google.android.apps.maps", "com.google.android.maps.MapsActivity"),
        "messages": Package(
            "com.google.android.apps.messaging", "com.google.android.apps.messaging.ui.ConversationListActivity"
        ),
        "music": Package(
            "com.google.android.apps.youtube.music", "com.google.android.apps.youtube.music.activities.MusicActivity"
        ),
        "phone": Package("com.google.android.dialer", "com.google.android.dialer.extensions.GoogleDialtactsActivity"),
        "photos": Package("com.google.android.apps.photos", "com.google.android.apps.photos.home.HomeActivity"),
        "settings": Package("com.android.settings", "com.android.settings.Settings"),
        "tasks": Package("com.google.android.apps.tasks", "com.google.android.apps.tasks.ui.TaskListsActivity"),
    }
)
#: The packages of the simulated phone's parts that are no apps, by what their keys begin with.
PARTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("launcher", "drawer", "recents"), LAUNCHER),
        **dict.fromkeys(("lock", "nav", "shade", "status", "toast", "volume"), SYSTEM_UI),
        "keyboard": KEYBOARD,
    }
)
_APPS = MappingProxyType({package.name: app for app, package in PACKAGES.items()})


def package_of(app: str) -> Package:
    """The package of an app; of one that Android does not know, one of omnigym's own.

    >>> package_of("settings").component
    'com.android.settings/com.android.settings.Settings'
    >>> package_of("text_editor").name
    'org.omnigym.text_editor'
    """
    return PACKAGES.get(app) or Package(f"{_OWN}{app}", f"{_OWN}{app}.MainActivity")


def app_of(package: str) -> str:
    """Omnigym's name of a package's app; the package where it has none.

    >>> app_of("com.android.settings"), app_of("org.omnigym.text_editor"), app_of("com.example")
    ('settings', 'text_editor', 'com.example')
    """
    return _APPS.get(package) or package.removeprefix(_OWN)
