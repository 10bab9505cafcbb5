"""A toy with planes and chance, but no words, and no known bound on its length."""

from dataclasses import replace

from tests.toys.cards import Cards


class Shown(Cards):
    id = "shown"
    secrets = True
    rules = replace(Cards.rules, name="shown", hidden=True)


GAME = Shown()
