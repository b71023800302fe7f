"""What came of a trial, to be sent in: the machine, the versions, each promise. Nothing that says who somebody is."""

from __future__ import annotations

import getpass
import json
import platform
import re
import socket
import sys
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from omnigym.devices.backend import DeviceConfig
from omnigym.devices.conformance.promise import PromiseOutcome

__all__ = ["FORMAT", "facts", "report_json", "without_names"]

FORMAT: Final = "omnigym-conformance/1"
#: Packages that devices are made of.
_PACKAGES: Final = (
    "omnigym",
    "numpy",
    "pillow",
    "mss",
    "psutil",
    "python-xlib",
    "python3-xlib",
    "pyautogui",
    "comtypes",
    "pywin32",
    "send2trash",
    "pyobjc-core",
)
#: Fields of configurations that say nothing of who somebody is.
_FIELDS: Final = ("backend", "size", "input", "platform", "protocol", "serves", "quiet", "cap", "real_home", "pixels")
_LEAST_NAME: Final = 3


def facts(config: DeviceConfig) -> dict[str, Any]:
    """What is known of this machine and of the device's configuration.

    Args:
        config: Of the device; paths, addresses and tokens in it are left out.
    """
    versions = {}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    machine = {
        "system": platform.system(),
        "release": platform.release(),
        "version": platform.version(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "executable": "64 bits" if sys.maxsize > 2**32 else "32 bits",
    }
    return {
        "format": FORMAT,
        "machine": machine,
        "versions": versions,
        "device": {name: getattr(config, name) for name in _FIELDS if hasattr(config, name)},
    }


def without_names(text: str) -> str:
    """A text in which the home, the user's name and the machine's are not named."""
    words = {str(Path.home()): "~", _user(): "<user>", socket.gethostname(): "<machine>"}
    for word, instead in words.items():
        if len(word) >= _LEAST_NAME:
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", instead, text)
    return text


def _user() -> str:
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):  # nobody has the number that this runs as
        return ""


def report_json(known: dict[str, Any], outcomes: Sequence[PromiseOutcome]) -> str:
    """The report as JSON.

    Args:
        known: Of `facts`.
        outcomes: What came of the promises so far.
    """
    counted = Counter(o.state for o in outcomes)
    rows = [
        {
            "name": o.name,
            "promise": o.keeps,
            "state": o.state,
            "detail": o.detail,
            "figures": o.figures,
            "seconds": round(o.seconds, 2),
        }
        for o in outcomes
    ]
    summary = {state: counted.get(state, 0) for state in ("pass", "fail", "not tried")}
    report = _cleaned({**known, "summary": summary, "promises": rows})
    return json.dumps(report, ensure_ascii=False, indent=1) + "\n"


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return without_names(value)
    if isinstance(value, dict):
        return {key: _cleaned(inner) for key, inner in value.items()}
    return [_cleaned(inner) for inner in value] if isinstance(value, list | tuple) else value
