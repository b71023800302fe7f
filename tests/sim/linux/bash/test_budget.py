"""Whatever is typed into a terminal, the action ends within its budget, and the shell answers afterwards."""

from __future__ import annotations

import io
import resource
import tarfile
import time
import zipfile
from collections.abc import Iterator

import pytest

from omnigym.actions import OpenApp, Press, Type
from omnigym.devices.sim.device import SimDevice

pytestmark = pytest.mark.usefixtures("no_collection")

SIX = "\n".join(f"x=${{x}}${{x}}{n}" for n in range(40))
#: By what they wear out. Each took seconds to forever, or gigabytes, before there was a budget.
ATTACKS = {
    "variables that are reckoned in each other": "a=1; " + "; ".join(
        f"v{n}='{'+'.join([f'v{n - 1}'] * 20) if n else 'a'}'" for n in range(8)
    ) + "; echo $((v7))",
    "a value that doubles": "x=abcdefgh; while true; do x=$x$x; done",
    "a value that doubles line by line": f"x=abcdefgh\n{SIX}\necho ${{#x}}",
    "a long here-document": "cat > long.txt <<END\n" + "a line\n" * 1_400 + "END\n",
    "an open quote": "echo '" + "a line\n" * 1_400 + "'",
    "a long loop": "for i in 1; do\n" + "echo a line of a loop\n" * 400 + "done",
    "equal lines compared": "yes > a; (yes; echo x) > b; diff a b",
    "globs of everything": "ls /*/../*/../*/../*/../*/..",
    "output of awk": "yes | awk '{print $0 $0 $0 $0; print $0}' | awk '{print $0 $0 $0; print; print}' > o",
    "copies of a large variable": "x=$(yes | tr -d '\\n'); x=$x$x$x$x$x$x$x$x; echo " + "$x" * 1_400,
    "many variables": "x=$(yes); for i in $(seq 1 1000); do export v$i=\"$x\"; done",
    "walks over all files": "; ".join(["find / > /dev/null"] * 150),
    "a test that is negated": "[ " + "! " * 900 + "a ]",
    "a test of many parts": "[ " + "a -o " * 600 + "a ]",
    "a path of many folders": f"mkdir -p $(yes a/ | head -n 2000 | tr -d '\\n') {'a/' * 120}; ls -R; tree; cp -r a b",
    "commands that run others": "xargs " * 500 + "; " + "env " * 500 + "; " + "time " * 500,
    "paths without end": "x=$(yes a/); for i in $(seq 1 500); do ls $i$x; mkdir -p $i$x; touch $i$x/f; done",
    "folders in each other": "for i in $(seq 1 1000); do mkdir d; cd d; done",
    "substitutions that grow": "echo aaaaaaaaaaaaaaaa | sed " + " ".join(["-e s/a/aa/g"] * 40),
    "a wide format": "printf '%999s%999s%999s%999s%999s%999s%999s%999s' $(seq 1 1900) | wc -c",
    "a long sign between numbers": "x=$(yes); seq -s \"$x\" 1 20000 | wc -c",
    "braces": "echo {1..99}{1..99}{1..99} {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
    "windows": "for i in $(seq 1 900); do gedit & done",
    "jobs": "for i in $(seq 1 1900); do sleep 9 & done",
    "aliases": "for i in $(seq 1 1900); do alias a$i=\"$(yes)\"; done",
    "an archive of zeros": "yes > z; for i in 1 2 3 4 5 6 7 8 9; do cat z z z z > y; mv y z; done; gzip z; gunzip z.gz",
    "patterns": "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab | grep -E '(a*)*(a*)*c'",
    "ends of a value": "x=$(yes); echo ${x%%*a*b*c}",
    "lines that were entered": "echo a\n" * 1_400,
    "ranges of letters": "yes | tr '\\1-\\377\\1-\\377' x",
    "functions of date": "for i in $(seq 1 900); do date -d '+99999999 days'; done",
    "files in a folder": "for i in $(seq 1 1900); do touch f$i; done; ls -la; tree; du",
    "copies in copies": "mkdir a; for i in $(seq 1 99); do cp -r a b; mv b a/; done",
}  # fmt: skip


@pytest.fixture(scope="module")
def devices() -> Iterator[SimDevice]:
    device = SimDevice(platform="linux")
    yield device
    device.close()


def _zipped(name: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x")
    return buffer.getvalue()


def _tarred(name: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo(name))
    return buffer.getvalue()


@pytest.mark.parametrize("depth", [200, 1500, 30_000])
@pytest.mark.parametrize(
    "line",
    [
        "mkdir -p $(yes a/ | head -n {depth} | tr -d '\\n')",
        "unzip deep.zip",
        "tar xf deep.tar",
        "zip -r x.zip d; ls $(yes a/)",
    ],
)
def test_what_lies_deeper_than_any_folder_is_refused(devices: SimDevice, line: str, depth: int) -> None:
    devices.reset(seed=0)
    devices.write_file("deep.zip", _zipped("a/" * min(depth, 30_000) + "f"))
    devices.write_file("deep.tar", _tarred("a/" * depth + "f"))
    devices.act(OpenApp("terminal"))
    devices.act(Type(f"clear; {line.format(depth=depth)}; clear; echo failed $?; echo still $((1 + 1))\n"))
    assert any("still 2\n" in (node.value or "") for node in devices.tree().nodes)


@pytest.mark.parametrize("text", ATTACKS.values(), ids=ATTACKS)
def test_a_line_ends_within_its_budget(devices: SimDevice, text: str) -> None:
    devices.reset(seed=0)
    devices.act(OpenApp("terminal"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    devices.act(Type(f"{text}\n"))
    spent = time.process_time() - begun
    devices.tree()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert spent < 4, "twice what is promised, for machines that are slow or loaded"
    assert grown < 500_000, "kilobytes"
    devices.act(OpenApp("terminal"))
    devices.act(Press("c", ("ctrl",)))
    devices.act(Type("\nunset x; clear; echo still $((1 + 1))\n"))
    assert any("still 2\n" in (node.value or "") for node in devices.tree().nodes)
