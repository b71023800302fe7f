"""Write the data of the package's own OSWorld files: documents, pictures, sounds, a book, mails, and what they become.

    python scripts/osworld_assets.py

They are shipped in omnigym/assets/shipped with a lock beside them. The script writes them again after a change here; a
document's bytes hold the versions of the libraries, so the hashes change with these.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import math
import re
import struct
import tarfile
import wave
import zipfile
from collections.abc import Callable
from email.message import EmailMessage

import numpy as np
from docx import Document
from docx.shared import Pt
from openpyxl import Workbook
from openpyxl.styles import Font
from PIL import Image, ImageDraw
from pptx import Presentation
from pptx.util import Inches

from omnigym.assets import LOCK_NAME, Asset, write_lock
from omnigym.assets.lock import SHIPPED

_WHEN = dt.datetime(2025, 3, 3, 9, 0)
_ZIPPED = (2025, 3, 3, 9, 0, 0)
#: When a document was changed, which openpyxl takes from the clock.
_CHANGED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(</dcterms:modified>)")
Rows = list[list[object]]

BUDGET: Rows = [
    ["Item", "Planned", "Spent"],
    ["Rent", 1200, 1200],
    ["Food", 450, 478.5],
    ["Trains", 160, 143.2],
    ["Books", 60, 84],
    ["Gifts", 90, 35.75],
]
PRICES: Rows = [
    ["Article", "Price", "Stock"],
    ["Lamp", 39, 12],
    ["Chair", 84.5, 4],
    ["Rug", 120, 2],
    ["Vase", 18.25, 30],
    ["Shelf", 64, 7],
]
LETTER = [
    "Minutes of the garden meeting",
    "The well will be repaired in April. Mr Brand brings the pump.",
    "Beds seven to nine are free. Who wants one writes to Mr Brand.",
    "The summer party is on the second Saturday of July.",
]
SLIDES = [
    ("Harvest 2024", "Apples, pears and quinces"),
    ("Helpers", "Twelve on Saturdays"),
    ("Costs", "Press, bottles, labels"),
    ("Next year", "A second press"),
]
POEM = "The ferry waits for no one.\nIts lamp goes out at nine.\nWe cross by what the stars allow.\n"
PAGES = {
    "tides.html": ("Tide table", "High water at 6:12 and 18:40."),
    "ferry.html": ("Ferry times", "The last boat leaves at 21:05."),
    "birds.html": ("Birds of the bay", "Terns, plovers and one pair of ospreys."),
}


def _zip_plain(content: bytes) -> bytes:
    """A package with fixed times, so that the same data are the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = _CHANGED.sub(rb"\g<1>2025-03-03T09:00:00Z\g<2>", old.read(name))
            new.writestr(zipfile.ZipInfo(name, _ZIPPED), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _book(rows: Rows, change: Callable[[Workbook], object] = lambda _: None, title: str = "Sheet1") -> bytes:
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    change(book)
    book.properties.created = book.properties.modified = _WHEN
    out = io.BytesIO()
    book.save(out)
    return _zip_plain(out.getvalue())


def _bold_heads(book: Workbook) -> None:
    for cell in book.active[1]:
        cell.font = Font(name="Calibri", bold=True)


def _frozen(book: Workbook) -> None:
    book.active.freeze_panes = "A2"


def _two_sheets(book: Workbook) -> None:
    book.create_sheet("Summary")


def _document(paragraphs: list[str], font: str = "Liberation Serif", spacing: float = 1.0) -> bytes:
    document = Document()
    document.styles["Normal"].font.name = font
    document.styles["Normal"].font.size = Pt(12)
    for text in paragraphs:
        paragraph = document.add_paragraph()
        run = paragraph.add_run(text)
        run.font.name = font
        paragraph.paragraph_format.line_spacing = spacing
    document.core_properties.created = document.core_properties.modified = _WHEN
    out = io.BytesIO()
    document.save(out)
    return _zip_plain(out.getvalue())


def _slides(slides: list[tuple[str, str]]) -> bytes:
    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(10), Inches(7.5)
    for title, body in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
    deck.core_properties.created = deck.core_properties.modified = _WHEN
    out = io.BytesIO()
    deck.save(out)
    return _zip_plain(out.getvalue())


def harbour(width: int = 320, height: int = 240) -> Image.Image:
    """A harbour: sky, sea, a red boat on the left, a lighthouse on the right."""
    y = np.linspace(0, 1, height)[:, None, None]
    sky = np.array([96, 150, 214]) * (1 - y) + np.array([236, 214, 190]) * y
    pixels = np.broadcast_to(sky, (height, width, 3)).astype(np.uint8).copy()
    picture = Image.fromarray(pixels)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, height * 5 // 8, width, height), fill=(34, 86, 120))
    draw.polygon([(40, 150), (130, 150), (112, 178), (58, 178)], fill=(190, 40, 36))
    draw.line((85, 150, 85, 92), fill=(70, 50, 30), width=4)
    draw.polygon([(88, 96), (88, 144), (124, 144)], fill=(245, 240, 230))
    draw.rectangle((250, 70, 276, 168), fill=(240, 238, 232))
    draw.rectangle((250, 96, 276, 116), fill=(190, 40, 36))
    draw.rectangle((254, 54, 272, 70), fill=(250, 220, 90))
    return picture


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _jpg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=92)
    return out.getvalue()


