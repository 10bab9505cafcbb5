"""A toy with parts that cannot be loaded."""

from tests.toys.dips import Dips


class Torn(Dips):
    id = "torn"


GAME = Torn()
