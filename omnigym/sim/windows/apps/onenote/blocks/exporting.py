"""Pages of blocks as files: Word documents, PDF, Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from omnigym.documents import PICTURE, Document, Format, ListKind, Paragraph, Picture, Run, write_docx
from omnigym.documents.printing import pdf_of
from omnigym.pictures import picture_size
from omnigym.sim.windows.apps.onenote.blocks.block import Block, Blocks, number_of

#: Gives the content of a file; nothing where it is gone.
Reading: TypeAlias = Callable[[str], bytes]
#: What a page can be exported as: what a file dialog calls it, and the ending.
ENDINGS = (("PDF (*.pdf)", "pdf"), ("Word Document (*.docx)", "docx"), ("Markdown (*.md)", "md"))
_LISTS: Mapping[str, ListKind] = {"bullet": "bullet", "number": "number"}
#: Points that the longer side of a picture has at most.
_LONGEST = 400.0


def document_of(title: str, blocks: Blocks, read: Reading) -> Document:
    """A page as a document: its title, then a paragraph for each block, or for each row of a table."""
    written = [paragraph for block in blocks for paragraph in _paragraphs(block, read)]
    return Document((Paragraph((Run(title),) if title else (), style="Title"), *written))


def _paragraphs(block: Block, read: Reading) -> tuple[Paragraph, ...]:
    if block.kind == "picture":
        content = read(block.file)
        size = picture_size(content)
        if size is not None:
            share = min(0.75, _LONGEST / max(size))
            picture = Picture(content, size[0] * share, size[1] * share)
            return (Paragraph((Run(PICTURE, Format(picture=picture)),)),)
    box = ("[x] " if block.done else "[ ] ") if block.kind == "todo" else ""
    style = "Heading 1" if block.kind == "heading" else "Normal"
    lines = [f"{box}{line}" for line in block.words.split("\n")]
    return tuple([Paragraph((Run(line),) if line else (), style, list=_LISTS.get(block.kind, "")) for line in lines])


def markdown(title: str, blocks: Blocks) -> str:
    """A page in Markdown; pictures and files by their names.

    >>> print(markdown("Trip", (Block(1, "todo", "Pack", done=True), Block(2, "heading", "Bags"))))
    # Trip
    <BLANKLINE>
    - [x] Pack
    <BLANKLINE>
    ## Bags
    <BLANKLINE>
    """
    parts = [f"# {title}"]
    for at, block in enumerate(blocks):
        close = at and block.kind == blocks[at - 1].kind and block.kind in ("todo", "bullet", "number")
        parts.append(f"{'' if close else chr(10)}{_marked(block, number_of(blocks, at))}")
    return "\n".join([*parts, ""])


def _marked(block: Block, number: int) -> str:
    match block.kind:
        case "table":
            head, *rest = ["| " + " | ".join([c.replace("|", "\\|") for c in cells]) + " |" for cells in block.rows]
            return "\n".join([head, "|" + " --- |" * len(block.rows[0]), *rest])
        case "picture":
            return f"![{block.text}]({block.text})"
        case "file":
            return f"[{block.text}]({block.text})"
        case "todo":
            return f"- [{'x' if block.done else ' '}] {block.text}"
    return {"heading": "## ", "bullet": "- ", "number": f"{number}. "}.get(block.kind, "") + block.text


def exported(title: str, blocks: Blocks, ending: str, read: Reading) -> bytes:
    """The bytes of a file of one of `ENDINGS` with a page."""
    if ending == "md":
        return markdown(title, blocks).encode()
    document = document_of(title, blocks, read)
    return write_docx(document) if ending == "docx" else pdf_of(_seen(document), title)


def _seen(document: Document) -> Document:
    """A document whose pictures are said in words, as what is written into a PDF is text."""
    return Document(
        tuple([p._replace(runs=(Run("[picture]"),)) if p.text == PICTURE else p for p in document.paragraphs])
    )
