"""The laboratory: plays many games between bots and measures them."""
