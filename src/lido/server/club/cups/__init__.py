"""Tournaments: everybody against everybody, or Swiss, alone or in teams."""
