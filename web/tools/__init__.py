"""What the page is built from that Python knows: the words, and positions to look at."""
