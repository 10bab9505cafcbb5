"""Data that comes with Lido: positions of the benchmark, and its reference player."""
