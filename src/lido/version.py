"""The version of Lido."""

VERSION = "0.1.0"
