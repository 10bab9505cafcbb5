"""The physics of the tower: wooden pieces, a table, a hand. See docs/physics.md."""
