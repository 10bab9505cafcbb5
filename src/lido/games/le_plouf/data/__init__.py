"""Data that comes with Lido. How it is made again and checked is said in docs/le-plouf-solved.md."""
