"""Interfaces whose library is not installed say how to install it."""

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize(("adapter", "library"), [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")])
def test_the_sentence_names_the_extra(adapter: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"lido.adapters.{adapter}", raising=False)
    monkeypatch.delitem(sys.modules, "lido.adapters.native_bots", raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        ImportError, match=rf"is not installed\. Install it with pip install 'lido-games\[{adapter}\]'\."
    ):
        import_module(f"lido.adapters.{adapter}")
