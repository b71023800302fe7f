"""WindowsAgentArena's getters: files and folders, the registry of Windows, settings.

A setting that a device knows by omnigym's name is read by that; else the registry is read by a command on the device.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

from omnigym.benchmarks.osworld.scorer.matching import text_of
from omnigym.benchmarks.osworld.scorer.registry import File, NotThereError, getter
from omnigym.errors import UnknownNameError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import archive_members, convert_errors
from omnigym.foreign.limits import TEXT_BYTES

__all__ = [
    "active_hours_of_user_to_not_interrupt_for_windows_updates",
    "all_png_file_names",
    "are_files_sorted_by_modified_time",
    "default_browser",
    "desktop_background",
    "is_all_docx_in_archive",
    "is_details_view",
    "is_directory_read_only_for_user",
    "is_file_desktop",
    "is_file_hidden",
    "is_file_saved_desktop",
    "is_files_moved_downloads",
    "mono_audio_enabled",
    "night_light_state",
    "notification_duration",
    "sticky_notes_content",
    "storage_sense_run_frequency",
    "system_notifications",
    "system_timezone",
    "visual_audio_alerts",
    "vm_file_exists_in_desktop",
    "vm_file_exists_in_vm_folder",
    "vm_folder_exists_in_documents",
    "vm_library_folders",
    "zipped_folder_in_desktop",
]

_USER: Final = "HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion"
_NIGHT_LIGHT: Final = (
    f"{_USER}\\CloudStore\\Store\\DefaultAccount\\Current\\default$windows.data.bluelightreduction.settings\\"
    "windows.data.bluelightreduction.settings"
)
_DURATIONS: Final[Mapping[str, str]] = {"60": "1 minute", "300": "5 minutes"}
_ALERTS: Final[Mapping[str, str]] = {"1": "title_bar", "2": "active_window", "3": "entire_screen"}


def _said(holds: object) -> str:
    return "true" if holds else "false"


def _join(folder: str, name: str) -> str:
    return f"{folder.rstrip('/')}/{name}".replace("\\", "/")


# -- files ----------------------------------------------------------------------------------------------------------


@getter("vm_folder_exists_in_documents")
def vm_folder_exists_in_documents(probe: Probe, config: Mapping[str, object]) -> bool:
    """Return whether there is a folder ``folder_name`` in Documents."""
    found = probe.stat(_join("Documents", str(config["folder_name"])))
    return found is not None and found.is_dir


@getter("vm_file_exists_in_desktop")
def vm_file_exists_in_desktop(probe: Probe, config: Mapping[str, object]) -> bool:
    """Return whether there is a file ``file_name`` on the desktop."""
    return _is_file(probe, _join("Desktop", str(config["file_name"])))


@getter("vm_file_exists_in_vm_folder")
def vm_file_exists_in_vm_folder(probe: Probe, config: Mapping[str, object]) -> float:
    """Return 1.0 if there is a file ``file_name`` in ``folder_name``."""
    return float(_is_file(probe, _join(str(config["folder_name"]), str(config["file_name"]))))


@getter("is_file_desktop")
def is_file_desktop(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if there is a file ``filename`` on the desktop."""
    return _said(_is_file(probe, _join("Desktop", str(config["filename"]))))


def _is_file(probe: Probe, path: str) -> bool:
    found = probe.stat(path)
    return found is not None and not found.is_dir


