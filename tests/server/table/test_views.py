"""What is sent of a table: put together from parts, it is what the match says."""

import json

import msgspec
import pytest

from lido.games import games
from lido.server.messages import News
from lido.server.rooms.connection import Audience
from lido.server.rooms.news import Seen, joined, news_of, seen_after, views_for, written_for
from lido.server.table import views
from lido.server.table.events import Clock
from tests.server.table.desk import begun

GAMES = [(game.id, players) for game in games() for players in (game.players[0], game.players[-1])]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_view_is_sent_as_the_match_has_it_and_names_its_seat(game: str, players: int) -> None:
    desk = begun(game, players)
    desk.move()
    for seat, shown in views.seat_views(desk.table, range(players + 1)).items():
        view = desk.table.running().view(seat)
        assert json.loads(bytes(shown.view)) == json.loads(json.dumps(view))
        assert view["seat"] == seat


@pytest.mark.parametrize("clock", [None, Clock(seconds=60)])
def test_news_are_one_object_with_what_an_audience_may_see(clock: Clock | None) -> None:
    desk = begun("plouf-party", 3, clock=clock)
    changes = desk.move()
    entry, mine, others = changes.entries[-1], Audience((1,)), Audience((2, 3))
    plain = news_of(entry, changes.game_events[-1])
    texts = written_for(views_for([mine, others], desk.table), seen_after(entry, desk.table))
    for audience, text in texts.items():
        news = json.loads(joined(plain, text))
        assert news | {"turn": desk.table.turn} == news
        assert {key: news[key] for key in json.loads(plain)} == json.loads(plain)
        assert [int(seat) for seat in news["views"]] == list(audience.seats)
        assert ("clocks" in news) == (clock is not None)


def test_news_that_nobody_sees_more_of_stay_as_they_are() -> None:
    assert joined(b'{"n":1}', b"{}") == b'{"n":1}'


def test_what_an_audience_sees_of_news_has_fields_of_news() -> None:
    of_news, seen = ({field.name: field.type for field in msgspec.structs.fields(each)} for each in (News, Seen))
    assert seen.items() <= of_news.items()