def _tone(hertz: float, seconds: float, rate: int = 8000) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        samples = (int(12000 * math.sin(2 * math.pi * hertz * n / rate)) for n in range(int(rate * seconds)))
        sound.writeframes(b"".join(struct.pack("<h", s) for s in samples))
    return out.getvalue()


def _mail(sender: str, subject: str, text: str, day: int, attached: tuple[str, bytes] | None = None) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "me@example.org", subject
    mail["Date"] = f"Mon, {day:02} Mar 2025 08:15:00 +0000"
    mail["Message-ID"] = f"<{hashlib.sha256(subject.encode()).hexdigest()[:16]}@example.org>"
    mail.set_content(text)
    if attached is not None:
        mail.add_attachment(attached[1], maintype="application", subtype="octet-stream", filename=attached[0])
        mail.set_boundary("=====harbour=====")
    return mail


def _mbox() -> bytes:
    mails = [
        _mail("Ines Roth <ines.roth@example.org>", "Boat plan", "Here is the plan.\n", 3, ("plan.txt", POEM.encode())),
        _mail("Harbour office <office@example.org>", "Invoice 2025-031", "Please pay 84.50 by Friday.\n", 10),
        _mail("Ola Berg <ola@example.org>", "Sunday", "Shall we sail on Sunday?\n", 17),
    ]
    return b"".join(b"From - Mon Mar  3 08:15:00 2025\n" + bytes(m).replace(b"\r\n", b"\n") + b"\n\n" for m in mails)


def _epub() -> bytes:
    """A book of two chapters."""
    chapters = {"one": ("The Ferry", POEM), "two": ("The Lamp", "It was lit again in May.\n")}
    body = '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{0}</title></head>'
    body += "<body><h1>{0}</h1><p>{1}</p></body></html>"
    items = "".join(f'<item id="{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>' for n in chapters)
    refs = "".join(f'<itemref idref="{n}"/>' for n in chapters)
    points = "".join(f'<li><a href="{n}.xhtml">{t}</a></li>' for n, (t, _) in chapters.items())
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<?xml version="1.0"?><container version="1.0" '
        'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" '
        'media-type="application/oebps-package+xml"/></rootfiles></container>',
        "book.opf": '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        'unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<dc:identifier id="id">omnigym-bay</dc:identifier><dc:title>Crossing the Bay</dc:title>'
        "<dc:creator>I. Roth</dc:creator><dc:language>en</dc:language>"
        '<meta property="dcterms:modified">2025-03-03T09:00:00Z</meta></metadata><manifest>'
        f'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>'
        f"<spine>{refs}</spine></package>",
        "nav.xhtml": '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        'xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head><body>'
        f'<nav epub:type="toc"><ol>{points}</ol></nav></body></html>',
        **{f"{n}.xhtml": body.format(*c) for n, c in chapters.items()},
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as book:
        for name, text in files.items():
            book.writestr(zipfile.ZipInfo(name, _ZIPPED), text)
    return out.getvalue()