@getter("is_file_saved_desktop")
def is_file_saved_desktop(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if a file ``filename`` on the desktop holds ``textcontent``, or is equal to it if ``exact``."""
    content = probe.read_file(_join("Desktop", str(config["filename"])))
    if content is None:
        return "false"
    text, wanted = text_of(File("", content)), str(config["textcontent"])
    return _said(text.strip() == wanted.strip() if config.get("exact") else wanted in text)


@getter("is_files_moved_downloads")
def is_files_moved_downloads(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if ``file_name`` lies in ``folder_name`` in OldDownloads, and no more in Downloads."""
    inside = _join(str(config["folder_name"]), str(config["file_name"]))
    return _said(_is_file(probe, f"OldDownloads/{inside}") and not _is_file(probe, f"Downloads/{inside}"))


@getter("all_png_file_names")
def all_png_file_names(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if the lines of ``file_path`` are the names of the .png files in ``folder_path``."""
    content = probe.read_file(str(config["file_path"]))
    if content is None:
        return "false"
    names = {name for name in _names(probe, str(config["folder_path"])) if name.lower().endswith(".png")}
    lines = {line.strip() for line in text_of(File("", content)).splitlines() if line.strip()}
    return _said(bool(names) and lines == names)


def _names(probe: Probe, folder: str) -> list[str]:
    """The names of the files in a folder; none if it is not there."""
    entries = probe.list_dir(folder) or ()
    return [PurePosixPath(e.path.replace("\\", "/")).name for e in entries if not e.is_dir]


@getter("is_all_docx_in_archive")
def is_all_docx_in_archive(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if all .docx files of ``folder_path`` lie in its folder Archive, and nothing else does."""
    folder = str(config["folder_path"]).replace("\\", "/")
    kept, left = _names(probe, _join(folder, "Archive")), _names(probe, folder)
    moved = bool(kept) and all(name.lower().endswith(".docx") for name in kept)
    return _said(moved and not any(name.lower().endswith(".docx") for name in left))


@getter("zipped_folder_in_desktop")
def zipped_folder_in_desktop(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if the archive ``filename`` has OldProjects/example.txt; it is read without a password."""
    content = probe.read_file(str(config["filename"]))
    if content is None:
        return "false"
    return _said(any(name == "OldProjects/example.txt" for name, _ in archive_members(content, TEXT_BYTES)))


# -- what Windows alone has -----------------------------------------------------------------------------------------


def _powershell(probe: Probe, line: str) -> str:
    """What PowerShell writes, without white space around it.

    Raises:
        NotThereError: It writes nothing: there is no such value.
    """
    _, out, _ = probe.run(["powershell", "-NoProfile", "-Command", line])
    said = out.decode("utf-8", "replace").strip()
    if not said:
        raise NotThereError(f"Windows says nothing to {line!r}.")
    return said


def _registry(probe: Probe, key: str, name: str) -> str:
    return _powershell(probe, f"Get-ItemPropertyValue -Path {_quoted(key)} -Name {_quoted(name)}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _setting(probe: Probe, key: str) -> str | None:
    """A setting by omnigym's name; None if the device has none of that name."""
    if not probe.can("settings"):
        return None
    try:
        return probe.setting(key)
    except UnknownNameError:
        return None


@getter("is_file_hidden")
def is_file_hidden(probe: Probe, config: Mapping[str, object]) -> str:
    """Say "true" if ``file_path`` has Windows' attribute of hidden files."""
    path = _quoted(str(config["file_path"]))
    return _said(_powershell(probe, f"(Get-Item -Force -LiteralPath {path}).Attributes -match 'Hidden'") == "True")


@getter("is_directory_read_only_for_user")
def is_directory_read_only_for_user(probe: Probe, config: Mapping[str, object]) -> bool:
    """Return whether ``user`` may read ``directory`` and not write to it."""
    rights = _powershell(
        probe,
        f"(Get-Acl -LiteralPath {_quoted(str(config['directory']))}).Access | "
        f"Where-Object {{ $_.IdentityReference -like {_quoted('*' + str(config['user']))} }} | "
        "ForEach-Object { $_.FileSystemRights }",
    )
    return "Read" in rights and not any(word in rights for word in ("Write", "Modify", "FullControl"))


_EXPLORER: Final = (
    "(New-Object -ComObject Shell.Application).Windows() | Where-Object {{ $_.Document.Folder.Self.Path -eq {0} }}"
)


@getter("is_details_view")
def is_details_view(probe: Probe, config: Mapping[str, object]) -> bool:
    """Return whether the Explorer shows ``folder_path`` with details."""
    windows = _EXPLORER.format(_quoted(str(config["folder_path"])))
    return "4" in _powershell(probe, f"{windows} | ForEach-Object {{ $_.Document.CurrentViewMode }}").split()


@getter("are_files_sorted_by_modified_time")
def are_files_sorted_by_modified_time(probe: Probe, config: Mapping[str, object]) -> bool:
    """Return whether the Explorer sorts ``directory`` by the time of the last change."""
    windows = _EXPLORER.format(_quoted(str(config["directory"])))
    return "DateModified" in _powershell(probe, f"{windows} | ForEach-Object {{ $_.Document.SortColumns }}")


@getter("vm_library_folders")
def vm_library_folders(probe: Probe, config: Mapping[str, object]) -> list[str]:
    """Return the folders of the library ``library_name``."""
    path = _quoted(f"Microsoft/Windows/Libraries/{config['library_name']}.library-ms")
    library = f"([xml](Get-Content (Join-Path $env:APPDATA {path})))"
    line = f"{library}.GetElementsByTagName('url') | ForEach-Object {{ $_.InnerText }}"
    return _powershell(probe, line).splitlines()


@getter("sticky_notes_content")
def sticky_notes_content(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the texts of the notes that are on the screen."""
    notes = [n.value for n in probe.tree().nodes if n.value and "note" in n.name.casefold()]
    if not notes:
        raise NotThereError("No note is on the screen.")
    return "\n".join(notes)


# -- settings -------------------------------------------------------------------------------------------------------


@getter("night_light_state")
def night_light_state(probe: Probe, _config: Mapping[str, object]) -> object:
    """False, or a list of True and, with a schedule, its start and end: "07:00 PM"."""
    known = _setting(probe, "night_light")
    if known is not None:
        return [True] if known == "on" else False
    data = [int(n) for n in _registry(probe, _NIGHT_LIGHT, "Data").split() if n.isdecimal() and len(n) < 4]
    if len(data) < 40 or data[24] != 1:
        return False
    if data[28] == 202:  # what stands where a schedule would begin
        return [True]
    start = data[28], data[30] if data[29] else 0
    at = 35 if start[1] else 33
    return [True, _clock(*start), _clock(data[at], data[at + 2] if data[at + 1] else 0)]


def _clock(hour: int, minute: int) -> str:
    """A time of day as WindowsAgentArena's files have it: midnight is 00:00 AM, noon 00:00 PM."""
    return f"{hour % 12:02d}:{minute:02d} {'AM' if hour < 12 else 'PM'}"


@getter("system_notifications")
def system_notifications(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "True" if notifications are turned off."""
    known = _setting(probe, "notifications")
    if known is not None:
        return str(known == "off")
    try:
        return str(_registry(probe, f"{_USER}\\PushNotifications", "ToastEnabled") == "0")
    except NotThereError:  # as long as nobody turns them off there is no such value
        return "False"


@getter("default_browser")
def default_browser(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the program that opens pages, by its name in the registry: "ChromeHTML"."""
    key = "HKCU:\\Software\\Microsoft\\Windows\\Shell\\Associations\\UrlAssociations\\http\\UserChoice"
    return _registry(probe, key, "ProgId")


@getter("storage_sense_run_frequency")
def storage_sense_run_frequency(probe: Probe, _config: Mapping[str, object]) -> str | None:
    """Return how often Storage Sense runs, in days; None if it is off."""
    key = f"{_USER}\\StorageSense\\Parameters\\StoragePolicy"
    return _registry(probe, key, "2048") if _registry(probe, key, "01") == "1" else None


@getter("active_hours_of_user_to_not_interrupt_for_windows_updates")
def active_hours_of_user_to_not_interrupt_for_windows_updates(probe: Probe, _config: Mapping[str, object]) -> list[str]:
    """Return the hours in which Windows does not restart: "09:00 AM", "05:00 PM"."""
    key = "HKLM:\\SOFTWARE\\Microsoft\\WindowsUpdate\\UX\\Settings"
    with convert_errors("number of an hour"):
        return [_clock(int(_registry(probe, key, name)), 0) for name in ("ActiveHoursStart", "ActiveHoursEnd")]


@getter("system_timezone")
def system_timezone(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the time zone: "(UTC-08:00) Pacific Time (US & Canada)"."""
    return _powershell(probe, "(Get-TimeZone).DisplayName")


@getter("desktop_background")
def desktop_background(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "True" if the desktop has no picture."""
    try:
        return str(not _registry(probe, "HKCU:\\Control Panel\\Desktop", "WallPaper"))
    except NotThereError:
        return "True"


@getter("mono_audio_enabled")
def mono_audio_enabled(probe: Probe, _config: Mapping[str, object]) -> str:
    """Say "true" if sound is mono."""
    try:
        return _said(
            _registry(probe, "HKCU:\\Software\\Microsoft\\Multimedia\\Audio", "AccessibilityMonoMixState") == "1"
        )
    except NotThereError:
        return "false"


@getter("visual_audio_alerts")
def visual_audio_alerts(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the part of the screen that flashes: "off", "title_bar", "active_window" or "entire_screen"."""
    key = "HKCU:\\Control Panel\\Accessibility\\SoundSentry"
    on = _registry(probe, key, "Flags") == "3"
    return _ALERTS.get(_registry(probe, key, "WindowsEffect"), "off") if on else "off"


@getter("notification_duration")
def notification_duration(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return how long a notification stays: "5 seconds", "1 minute"."""
    seconds = _registry(probe, "HKCU:\\Control Panel\\Accessibility", "MessageDuration")
    return _DURATIONS.get(seconds, f"{seconds} seconds")
