"""The code site: repositories, their files, stars, releases, archives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omnigym.documents.archives import read_zip
from omnigym.sim.sites._code_data import Repo, load_code, matching
from omnigym.sim.vfs import Vfs

HOST = "code.litware.com"
TIDES = f"{HOST}/saltmarsh/tide-tables"
RECORD = f"AppData/Local/Sites/{HOST}/repos/one.json"


def test_a_repository_is_found_by_words_of_all_that_is_said_of_it() -> None:
    code = load_code(Vfs())
    assert [r.name for r in matching(code, "tide tables")] == ["saltmarsh/tide-tables"]
    assert [r.name for r in matching(code, "gymnasium")] == ["quillworks/gymnasium-gridworlds"]
    assert "crumbcoat/sourdough-timer" in [r.name for r in matching(code, "cold KITCHEN")]
    assert matching(code, "zebra") == ()


def test_one_goes_from_a_search_to_a_file_and_back(surfer: Any) -> None:
    surfer.go(HOST)
    surfer.click("page.search")
    surfer.type("tides\n")
    surfer.click("page.repo.saltmarsh/tide-tables", "page.entry.data")
    assert surfer.url == f"https://{TIDES}/tree/main/data"
    surfer.click("page.entry.data/cardona.csv", "page.copy_file")
    assert surfer.device.clipboard().text.startswith("2025-03-14,05:52,3.1\n")
    surfer.click("page.up", "page.up", "page.copy_clone")
    assert surfer.url == f"https://{TIDES}"
    assert surfer.device.clipboard().text == f"https://{TIDES}.git"
    surfer.go(f"{TIDES}.git")
    assert surfer.see("page.clone") is not None, "the address that is cloned from shows the repository, too"


def test_a_star_is_given_and_taken_back(surfer: Any) -> None:
    surfer.go(TIDES)
    assert surfer.node("page.star").name == "Star 612"
    surfer.click("page.star")
    assert surfer.node("page.star").name == "Starred 613"
    assert surfer.device.query_content("content://code/starred") == ({"name": "saltmarsh/tide-tables"},)
    surfer.go(f"{HOST}/starred")
    assert surfer.names("page.repo.") == ["saltmarsh/tide-tables"]
    surfer.click("page.repo.saltmarsh/tide-tables", "page.star")
    assert surfer.device.query_content("content://code/starred") == ()


def test_what_it_offers_is_downloaded(surfer: Any) -> None:
    surfer.go(TIDES)
    surfer.click("page.archive")
    files = read_zip(surfer.device.read_file("Downloads/tide-tables-main.zip"))
    assert files["tide-tables-main/data/delmonte.csv"].content.startswith(b"2025-03-14,06:10")
    surfer.go(f"{TIDES}/releases")
    surfer.click("page.asset.2025.1.tide-tables-2025.zip", "page.asset.2025.1.cardona-2025.csv")
    assert sorted(read_zip(surfer.device.read_file("Downloads/tide-tables-2025.zip"))) == [
        "cardona.csv",
        "delmonte.csv",
    ]
    rows = surfer.device.query_content("content://browser/downloads")
    assert [row["title"] for row in rows] == ["cardona-2025.csv", "tide-tables-2025.zip", "tide-tables-main.zip"]
    assert surfer.url == f"https://{TIDES}/releases", "a download leaves one where one is"


def test_a_record_and_files_make_a_repository(surfer: Any) -> None:
    repo = Repo("me/mine", "My own", ("odd",), "C", "MIT", 9_999, "2025-03-14")
    surfer.device.write_file(RECORD, json.dumps(repo._asdict()).encode())
    surfer.device.write_file(f"AppData/Local/Sites/{HOST}/files/me/mine/raw/main/src/a.c", b"int a;\n")
    surfer.go(HOST)
    assert surfer.names("page.repo.")[0] == "me/mine"
    surfer.go(f"{HOST}/me/mine/blob/main/src/a.c")
    surfer.click("page.raw")
    assert surfer.url == f"https://{HOST}/me/mine/raw/main/src/a.c" and surfer.see("page") is not None


@pytest.mark.parametrize(
    "path", ["nobody", "me/mine", "saltmarsh/tide-tables/blob/main/none.txt", "saltmarsh/tide-tables/x"]
)
def test_what_is_not_there_is_said_to_be_so(surfer: Any, path: str) -> None:
    surfer.go(f"{HOST}/{path}")
    assert "Page not found" in next(w.title for w in surfer.device.windows() if w.active)


@pytest.mark.parametrize("record", ['{"name": "no-owner"}', '{"name": 5}', "{", '{"name": "/x"}'])
def test_a_broken_record_is_passed_over(surfer: Any, record: str) -> None:
    before = surfer.device.query_content("content://code/repositories")
    surfer.device.write_file(RECORD, record.encode())
    assert surfer.device.query_content("content://code/repositories") == before
