"""The apps that speak: Assistant, Translator and Lessons, by their screens, their records and what is heard."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omnigym.actions import Wait
from omnigym.sim.kinds.speaking import ended, in_turn, is_speech, starts, words
from omnigym.sounds import load
from omnigym.tasks.setup import AddRow


def add(phone: Any, table: str, **row: Any) -> None:
    AddRow(f"/data/data/app.{table}.json", tuple(row), tuple(row.values())).apply(phone.device)


@pytest.fixture
def phone(phone: Any) -> Any:
    """A phone that is listened to."""
    phone.device.listen(True)
    phone.device.reset()
    return phone


def sounded(phone: Any, action: Any) -> np.ndarray:
    """What is heard while something is done."""
    phone.device.next_interval()
    action()
    return phone.device.audio(20.0)


def has(sound: np.ndarray, name: str) -> bool:
    """Whether a sound is in another one, at any volume."""
    wanted = load(name).astype(float)
    whole = np.concatenate((sound.astype(float), np.zeros(len(wanted))))
    size = 1 << int(np.ceil(np.log2(len(whole) + len(wanted))))
    match = np.fft.irfft(np.fft.rfft(whole, size) * np.conj(np.fft.rfft(wanted, size)), size)
    place = int(np.argmax(match[: len(whole) - len(wanted)]))
    part = whole[place : place + len(wanted)]
    return float(part @ wanted) > 0.99 * float(np.linalg.norm(part) * np.linalg.norm(wanted))


# -- sounds in turn ----------------------------------------------------------------------------------------------------


def test_sounds_and_pauses_follow_one_another() -> None:
    said = ("amber/button/garden", "pause/1500", "chime/station")
    length = ended(said[:1])
    assert starts(said) == (0, length + 250, length + 250 + 1500)
    assert [s.since_ms for s in in_turn(said, 1000)] == [1000, 1000 + length + 1750]
    assert in_turn(said, 0) == () and words(said) == "Garden"
    slow = in_turn(said, 1000, speed=0.5)
    assert slow[1].since_ms == 1000 + 2 * (length + 1750) and slow[1].speed == 0.5


@pytest.mark.parametrize(
    "said", [("nobody/knows/it",), ("pause/",), ("pause/-5",), ("pause/999999",), ("pause/0",) * 25]
)
def test_other_names_are_no_speech(said: tuple[str, ...]) -> None:
    assert not is_speech(said)


# -- the Assistant -----------------------------------------------------------------------------------------------------


def test_the_assistant_asks_back_aloud_only_and_keeps_the_answer(phone: Any) -> None:
    phone.open("assistant")
    sound = sounded(phone, lambda: (phone.tap("assistant.offer.Good evening"), phone.device.act(Wait(4.0))))
    assert has(sound, "amber/offer/music-news") and not has(sound, "amber/offer/news-music")
    assert phone.node("assistant.turn.2").name == "Said aloud"
    phone.tap("assistant.offer.News")
    assert [(r["asked"], r["answer"]) for r in phone.rows("content://assistant/answers")] == [("Good evening", "News")]
    assert phone.node("assistant.turn.4").name == "It is done."
    phone.tap("assistant.captions")
    assert phone.node("assistant.turn.4").name == "Said aloud"


def test_timers_and_reminders_are_asked_for_in_one_sentence_or_two(phone: Any) -> None:
    phone.open("assistant")
    phone.tap("assistant.offer.Set a timer", "assistant.offer.10", "assistant.draft")
    phone.type("Start a timer of 3 minutes\nremind me to water the roses on friday\nRemind me of the cake\nnever\n")
    phone.press("back")
    phone.tap("assistant.offer.Sunday")
    assert [r["minutes"] for r in phone.rows("content://assistant/timers")] == ["10", "3"]
    kept = [(r["text"], r["day"]) for r in phone.rows("content://assistant/reminders")]
    assert kept[2:] == [("water the roses", "Friday"), ("the cake", "Sunday")]
    sound = sounded(phone, lambda: phone.device.act(Wait(185.0)))
    assert [r["minutes"] for r in phone.rows("content://assistant/timers")] == ["10"] and sound.any()
    phone.tap("assistant.page", "assistant.cancel.1", "assistant.forget.1")
    assert not phone.rows("content://assistant/timers")
    assert "the recycling" not in [r["text"] for r in phone.rows("content://assistant/reminders")]


def test_a_timer_that_was_cancelled_rings_for_no_other(phone: Any) -> None:
    phone.open("assistant")
    phone.tap("assistant.draft")
    phone.type("Set a timer for 1 minute\n")
    phone.press("back")
    phone.tap("assistant.page", "assistant.cancel.1", "assistant.up", "assistant.draft")
    phone.type("Set a timer\n0\n2000\n2 minutes\n")
    phone.device.act(Wait(70.0))
    assert [(r["id"], r["minutes"]) for r in phone.rows("content://assistant/timers")] == [("1", "2")]


def test_another_question_in_place_of_an_answer_is_understood(phone: Any) -> None:
    phone.open("assistant")
    phone.tap("assistant.draft")
    phone.type("Good evening\nBoth, music and news\nWhat is the weather\nMusic\n")
    assert not phone.rows("content://assistant/answers")
    last = [n.name for n in phone.device.tree() if n.key.startswith("assistant.turn.")]
    assert last[-1] == "Sorry, can you say that again?"


@pytest.mark.parametrize(
    ("wait", "answer"), [(1.0, None), (2.5, "At the bakery"), (6.0, "At the market"), (30.0, None)]
)
def test_a_list_is_stopped_at_the_item_that_was_said_last(phone: Any, wait: float, answer: str | None) -> None:
    add(phone, "assistant/routines", title="Where?", says=(), reads=("amber/place/bakery", "amber/place/market"))
    phone.open("assistant")
    phone.tap("assistant.offer.Where?")
    phone.device.act(Wait(wait))
    phone.tap("assistant.pick")
    assert [r["answer"] for r in phone.rows("content://assistant/answers")] == [answer] * (answer is not None)


# -- the Translator ----------------------------------------------------------------------------------------------------


def test_it_translates_words_both_ways_and_says_phrases(phone: Any) -> None:
    phone.open("translator")
    phone.tap("translator.draft")
    phone.type("Biscuits? No: a biscuit, a Lorry\n")
    phone.press("back")
    phone.tap("translator.swap", "translator.draft")
    phone.press("backspace")
    assert phone.rows("content://translator/history")[-1]["translated"] == "Biscuits? No: a cookie, a Truck"
    phone.device.act(Wait(1.0))
    phone.tap("translator.tab.phrases")
    sound = sounded(phone, lambda: (phone.tap("translator.phrase.1.listen"), phone.device.act(Wait(3.0))))
    assert has(sound, "bruno/british/bill")
    phone.tap("translator.phrase.1.star", "translator.starred")
    assert [n.name for n in phone.device.tree() if n.key.startswith("translator.phrase.") and n.name[:4] == "Coul"]


def test_a_phrase_is_translated_as_a_whole_and_back(phone: Any) -> None:
    phone.open("translator")
    phone.tap("translator.swap", "translator.draft")
    phone.type("could we have the check, please\n")
    phone.press("back")
    assert phone.node("translator.result").value == "Could we have the bill, please?"
    sound = sounded(phone, lambda: (phone.tap("translator.listen"), phone.device.act(Wait(3.0))))
    assert has(sound, "bruno/british/bill")


def test_a_person_speaks_at_once_and_a_reply_is_kept(phone: Any) -> None:
    add(phone, "translator/talks", person="Guest", says=("bruno/british/lift",), replies=("Yes", "No"))
    phone.open("translator")
    phone.tap("translator.tab.talk")
    sound = sounded(phone, lambda: (phone.tap("translator.talk.2"), phone.device.act(Wait(3.0))))
    assert has(sound, "bruno/british/lift") and phone.node("translator.heard").name == "Said aloud"
    phone.tap("translator.reply.1")
    assert [(r["person"], r["reply"]) for r in phone.rows("content://translator/replies")] == [("Guest", "No")]
    phone.press("back")
    assert not sounded(phone, lambda: phone.device.act(Wait(1.0))).any()


# -- the Lessons -------------------------------------------------------------------------------------------------------


def result(phone: Any) -> tuple[str, str]:
    last = phone.rows("content://lessons/results")[-1]
    return last["answer"], last["right"]


def test_hearts_streak_and_progress_follow_from_the_results(phone: Any) -> None:
    phone.open("lessons")
    assert (phone.node("lessons.hearts").value, phone.node("lessons.streak").value) == ("4", "1")
    phone.tap("lessons.lesson.Words")
    phone.tap("lessons.option.Garden", "lessons.option.Telephone", "lessons.check")
    assert result(phone) == ("Telephone", "0") and phone.node("lessons.verdict").name == "Not quite: Music"
    phone.tap("lessons.go_on")
    phone.tap(*[f"lessons.option.{o}" for o in ("Paper", "Window", "Paper", "Camera", "Paper")], "lessons.check")
    assert result(phone) == ("Window Camera Paper", "1")
    phone.tap("lessons.go_on")
    assert phone.node("lessons.summary").name == "2 of 3 right"
    phone.press("back")
    assert (phone.node("lessons.hearts").value, phone.node("lessons.streak").value) == ("3", "1")
    assert phone.node("lessons.lesson.Words").value == "3 of 3 done"
    phone.tap("lessons.more", "lessons.menu.restart", "ask.yes")
    assert phone.rows("content://lessons/results") == () and phone.node("lessons.hearts").value == "5"


def test_without_hearts_no_lesson_goes_on(phone: Any) -> None:
    for n in range(4):
        add(phone, "lessons/results", exercise=90 + n, lesson="Old", answer="no", right=False)
    phone.open("lessons")
    phone.tap("lessons.lesson.People")
    assert phone.node("lessons.summary").name == "Start over to have five again."


def test_a_sentence_is_right_whatever_its_marks_and_letter_case(phone: Any) -> None:
    phone.open("lessons")
    sound = sounded(phone, lambda: (phone.tap("lessons.lesson.Sentences"), phone.device.act(Wait(3.0))))
    assert has(sound, "amber/lesson/breakfast")
    phone.tap("lessons.typed")
    phone.type("she eats an EGG for breakfast\n")
    assert result(phone) == ("she eats an EGG for breakfast", "1")


@pytest.mark.parametrize(("wait", "answer"), [(1.0, "early"), (2.5, "in time"), (6.0, "late")])
def test_a_bell_has_its_moment(phone: Any, wait: float, answer: str) -> None:
    phone.open("lessons")
    phone.tap("lessons.lesson.Reactions")
    phone.device.act(Wait(wait))
    assert phone.node("lessons.lamp").name == f"The lamp is {'off' if answer == 'early' else 'on'}"
    phone.tap("lessons.press")
    assert result(phone) == (answer, str(int(answer == "in time")))


@pytest.mark.parametrize("row", [{"kind": "sing"}, {"says": ("nobody/knows/it",)}, {"kind": "bell", "says": ()}])
def test_what_is_no_exercise_is_passed_over(phone: Any, row: dict[str, Any]) -> None:
    add(phone, "lessons/exercises", **{"lesson": "Odd", "kind": "choose", "task": "?", "says": (), **row})
    phone.open("lessons")
    assert phone.find("lessons.lesson.Odd") is None and phone.find("lessons.lesson.Words") is not None
