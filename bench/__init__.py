"""Benchmarks: `make bench`. Figures and how they were got are in README.md."""
