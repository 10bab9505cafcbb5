"""What others make of Plouf Party."""
