"""Data that comes with Lido: the learnt hand of the benchmark."""
