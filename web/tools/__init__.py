"""What the page is built from that Python knows: sentences, types of messages, recorded games."""
