"""The laboratory: many games at a time, and what can be learned from them."""
