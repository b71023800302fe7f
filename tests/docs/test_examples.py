"""Blocks of code are found on a page, and files among them by the path in their first line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.examples import Block, blocks, files_of, write_files

PAGE = """
```python
# omnigym/a/b.py
x = 1
```

```python
# a remark, no path.py
y = 2
```

```json
{}
```
"""


def test_blocks_and_files(tmp_path: Path) -> None:
    assert blocks(PAGE) == [
        Block("python", "omnigym/a/b.py", "x = 1\n"),
        Block("python", "", "# a remark, no path.py\ny = 2\n"),
        Block("json", "", "{}\n"),
    ]
    assert [b.text for b in blocks(PAGE, "json")] == ["{}\n"]
    (written,) = write_files(files_of(PAGE), tmp_path)
    assert (written.relative_to(tmp_path).as_posix(), written.read_text()) == ("omnigym/a/b.py", "x = 1\n")


def test_a_file_stands_on_a_page_once() -> None:
    with pytest.raises(AssertionError, match="twice"):
        files_of(PAGE + PAGE)
