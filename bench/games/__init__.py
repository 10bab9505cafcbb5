"""Benchmarks that belong to one game, in a folder per game."""
