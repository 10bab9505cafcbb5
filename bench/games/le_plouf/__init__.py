"""Benchmarks of Le Plouf and its solution."""
