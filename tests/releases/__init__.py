"""What released versions wrote, a folder each, and the tests that this version still reads it (docs/versions.md)."""
