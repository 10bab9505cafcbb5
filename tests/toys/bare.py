"""A toy with nothing but its rules: no words, no picture, no planes. It is `cards`, with its secrets declared."""

from dataclasses import replace

from tests.toys.cards import Cards


class Bare(Cards):
    id = "bare"
    secrets = True
    rules = replace(Cards.rules, name="bare", hidden=True)


GAME = Bare()
