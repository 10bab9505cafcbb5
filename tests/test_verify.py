"""A record with the log of its table proves itself, and nobody can change anything in it unnoticed."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import lido
import lido.server.table.events as logs
from lido.deal import bot_string, commitment
from lido.verify import findings

SEED = "the secret of the house"
STRINGS = ("ab", "clé", bot_string(commitment(SEED), 3))
"""Of two people and a bot."""
Document = dict[str, Any]


def events(match: lido.Match, moves: Sequence[tuple[int, str]]) -> list[logs.AnyEvent]:
    """What happens at a table from its opening to the last move, with much that does not matter to the game."""
    told: list[logs.AnyEvent] = [
        opened(match, kept={2: "q"}),
        logs.Stood(seat=2, by="p"),
        logs.Sat(seat=1, commitment=commitment("first thought"), person="p"),
        logs.Stood(seat=1),
        *seated(match.players),
        logs.Said(person="p1", digest="0" * 64),
    ]
    for number, (seat, move) in enumerate(moves):
        if number == 2:
            told += [logs.Moved(seat=seat, move=move), logs.Asked(seat=seat), logs.Undone()]
        told.append(logs.Moved(seat=seat, move=move))
    return told


def opened(match: lido.Match, **fields: Any) -> logs.Created:
    return logs.Created(
        game=match.game.id, players=match.players, options={}, host="p", commitment=commitment(SEED), public=True,
        laws=match.laws, deal=2, **fields,
    )  # fmt: skip


def seated(players: int = 3) -> list[logs.AnyEvent]:
    """Two people and, at a table of three, a bot sit down; the people reveal, and the game begins."""
    bots = [logs.Sat(seat=3, level="club")] * (players == 3)
    people = [logs.Sat(seat=seat, commitment=commitment(STRINGS[seat - 1]), person=f"p{seat}") for seat in (2, 1)]
    revealed = [logs.Revealed(seat=seat, string=STRINGS[seat - 1]) for seat in (1, 2)]
    return [*people, *bots, logs.Sealed(), *revealed, logs.Started()]


def chained(told: Sequence[logs.AnyEvent], times: Sequence[int] = ()) -> list[logs.Entry]:
    """A log, an entry a millisecond or at those times."""
    entries: list[logs.Entry] = []
    for n, event in enumerate(told, start=1):
        at = times[n - 1] if times else 1000 + n
        entries.append(logs.entry("t", n, at, entries[-1].hash if entries else logs.FIRST, event))
    return entries


def game(id: str, most: int | None = None, players: int = 3) -> tuple[lido.Match, list[tuple[int, str]]]:
    """A game at random, to its end or for so many moves."""
    match = lido.new(id, players=players, seed=SEED, strings=STRINGS[:players])
    moves: list[tuple[int, str]] = []
    rng = random.Random(9)
    while (turn := match.turn) and len(moves) != most:
        moves.append((turn, rng.choice(match.legal_moves())))
        match.play(moves[-1][1])
    return match, moves


def document(match: lido.Match, told: Sequence[logs.AnyEvent]) -> Document:
    """The record of a table where all of this was told."""
    return match.record() | {"log": [entry.raw.decode() for entry in chained(told)]}


def recorded(id: str = "plouf-party") -> Document:
    match, moves = game(id)
    assert match.result
    over = logs.Over(payoffs=list(match.result.payoffs), reason=match.result.reason, seed=SEED)
    told = [*events(match, moves), over, logs.Again(table="u")]
    return document(match, told)


def stopped(reason: str = "resigned", payoffs: Sequence[float] = (1.0, 0.0)) -> Document:
    match, moves = game("le-plouf", 6, players=2)
    over = logs.Over(payoffs=list(payoffs), reason=reason, seed=SEED)
    return document(match, [*events(match, moves), over]) | {"stopped": {"payoffs": over.payoffs, "reason": reason}}


def paid_otherwise(gone: int | None, paid: Sequence[float] = (0.5, 0.0, 0.5)) -> Document:
    """A game that the second seat won, though the payoffs are others and one seat may have been left."""
    match, moves = game("plouf-party")
    assert match.result
    assert match.result.payoffs == (0.0, 1.0, 0.0)
    told = events(match, moves)
    if gone:
        told += [logs.Replaced(seat=gone, level="club", why="away")]
    told += [logs.Over(payoffs=list(paid), reason=match.result.reason, seed=SEED)]
    return document(match, told) | {"stopped": {"payoffs": list(paid), "reason": match.result.reason}}


def codes(record: Document) -> list[str]:
    """What is found, and at last what is not so."""
    found = []
    try:
        for finding in findings(json.dumps(record)):
            assert finding.said("en") != finding.said("fr")
            found.append(finding.code.removeprefix("verify."))
    except lido.BadRecord as error:
        found.append(error.code)
    return found


def refusal(record: Document) -> tuple[str, dict[str, Any]]:
    """What is not so, and the facts that are told of it."""
    with pytest.raises(lido.BadRecord) as refused:
        list(findings(json.dumps(record)))
    return refused.value.code, refused.value.facts


def test_a_game_at_a_table_is_proved_in_words() -> None:
    assert codes(recorded()) == ["deal", "result", "chain", "commitment", "strings", "moves", "ended"]


def test_a_game_that_was_stopped_is_proved_too() -> None:
    assert codes(stopped()) == ["deal", "no-result", "chain", "commitment", "strings", "moves", "stopped"]


def test_what_is_found_can_be_compared_with_what_was_shown_during_the_game() -> None:
    record = recorded()
    facts = {finding.code: finding.facts for finding in findings(record)}
    assert facts["verify.commitment"]["commitment"] == commitment(SEED)
    assert facts["verify.chain"]["hash"] == logs.digest(record["log"][-1].encode())


def spoken(number: str) -> str:
    """The number of a deal as the page shows it."""
    return " ".join(number[at : at + 4] for at in range(0, 16, 4))


def test_only_the_entry_that_creates_a_table_has_its_number() -> None:
    record = recorded()
    shown = commitment("a seed that was shown")
    events = [json.loads(text)["event"] for text in record["log"]]
    before, log = "0" * 64, []
    for n, event in enumerate([{"kind": "said", "commitment": shown}, *events], start=1):
        entry = {"table": "t", "n": n, "at": 1000 + n, "before": before, "event": event}
        log.append(json.dumps(entry))
        before = logs.digest(log[-1].encode())
    for noted in ([], [shown]):
        with pytest.raises(lido.BadRecord) as refused:
            list(findings(record | {"log": log}, noted))
        assert (refused.value.code, refused.value.facts) == ("verify.entry-order", {"n": 1})


def test_what_somebody_noted_must_be_in_the_log() -> None:
    record = recorded()
    number, hashes = commitment(SEED), [logs.digest(text.encode()) for text in record["log"]]
    for noted in ([number], [spoken(number).upper()], [hashes[3], hashes[-1][:16]]):
        assert [finding.code for finding in findings(record, noted)][3] == "verify.noted"
    plain = {name: value for name, value in record.items() if name != "log"}
    for shown, wrong in ((record, "0" * 16), (record, number[:15]), (plain, number)):
        with pytest.raises(lido.BadRecord) as refused:
            list(findings(shown, [wrong]))
        assert (refused.value.code, refused.value.facts) == ("verify.not-noted", {"noted": wrong})


def test_a_commitment_that_somebody_noted_must_be_that_of_a_sealed_seat() -> None:
    record = recorded()
    for string in STRINGS[:2]:
        assert [finding.code for finding in findings(record, [commitment(string)])][3] == "verify.noted"
    with pytest.raises(lido.BadRecord) as refused:
        list(findings(record, [commitment("first thought")]))
    assert refused.value.code == "verify.not-noted", "that seat was left"


def test_a_record_without_a_log_is_checked_as_far_as_it_goes() -> None:
    match, _ = game("plouf-party")
    assert codes(match.record()) == ["deal", "result", "no-log"]
    given = lido.new("le-plouf", players=2, position="5/5/5/5/A4 1 B 2")
    assert codes(given.record()) == ["deal-given", "no-result", "no-log"]


def test_a_record_of_a_table_replays_like_any_other() -> None:
    record = recorded()
    match = lido.replay(record)
    plain = {name: value for name, value in record.items() if name != "log"}
    assert match.record() == plain


def test_proving_needs_nothing_of_the_server() -> None:
    loaded = "import sys, lido.verify; print([name for name in sys.modules if name.startswith('lido.server')])"
    assert subprocess.check_output([sys.executable, "-c", loaded], text=True).strip() == "[]"


# Whoever changes the log breaks it


def test_no_entry_can_be_changed_in_a_chain() -> None:
    record = recorded()
    for n, text in enumerate(record["log"][:-1]):
        assert text.count(f'"at":{1001 + n}') == 1
        changed = text.replace(f'"at":{1001 + n}', '"at":1')
        forged = record | {"log": [*record["log"][:n], changed, *record["log"][n + 1 :]]}
        assert codes(forged)[-1] == "verify.not-chained"


@pytest.mark.parametrize("at", [0, 1, 7, -3])
def test_no_entry_can_be_left_out_put_in_or_exchanged(at: int) -> None:
    log = recorded()["log"]
    without = [text for text in log if text != log[at]]
    twice = [text for text in log for _ in range(1 + (text == log[at]))]
    exchanged = list(log)
    exchanged[at], exchanged[at + 1] = log[at + 1], log[at]
    for forged in (without, twice, exchanged):
        assert codes(recorded() | {"log": forged})[-1] == "verify.not-chained"


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "nonsense", '{"n":1}', '{"table":1}', "[" * 9000])
def test_what_is_no_entry_is_refused(text: str) -> None:
    assert codes(recorded() | {"log": [text]})[-1] == "verify.entry-form"


def test_the_first_entry_names_64_zeros_as_the_hash_before_it() -> None:
    assert json.loads(recorded()["log"][0])["before"] == "0" * 64


def test_every_entry_is_of_the_same_table() -> None:
    entries: list[logs.Entry] = []
    for n, table in enumerate(["t", "t", "u"], start=1):
        entries.append(logs.entry(table, n, n, entries[-1].hash if entries else logs.FIRST, logs.Stood(seat=1)))
    assert refusal(recorded() | {"log": [entry.raw.decode() for entry in entries]}) == ("verify.not-chained", {"n": 3})


def test_a_log_may_be_one_entry_long() -> None:
    record = recorded()
    assert codes(record | {"log": record["log"][:1]})[2:] == ["chain", "commitment", "verify.not-strings"]


def test_an_entry_that_a_proof_needs_has_the_fields_of_its_kind() -> None:
    log = recorded()["log"][:3]
    assert log[2].count('"seat":1') == 1
    code, facts = refusal(recorded() | {"log": [*log[:2], log[2].replace('"seat":1', '"seat":"first"')]})
    assert (code, facts["n"]) == ("verify.entry-form", 3)


def test_what_is_no_text_is_no_entry() -> None:
    with pytest.raises(lido.BadRecord) as refused:
        list(findings(recorded() | {"log": ["\ud800"]}))
    assert refused.value.code == "verify.entry-form"


# Whoever makes a new chain is found out by what it says


def forged(change: Callable[[list[Any]], Any], record: Document | None = None) -> str:
    """What is said of a log with another story, chained anew."""
    record = record or recorded()
    told = [logs.read(text.encode()).body.event for text in record["log"]]
    told = change(told) or told
    return codes(record | {"log": [entry.raw.decode() for entry in chained(told)]})[-1]


def set_field(kind: type[Any], which: int, **fields: Any) -> Callable[[list[Any]], None]:
    """A change to one of the events of a kind."""

    def change(told: list[Any]) -> None:
        event = [event for event in told if isinstance(event, kind)][which]
        for name, value in fields.items():
            setattr(event, name, value)

    return change


def without(kind: type[Any], which: int) -> Callable[[list[Any]], list[Any]]:
    def change(told: list[Any]) -> list[Any]:
        gone = [event for event in told if isinstance(event, kind)][which]
        return [event for event in told if event is not gone]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda told: None, "ended"),
        (set_field(logs.Created, 0, commitment=commitment("another seed")), "verify.not-commitment"),
        (set_field(logs.Created, 0, game="le-plouf"), "verify.not-table"),
        (set_field(logs.Created, 0, players=4), "verify.not-table"),
        (set_field(logs.Created, 0, options={"edition": "en"}), "verify.not-table"),
        (set_field(logs.Created, 0, options={"edition": "fr"}), "ended"),
        (set_field(logs.Sat, 0, commitment="another"), "ended"),
        (without(logs.Sat, 1), "verify.entry-order"),
        (without(logs.Moved, 0), "verify.not-moves"),
        (without(logs.Undone, 0), "verify.not-moves"),
        (set_field(logs.Moved, 0, move="nonsense"), "verify.not-moves"),
        (set_field(logs.Moved, 0, details={"by": "luck"}), "verify.not-moves"),
        (set_field(logs.Moved, 0, seat=3), "verify.not-turn"),
        (set_field(logs.Over, 0, seed="another seed"), "verify.not-ending"),
        (set_field(logs.Over, 0, reason="resigned"), "verify.not-ending"),
        (set_field(logs.Over, 0, payoffs=[0.0, 0.0, 0.0]), "verify.not-ending"),
        (without(logs.Created, 0), "verify.entry-order"),
        (without(logs.Started, 0), "verify.entry-order"),
        (without(logs.Stood, 1), "verify.entry-order"),
        (lambda told: [*told, logs.Moved(seat=1, move="a1")], "verify.not-moves"),
        (lambda told: [*told, logs.Undone()], "verify.not-moves"),
        (lambda told: [*told, logs.Resumed(seat=1, bank=1)], "verify.entry-order"),
        (lambda told: undone_early(told, 0), "verify.entry-order"),
        (lambda told: [*told, told[0]], "verify.entry-order"),
        (without(logs.Over, 0), "verify.not-ending"),
        (lambda told: [*told, logs.Closed()], "verify.entry-order"),
        (lambda told: [told[0], logs.Left(seat=1), *told[1:]], "verify.entry-order"),
        (lambda told: [told[0], logs.Returned(seat=1, person="p1"), *told[1:]], "verify.entry-order"),
        (lambda told: [told[0], told[-2], *told[1:]], "verify.entry-order"),
        (lambda told: [*told, logs.Left(seat=1)], "verify.entry-order"),
        (lambda told: [*told, logs.Returned(seat=1, person="p1")], "verify.entry-order"),
        (lambda told: [*told, told[-2]], "verify.entry-order"),
    ],
)  # fmt: skip
def test_a_log_with_another_story_is_found_out(change: Callable[[list[Any]], Any], said: str) -> None:
    assert forged(change) == said


def undone_early(told: list[Any], moves: int) -> list[Any]:
    """A log in which moves are taken back after the first one, which is then played again."""
    first = next(number for number, event in enumerate(told) if isinstance(event, logs.Moved))
    return [*told[: first + 1], logs.Undone(moves=moves), told[first], *told[first + 1 :]]


def test_a_log_may_take_back_every_move() -> None:
    assert forged(lambda told: undone_early(told, 1)) == "ended"


def test_a_move_out_of_turn_is_named_by_its_number_and_its_seat() -> None:
    match, moves = game("plouf-party")
    seat, move = moves[4]
    moves[4] = (seat % 3 + 1, move)
    assert refusal(document(match, events(match, moves))) == ("verify.not-turn", {"number": 5, "seat": seat % 3 + 1})


def test_only_people_and_clocks_stop_a_game() -> None:
    assert codes(stopped("resigned", (0.0, 1.0)))[-1] == "stopped"
    assert codes(stopped("pool-full"))[-1] == "verify.not-ending"


@pytest.mark.parametrize("other", [{"payoffs": [0.0, 1.0], "reason": "resigned"}, None])
def test_the_record_says_how_a_game_was_stopped(other: Any) -> None:
    record = stopped()
    changed = {name: value for name, value in (record | {"stopped": other}).items() if value != other or other}
    assert codes(changed)[-1] == "verify.not-ending"


def test_only_a_seat_that_was_left_is_paid_less_than_by_the_result() -> None:
    assert codes(paid_otherwise(gone=2))[-1] == "paid"
    assert codes(paid_otherwise(gone=1))[-1] == "verify.not-paid"
    assert codes(paid_otherwise(gone=None))[-1] == "verify.not-paid"


@pytest.mark.parametrize(("paid", "seat"), [((0.5, 0.0, 0.5), 1), ((0.0, 0.5, 0.5), 2), ((0.0, 1.0, 0.5), 3)])
def test_the_seat_that_is_not_paid_what_it_is_due_is_named(paid: Sequence[float], seat: int) -> None:
    assert refusal(paid_otherwise(gone=None, paid=paid)) == ("verify.not-paid", {"seat": seat})


def test_a_seat_whose_person_came_back_is_paid_by_the_result() -> None:
    record = paid_otherwise(gone=2, paid=(0.0, 1.0, 0.0))
    del record["stopped"]
    assert refusal(record)[0] == "verify.not-paid"

    def come_back(told: list[Any]) -> list[Any]:
        return [*told[:-1], logs.Returned(seat=2, person="p2"), told[-1]]

    assert forged(come_back, record) == "ended"


def test_a_game_is_paid_otherwise_for_the_reason_of_its_result() -> None:
    record = recorded()
    reason = record["result"]["reason"]
    for other in (
        {"payoffs": [1.0, 0.0, 0.0], "reason": "resigned"},
        {"payoffs": [0.5, 0.5], "reason": reason},
        record["result"],
    ):
        assert codes(record | {"stopped": other}) == ["match.record-stopped"]


def test_a_false_deal_is_found_without_the_log() -> None:
    record = recorded()
    assert codes(record | {"seed": "another seed"}) == ["match.record-start"]
    assert codes(record | {"strings": ["ab", "clé", "3"]}) == ["match.record-start"]
