"""Le Plouf for two, solved: what every position is worth, how that was found, and how it is kept.

`index` gives every position a number, `retrograde` and `opening` find the values, `table` keeps them
in a file and looks them up, and `verify` checks that file by the rules alone.
"""
