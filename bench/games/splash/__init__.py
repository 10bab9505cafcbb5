"""Benchmarks of Splash! and its physics."""
