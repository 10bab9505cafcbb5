"""A toy whose `GAME` has the id of another one."""

from tests.toys.dips import Dips

GAME = Dips()
