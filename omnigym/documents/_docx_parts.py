"""The parts of a .docx file that are the same in every one that we write: types, relations, styles, lists."""

from __future__ import annotations

__all__ = ["FIXED_PARTS", "STYLE_IDS"]

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"

#: The style's name -> its id in the file.
STYLE_IDS = {
    "Normal": "Normal",
    "No Spacing": "NoSpacing",
    "Heading 1": "Heading1",
    "Heading 2": "Heading2",
    "Heading 3": "Heading3",
    "Title": "Title",
    "Subtitle": "Subtitle",
    "List Paragraph": "ListParagraph",
    "Caption": "Caption",
}

_TYPES = (
    f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_WORD_TYPE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_WORD_TYPE}.styles+xml"/>'
    f'<Override PartName="/word/numbering.xml" ContentType="{_WORD_TYPE}.numbering+xml"/>'
    "</Types>"
)

_PACKAGE_RELATIONS = (
    f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
    "</Relationships>"
)

_DOCUMENT_RELATIONS = (
    f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE}/numbering" Target="numbering.xml"/>'
    "</Relationships>"
)


def _style(name: str, paragraph: str, run: str) -> str:
    """A paragraph style based on Normal, with the properties of its paragraph and of its runs."""
    shown = name.lower() if name.startswith("Heading") else name
    return (
        f'<w:style w:type="paragraph" w:styleId="{STYLE_IDS[name]}"><w:name w:val="{shown}"/>'
        f'<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/>'
        f"<w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
    )


def _heading(level: int, before: int, half_points: int) -> str:
    return _style(
        f"Heading {level}",
        f'<w:keepNext/><w:spacing w:before="{before}" w:after="80"/><w:outlineLvl w:val="{level - 1}"/>',
        f'<w:color w:val="0F4761"/><w:sz w:val="{half_points}"/>',
    )


_STYLES = (
    f'{_XML}<w:styles xmlns:w="{_MAIN}"><w:docDefaults>'
    '<w:rPrDefault><w:rPr><w:rFonts w:ascii="Aptos" w:hAnsi="Aptos" w:cs="Aptos"/><w:sz w:val="22"/></w:rPr>'
    '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr>'
    "</w:pPrDefault></w:docDefaults>"
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>'
    + _style("No Spacing", '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>', "")
    + _heading(1, 360, 40)
    + _heading(2, 160, 32)
    + _heading(3, 160, 28)
    + _style("Title", '<w:spacing w:after="80" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="56"/>')
    + _style("Subtitle", "", '<w:color w:val="595959"/><w:sz w:val="28"/>')
    + _style("List Paragraph", '<w:ind w:left="720"/><w:contextualSpacing/>', "")
    + _style("Caption", "", "<w:i/>")
    + "</w:styles>"
)


def _abstract_list(number: int, number_format: str, text: str) -> str:
    return (
        f'<w:abstractNum w:abstractNumId="{number}"><w:multiLevelType w:val="hybridMultilevel"/>'
        f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{number_format}"/><w:lvlText w:val="{text}"/>'
        '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum>'
    )


_NUMBERING = (
    f'{_XML}<w:numbering xmlns:w="{_MAIN}">'
    + _abstract_list(0, "bullet", "\u2022")
    + _abstract_list(1, "decimal", "%1.")
    + '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    + '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    + "</w:numbering>"
)

#: (name of the part, its XML), the content types first, as some readers expect.
FIXED_PARTS: tuple[tuple[str, str], ...] = (
    ("[Content_Types].xml", _TYPES),
    ("_rels/.rels", _PACKAGE_RELATIONS),
    ("word/_rels/document.xml.rels", _DOCUMENT_RELATIONS),
    ("word/styles.xml", _STYLES),
    ("word/numbering.xml", _NUMBERING),
)
