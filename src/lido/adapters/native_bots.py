"""OpenSpiel's bots in C++ that cannot play a game written in Python, and a sentence for who tries.

They let go of Python's lock while they search and then call Python without it, which ends the process, whatever the
game. Nothing that a game or a state is asked before that tells it so; their methods are therefore guarded here.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pyspiel

from lido.errors import BadSetup

BOTS = ("MCTSBot", "ISMCTSBot")
METHODS = ("step", "step_with_policy", "step_verbose", "get_policy", "mcts_search", "restart_at")


def guard(state: type) -> None:
    """Let these bots refuse states of that kind."""
    for name in BOTS:
        kind = getattr(pyspiel, name, None)
        for method in METHODS:
            if hasattr(kind, method):
                setattr(kind, method, _guarded(getattr(kind, method), name, state))
    pyspiel.evaluate_bots = _guarded_evaluation(pyspiel.evaluate_bots, state)


def _guarded(method: Callable[..., Any], name: str, state: type) -> Callable[..., Any]:
    @wraps(method)
    def guarded(bot: Any, *given: Any, **named: Any) -> Any:
        if any(isinstance(thing, state) for thing in (*given, *named.values())):
            raise BadSetup("research.native-bot", bot=name)
        return method(bot, *given, **named)

    return guarded


def _guarded_evaluation(evaluate: Callable[..., Any], state: type) -> Callable[..., Any]:
    kinds = tuple(getattr(pyspiel, name) for name in BOTS if hasattr(pyspiel, name))

    @wraps(evaluate)
    def guarded(first: Any, bots: Any, *given: Any, **named: Any) -> Any:
        for bot in bots:
            if isinstance(first, state) and isinstance(bot, kinds):
                raise BadSetup("research.native-bot", bot=type(bot).__name__)
        return evaluate(first, bots, *given, **named)

    return guarded
