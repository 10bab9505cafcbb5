"""The seats of a table: who sits there, and who plays."""


class Seat:
    """One seat. A table has six at most, and a service many tables: no more is kept than is needed."""

    __slots__ = (
        "agreed",
        "bank",
        "commitment",
        "forgiven",
        "gave_up",
        "here",
        "kept",
        "left",
        "level",
        "person",
        "rated",
        "starter",
        "string",
    )

    def __init__(self) -> None:
        self.person: str | None = None
        """Whose seat it is, even if a bot plays it for them."""
        self.level: str | None = None
        """The bot that plays."""
        self.commitment: str | None = None
        """The commitment of its person to the string."""
        self.string: str | None = None
        """What the seat adds to the deal, once it is known."""
        self.here = False
        self.rated: bool | None = None
        """Whether its person wanted a rating when they sat down; None where the log does not say."""
        self.kept = False
        """Whether it is kept for its person, who has not sat down yet."""
        self.starter: str | None = None
        """The person who began the game here; the rating is theirs."""
        self.left = False
        self.gave_up = False
        """Whether its person resigned or ran out of time: they cannot come back."""
        self.bank = 0
        """Milliseconds on the clock when its turn begins."""
        self.forgiven = 0
        """Milliseconds of a slow connection that were not counted so far."""
        self.agreed: bool | None = None
        """The answer of its person to the seat that asks for an undo."""

    @property
    def taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return self.level is not None or (self.person is not None and not self.kept)

    @property
    def is_gone(self) -> bool:
        """Whether its person left, or a bot plays for them."""
        return self.person is not None and (self.left or self.level is not None)

    @property
    def is_played(self) -> bool:
        """Whether a person plays here."""
        return self.person is not None and not self.left and self.level is None

    def sit(self, person: str | None, level: str | None, here: bool = False) -> None:
        """A person or a bot sits down before the game."""
        self.person, self.level, self.here, self.kept = person, level, here, False
        self.commitment = self.string = self.rated = None

    def keep_for(self, person: str) -> None:
        """Keep the seat for a person."""
        self.person, self.kept = person, True

    def free(self, keeper: str | None = None) -> None:
        """The seat is free again, before the game, or kept again for somebody."""
        self.sit(None, None)
        if keeper is not None:
            self.keep_for(keeper)