def _archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for n in range(1, 4):
            archive.writestr(zipfile.ZipInfo(f"bay/day{n}.txt", _ZIPPED), f"Day {n}: {POEM.splitlines()[n - 1]}\n")
    return out.getvalue()


def _tar(names: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, content in names.items():
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(content), int(_WHEN.timestamp())
            tar.addfile(info, io.BytesIO(content))
    return out.getvalue()


def assets() -> dict[str, bytes]:
    """Each file by its name."""
    totals = [*BUDGET, ["Total", 1960, 1941.45]]
    heads, *prices = PRICES
    cheapest: Rows = [heads, *sorted(prices, key=lambda row: float(str(row[1])))]
    corrected: Rows = [row if row[0] != "Rug" else ["Rug", 120, 20] for row in PRICES]
    replaced = [text.replace("Mr Brand", "Ms Keller") for text in LETTER]
    page = "<!DOCTYPE html><html><head><meta charset=utf-8><title>{0}</title></head>"
    page += "<body><h1>{0}</h1><p>{1}</p></body></html>\n"
    log = "".join(f"2025-03-{1 + n % 28:02} {('INFO', 'WARN', 'INFO', 'ERROR')[n % 4]} boat {n}\n" for n in range(40))
    return {
        "budget.xlsx": _book(BUDGET),
        "budget-total.xlsx": _book(totals),
        "budget-bold.xlsx": _book(BUDGET, _bold_heads),
        "budget-frozen.xlsx": _book(BUDGET, _frozen),
        "budget-renamed.xlsx": _book(BUDGET, title="March"),
        "budget-summary.xlsx": _book(BUDGET, _two_sheets),
        "prices.xlsx": _book(PRICES),
        "prices-sorted.xlsx": _book(cheapest),
        "prices-corrected.xlsx": _book(corrected),
        "prices.csv": "".join(",".join(map(str, row)) + "\n" for row in PRICES).encode(),
        "letter.docx": _document(LETTER),
        "letter-replaced.docx": _document(replaced),
        "letter-line.docx": _document([*LETTER, "Signed: the committee"]),
        "letter-double.docx": _document(LETTER, spacing=2.0),
        "letter-untitled.docx": _document(LETTER[1:]),
        "harvest.pptx": _slides(SLIDES),
        "harvest-title.pptx": _slides([SLIDES[0], ("Volunteers", SLIDES[1][1]), *SLIDES[2:]]),
        "harvest-shorter.pptx": _slides([*SLIDES[:2], SLIDES[3]]),
        "harvest-moved.pptx": _slides([SLIDES[0], SLIDES[2], SLIDES[1], SLIDES[3]]),
        "harbour.png": _png(harbour()),
        "harbour-rotated.png": _png(harbour().transpose(Image.Transpose.ROTATE_270)),
        "harbour.jpg": _jpg(harbour()),
        "dunes.jpg": _jpg(harbour(200, 150)),
        "horn.wav": _tone(440, 8),
        "bell.wav": _tone(880, 8),
        "bay.epub": _epub(),
        "inbox.mbox": _mbox(),
        "poem.txt": POEM.encode(),
        "boats.log": log.encode(),
        "bay.zip": _archive(),
        **{name: page.format(*said).encode() for name, said in PAGES.items()},
    }


def main() -> None:
    """Write the files and their lock."""
    lock = {}
    for name, content in sorted(assets().items()):
        (SHIPPED / name).write_bytes(content)
        lock[f"omnigym:{name}"] = Asset(hashlib.sha256(content).hexdigest(), len(content))
    write_lock(SHIPPED / LOCK_NAME, lock)
    print(f"{len(lock)} files, {sum(a.size for a in lock.values()):,} bytes")


if __name__ == "__main__":
    main()
