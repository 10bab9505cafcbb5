"""Lido's games in the interfaces of others: `pettingzoo` and `openspiel`, each with the extra of that name."""
