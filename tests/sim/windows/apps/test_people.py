"""People, used as a person does: a form, favourites, mails, cards as files."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.documents.mail import read_mail
from omnigym.documents.vcard import Card, read_vcf, write_vcf

EVA = Card("Eva Lund", "555-0199", "eva@x.org", "Lund, Ltd", "Elm Street 9")
DRAFTS = "AppData/Local/Mail/Drafts"


@pytest.fixture
def people(hands: Any) -> Any:
    hands.open("people")
    return hands


def kept(hands: Any) -> list[str]:
    return [row["name"] for row in hands.device.query_content("content://people/contacts")]


def listed(hands: Any) -> list[str]:
    tree = hands.device.tree()
    return [n.name for n in tree if n.role is Role.LIST_ITEM and n.key.startswith("people.person.")]


def test_the_list_is_by_name_and_searched_in_all_that_is_known(people: Any) -> None:
    assert listed(people) == sorted(listed(people))
    people.click("people.search")
    people.type("contoso")
    assert listed(people) == ["Jonas Weber", "Maria Santos", "Tom Becker"]
    people.click("people.only.starred")
    assert listed(people) == ["Maria Santos", "Tom Becker"]


def test_a_contact_needs_a_name_and_an_address_that_is_one(people: Any) -> None:
    people.press("n", "ctrl")
    people.click("people.form.email")
    people.type("nowhere")
    people.click("people.save")
    assert "Enter a name" in people.node("message.text").name
    people.press("escape")
    people.click("people.form.name")
    people.type("Zoe")
    people.click("people.save")
    assert "is no email address" in people.node("message.text").name
    people.press("escape")
    people.click("people.form.email")
    people.type("zoe@x.org\n")
    assert kept(people)[-1] == "Zoe"


def test_linked_mails_open_and_a_card_goes_with_a_mail(people: Any) -> None:
    people.click("people.person.5")
    people.click("people.mail.Agenda for Monday.eml")
    assert people.device.tree().find(name="Agenda for Monday", role=Role.HEADING) is not None
    people.open("people")
    people.click("people.share")
    draft = read_mail(people.device.read_file(f"{DRAFTS}/Contact Maria Santos.eml"))
    assert draft.attachments[0].name == "Maria Santos.vcf"
    assert read_vcf(draft.attachments[0].content)[0].email == "maria.santos@contoso.com"


def test_cards_come_once_and_all_go_out(people: Any) -> None:
    people.device.write_file("Documents/new.vcf", write_vcf((EVA, Card("Mom"))))
    for _ in range(2):
        people.device.launch("file_manager", "Documents")
        people.click("explorer.items.new.vcf", count=2)
        people.click("people.take")
    assert kept(people)[-2:] == ["Eva Lund", "Mom"] and len(kept(people)) == 11
    people.click("people.export_all")
    people.type("all.vcf\n")
    assert EVA in read_vcf(people.device.read_file("Documents/all.vcf"))


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"BEGIN:VCARD\nFN:A"])
def test_a_damaged_card_is_told_and_nothing_is_lost(people: Any, content: bytes) -> None:
    before = kept(people)
    people.device.write_file("Documents/bad.vcf", content)
    people.press("o", "ctrl")
    people.type("bad.vcf\n")
    assert "can't be read" in people.node("message.text").name
    assert kept(people) == before


def test_a_place_that_cannot_be_written_is_told(people: Any) -> None:
    people.click("people.person.5", "people.export")
    people.type("C:\\Users\\user\\Nowhere\\x.vcf\n")
    assert people.see("message.text") is not None
