"""Task files of OSWorld's shapes with data of our own, and names of getters and metrics that families bring."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from omnigym.assets import Asset, add_asset, write_lock
from omnigym.benchmarks.osworld.scorer import registry
from omnigym.errors import UnknownNameError

#: Names that the public files use; whoever has none gets one that scores nothing.
_GETTERS = ("active_tab_html_parse", "open_tabs_info", "vm_command_line")
_METRICS = ("check_direct_json_object", "check_list", "compare_docx_files", "compare_table", "is_expected_tabs")
CHROME = {"type": "launch", "parameters": {"command": ["google-chrome", "--remote-debugging-port=1337"]}}
RULE = {"type": "rule", "rules": {"expected": "yes"}}
#: An evaluator that any state satisfies.
RIGHT: Mapping[str, Any] = {"func": "exact_match", "result": {"type": "rule", "rules": "yes"}, "expected": RULE}
Write = Callable[..., Path]


def _no_getter(_probe: object, _config: object) -> None:
    return None


def _no_metric(_result: object, _expected: object = None, **_options: object) -> float:
    return 0.0


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names are registered, by a family or here."""
    kinds: list[tuple[Callable[[str], object], tuple[str, ...], dict[str, Any], object]] = [
        (registry.get_getter, _GETTERS, registry._GETTERS, _no_getter),
        (registry.get_metric, _METRICS, registry._METRICS, _no_metric),
    ]
    for get, wanted, known, function in kinds:
        for name in wanted:
            try:
                get(name)
            except UnknownNameError:
                monkeypatch.setitem(known, name, function)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of assets of the test's own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("OMNIGYM_ASSETS", str(folder))
    return folder


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a task file below `tmp_path`; fields that are not given are plain ones."""

    def made(place: str = "os/a.json", **fields: Any) -> Path:
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        plain = {
            "id": "a",
            "snapshot": "os",
            "instruction": "Say {yes}.",
            "source": "own",
            "config": [],
            "trajectory": "trajectories/",
            "related_apps": ["os"],
            "evaluator": dict(RIGHT),
            **fields,
        }
        path.write_text(json.dumps(plain))
        return path

    return made


@pytest.fixture
def locked(tmp_path: Path) -> Callable[[str, bytes], str]:
    """Puts a content into the cache, and its URL into the lock of `tmp_path`; the hash."""
    lock: dict[str, Asset] = {}

    def put(url: str, content: bytes) -> str:
        lock[url] = Asset(add_asset(content), len(content))
        write_lock(tmp_path / "assets.lock", lock)
        return lock[url].sha256

    return put
