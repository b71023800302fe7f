from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from omnigym.cli import doctor as health
from omnigym.cli.doctor import Finding, remedies
from omnigym.devices.x11.app import definitions


def test_a_program_that_is_not_there_is_missing_and_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    found = health._program("Xvfb", "xvfb", "the X server")
    assert (found.state, found.fix) == ("missing", "sudo apt-get install -y xvfb")


def test_a_program_that_cannot_be_loaded_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "Xvfb"
    fake.write_text("#!/bin/sh\necho 'Xvfb: cannot open shared object file: libX11.so.6' >&2; exit 127\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = health._program("Xvfb", "xvfb", "the X server")
    assert found.state == "broken"
    assert "libX11.so.6" in found.detail


def test_every_application_of_the_real_desktop_is_looked_for() -> None:
    known = health._programs()
    assert known["convert"] == ("xfce4-terminal imagemagick", "x11 device: terminal")
    assert {app.argv[0] for app in definitions().values() if not app.install} <= known.keys()
    assert {app.name for app in definitions().values() if app.install} <= {probe.name for probe in health.probes()}


@pytest.mark.parametrize(
    ("says", "state", "fix"),
    [
        ("Noto Color Emoji,Noto\\nDejaVu Sans\\n", "ok", ""),
        ("", "missing", "sudo apt-get install -y fonts-noto-color-emoji"),
    ],
)
def test_a_font_for_each_script_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, state: str, fix: str
) -> None:
    fake = tmp_path / "fc-list"
    fake.write_text(f"#!/bin/sh\n[ \"$1 $2\" = ':charset=1f984 family' ] && printf '{says}'\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    found = health._font("emoji", *health._FONTS["emoji"])
    assert (found.state, found.fix) == (state, fix)
    monkeypatch.setenv("PATH", "/nowhere")
    assert health._font("emoji", *health._FONTS["emoji"]).fix == "sudo apt-get install -y fontconfig"


def test_the_fonts_are_among_the_programs_that_are_installed() -> None:
    script = Path(__file__).parents[2] / "scripts/system_packages.sh"
    assert {package for _, package in health._FONTS.values()} <= set(script.read_text().split())


def test_the_server_that_phones_run_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "scrcpy-server"
    monkeypatch.setenv("SCRCPY_SERVER_PATH", str(file))
    found = health._scrcpy()
    assert (found.state, found.fix) == ("missing", "export SCRCPY_SERVER_PATH=FILE") and "2.1 to 4" in found.detail
    file.write_bytes(b"")
    assert health._scrcpy().state == "ok"


def test_an_extra_with_an_old_version_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "version", lambda name: "0.0.1")
    found = health._extra("train")
    assert found.state == "missing"
    assert "torch is 0.0.1, needed >=2.8" in found.detail
    assert found.fix == "pip install 'omnigym[train]'"


def test_an_extra_whose_import_fails_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(health._EXTRAS, "android", ("phones", ("no_such_module",)))
    monkeypatch.setattr(health, "_unmet", lambda extra: [])
    found = health._extra("android")
    assert found.state == "broken"
    assert "No module named 'no_such_module'" in found.detail


def test_every_extra_is_named_once() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [probe.name for probe in health.probes() if probe.name.startswith("omnigym[")]
    assert sorted(named) == sorted(f"omnigym[{extra}]" for extra in project["optional-dependencies"])


def test_an_extra_that_is_made_of_others_has_their_requirements(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = ["core>=1", 'omnigym[a,b]; extra == "all"', 'one>=1; extra == "a"', 'two>=1; extra == "b"']
    monkeypatch.setattr(health, "requires", lambda name: declared)
    assert [r.name for r in health._requirements("all")] == ["one", "two"]
    found = health._group("all")
    assert (found.state, found.fix) == ("missing", "")
    assert found.detail.endswith("no one and 1 more; pip install 'omnigym[all]'")
    monkeypatch.setattr(health, "version", lambda name: "1.0")
    assert health._group("all").state == "ok"


def test_the_core_is_installed() -> None:
    assert health._core().state == "ok"


def test_a_call_that_hangs_is_given_up() -> None:
    assert health._run([sys.executable, "-c", "import time; time.sleep(60)"], 0.3) == "no answer within 0 s"


def test_a_device_that_starts_shows_its_screen() -> None:
    found = health._device("fake")
    assert (found.state, found.detail.split(",")[0]) == ("ok", "started: 320x240")


def test_remedies_join_what_is_of_one_kind_and_leave_devices_to_their_parts() -> None:
    findings = [
        Finding("python", "omnigym", "ok", ""),
        Finding("python", "omnigym[train]", "missing", "", "pip install 'omnigym[train]'"),
        Finding("python", "omnigym[ocr]", "missing", "", "pip install 'omnigym[ocr]'"),
        Finding("program", "Xvfb", "missing", "", "sudo apt-get install -y xvfb"),
        Finding("program", "bwrap", "broken", "", "sudo apt-get install -y --reinstall bubblewrap"),
        Finding("device", "x11", "missing", "", "sudo apt-get install -y xvfb"),
    ]
    assert remedies(findings) == [
        "pip install 'omnigym[train,ocr]'",
        "sudo apt-get install -y xvfb",
        "sudo apt-get install -y --reinstall bubblewrap",
    ]


def test_the_sandbox_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("Xlib", reason="needs omnigym[x11]")
    monkeypatch.setattr("omnigym.devices.x11.sandbox.why_no_sandbox", lambda: "")
    monkeypatch.setattr("omnigym.devices.x11.sandbox.what_is_lacking", lambda: ("no control group",))
    found = health._sandbox()
    assert found.state == "ok"
    for words in ("4096 MB of memory", "1000 processes", "sandbox='require'", "Lacking: no control group"):
        assert words in found.detail
    monkeypatch.setattr("omnigym.devices.x11.sandbox.why_no_sandbox", lambda: "bubblewrap is not installed")
    found = health._sandbox()
    assert found.state == "broken"
    assert "bubblewrap is not installed" in found.detail
    assert "sandbox" in [probe.name for probe in health.probes()]


def test_a_browser_that_the_device_finds_off_path_is_not_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = tmp_path / "chromium-headless-shell"
    shell.write_text("#!/bin/sh\n")
    shell.chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("omnigym.devices.chromium.process._SHELLS", (str(shell),))
    found = health._program("chromium-headless-shell", "chromium-headless-shell", "the browser")
    assert (found.state, found.detail) == ("ok", f"the browser; found at {shell}, off PATH")
