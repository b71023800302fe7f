"""Windows' media are told from others, and small ones are written; ISOs are made here by the same library."""

import io
import struct

import pytest

from omnigym.devices.vm.media import read_installer, wim_editions, write_medium
from omnigym.errors import ConfigError, UnreadableError

pycdlib = pytest.importorskip("pycdlib", reason="needs pip install 'omnigym[vm]'")

ENTRY = """<IMAGE INDEX="{index}"><NAME>{name}</NAME><WINDOWS><ARCH>{arch}</ARCH><EDITIONID>{kind}</EDITIONID>
<LANGUAGES><LANGUAGE>de-DE</LANGUAGE><LANGUAGE>en-US</LANGUAGE><DEFAULT>en-US</DEFAULT></LANGUAGES>
<VERSION><BUILD>{build}</BUILD></VERSION></WINDOWS></IMAGE>"""


def entry(index=1, name="Windows 11 Pro", arch=9, kind="Professional", build=26100):
    return ENTRY.format(index=index, name=name, arch=arch, kind=kind, build=build)


def wim(*entries, head=b"MSWIM\0\0\0"):
    data = b"\xff\xfe" + f"<WIM>{''.join(entries)}</WIM>".encode("utf-16-le")
    header = bytearray(208)
    header[:8] = head
    struct.pack_into("<QQQ", header, 72, len(data) | 2 << 56, 208, len(data))
    return bytes(header) + data


def iso(path, files, udf="2.60"):
    disc = pycdlib.PyCdlib()
    disc.new(interchange_level=3, udf=udf)
    disc.add_directory("/SOURCES", **({"udf_path": "/sources"} if udf else {}))
    for name, content in files.items():
        places = {"udf_path": name} if udf else {}
        disc.add_fp(io.BytesIO(content), len(content), f"{name.upper()};1", **places)
    disc.write(str(path))
    disc.close()
    return path


@pytest.mark.parametrize("name", ["install.wim", "install.esd"])
def test_the_editions_of_a_medium_are_read(tmp_path, name):
    content = wim(entry(), entry(2, "Windows 11 Enterprise Evaluation", kind="EnterpriseEval"), entry(3, arch=12))
    found = read_installer(iso(tmp_path / "w.iso", {f"/sources/{name}": content}))
    assert [(e.index, e.name, e.evaluation) for e in found] == [
        (1, "Windows 11 Pro", False),
        (2, "Windows 11 Enterprise Evaluation", True),
    ]
    assert found[0].languages == ("en-US", "de-DE")


def test_each_medium_that_does_not_install_windows_11_is_refused_with_its_reason(tmp_path):
    ten = {"/sources/install.wim": wim(entry(name="Windows 10 Pro", build=19045))}
    arm = {"/sources/install.wim": wim(entry(arch=12))}
    cases = {
        "not Windows' installation medium": iso(tmp_path / "linux.iso", {"/sources/vmlinuz": b"x"}),
        "neither /sources/install.wim": iso(tmp_path / "plain.iso", {"/sources/vmlinuz": b"x"}, udf=None),
        r"Windows 10 Pro \(build 19045\)": iso(tmp_path / "ten.iso", ten),
        "nothing for x86-64": iso(tmp_path / "arm.iso", arm),
        "is damaged: it has no header": iso(tmp_path / "bad.iso", {"/sources/install.wim": b"MSWIM"}),
        "There is no file": tmp_path / "none.iso",
    }
    for content in (b"", b"PK" * 20_000, bytes(1 << 17)):
        path = tmp_path / f"{len(content)}.iso"
        path.write_bytes(content)
        cases[f"{len(content)}.iso is no ISO"] = path
    for said, path in cases.items():
        with pytest.raises(ConfigError, match=said):
            read_installer(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        wim(entry(), head=b"MSWIN\0\0\0"),
        wim(entry())[:-40],
        wim(entry())[:208] + b"\xff\xfe<\0W\0".ljust(400, b"\0"),
        wim("<!DOCTYPE x [<!ENTITY a 'b'>]>"),
        wim(entry())[:72] + struct.pack("<QQQ", 1 << 40, 208, 1 << 40) + wim(entry())[96:],
    ],
)
def test_metadata_that_is_damaged_is_unreadable(content):
    with pytest.raises(UnreadableError):
        wim_editions(io.BytesIO(content))


def test_a_medium_keeps_names_and_contents(tmp_path):
    source = tmp_path / "payload"
    source.write_bytes(b"x" * 5000)
    files = {"autounattend.xml": b"<a/>", "omnigym/begin.cmd": b"echo", "omnigym/A long name (x64).msi": source}
    write_medium(tmp_path / "out.iso", files, "OMNIGYM")
    disc = pycdlib.PyCdlib()
    disc.open(str(tmp_path / "out.iso"))
    try:
        for name, content in files.items():
            got = io.BytesIO()
            disc.get_file_from_iso_fp(got, joliet_path=f"/{name}")
            assert got.getvalue() == (content if isinstance(content, bytes) else content.read_bytes())
    finally:
        disc.close()
