"""Compile every game's rules once, so that the first move of a fresh install does not wait for it."""
