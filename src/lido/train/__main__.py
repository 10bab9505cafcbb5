"""`python -m lido.train GAME`: see `lido.train`."""

import argparse
import copy
import time
from pathlib import Path
from typing import Any

import numpy as np

from lido.errors import BadSetup

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit(str(BadSetup("research.no-torch"))) from None

from lido.games import needed_part
from lido.network import shipped
from lido.train.learner import Learner, Settings, compared
from lido.train.model import DEPTH, WIDTH, Model
from lido.train.tables import Tables

A_MINUTE = 60.0
COMPARED_STEPS = 400
KEPT = "training.pt"


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m lido.train", description="Train the network of a board game.")
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to train")
    parser.add_argument("--tables", type=int, default=65_536, help="how many games are played at once")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="the folder for checkpoints and the network")
    parser.add_argument(
        "--players",
        type=int,
        nargs="*",
        default=[],
        help="at tables of these numbers of players, more where one is named more often; else of all",
    )
    parser.add_argument("--width", type=int, default=WIDTH)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--batch", type=int, default=Settings.batch)
    parser.add_argument("--steps", type=int, default=Settings.steps, help="moves at every table between two updates")
    parser.add_argument(
        "--exploit",
        action="store_true",
        help="learn to beat the network that comes with the game, which stays as it is, from one seat of every table",
    )
    parser.add_argument(
        "--mean",
        type=Path,
        nargs="+",
        default=[],
        help="train nothing, and write the network whose weights are the means of those of these checkpoints",
    )
    parser.add_argument("--report", type=float, default=1.0, help="minutes between two reports")
    return parser.parse_args()


def write(model: Model, folder: Path) -> None:
    """Write the network of a model, beside the old one first."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / "new.npz", **model.whole()._asdict())
    (folder / "new.npz").replace(folder / "network.npz")


def average(given: argparse.Namespace) -> None:
    """Write the mean of some checkpoints of one training.

    Among several players a network mostly learns to beat what it was a moment ago; the mean of its former selves plays
    better against anybody else.
    """
    kept = [torch.load(file, map_location="cpu")["model"] for file in given.mean]
    model = Model(needed_part(given.game, "features"), given.width, given.depth)
    model.load_state_dict({name: torch.stack([one[name] for one in kept]).mean(0) for name in kept[0]})
    write(model, given.out)


class Training:
    """One training: it can be stopped and resumed."""

    def __init__(self, given: argparse.Namespace) -> None:
        torch.manual_seed(given.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.given = given
        features = needed_part(given.game, "features")
        self.model = Model(features, given.width, given.depth).to(given.device)
        tables = Tables(given.game, given.tables, given.device, f"{given.seed}", given.players)
        self.judged = Tables(given.game, min(given.tables, 8192), given.device, f"{given.seed}/judged", given.players)
        if given.exploit:
            self.model.take(shipped(given.game))
        self.first = copy.deepcopy(self.model)
        settings = Settings(steps=given.steps, batch=given.batch)
        self.learner = Learner(self.model, tables, settings, self.first if given.exploit else None)
        self.before = copy.deepcopy(self.model)
        self.spent, self.decisions = 0.0, 0
        given.out.mkdir(parents=True, exist_ok=True)
        if (given.out / KEPT).exists():
            self._resume()

    def _resume(self) -> None:
        kept = torch.load(self.given.out / KEPT, map_location=self.given.device)
        self.model.load_state_dict(kept["model"])
        self.before.load_state_dict(kept["model"])
        self.learner.optimiser.load_state_dict(kept["optimiser"])
        self.spent, self.decisions = kept["spent"], kept["decisions"]
        print(f"Resuming after {self.spent / A_MINUTE:.1f} minutes.")

    def keep(self) -> None:
        """Write a checkpoint and the network, each beside the old one first."""
        kept: dict[str, Any] = {"model": self.model.state_dict(), "optimiser": self.learner.optimiser.state_dict()}
        new = (self.given.out / KEPT).with_suffix(".new")
        torch.save({**kept, "spent": self.spent, "decisions": self.decisions}, new)
        new.replace(self.given.out / KEPT)
        write(self.model, self.given.out)

    def report(self) -> None:
        """Say how strong it is by now."""
        shares = [compared(self.model, other, self.judged, COMPARED_STEPS) for other in (self.first, self.before)]
        print(
            f"{self.spent / A_MINUTE:5.1f} min  {self.decisions / 1e6:9,.0f} M decisions  "
            f"{shares[0]:.2f} of an even share among {'its victims' if self.given.exploit else 'beginners'}, "
            f"{shares[1]:.2f} among its former self",
            flush=True,
        )
        self.before = copy.deepcopy(self.model)

    def run(self) -> None:
        """Train until the time is up."""
        whole = self.given.minutes * A_MINUTE
        reported = self.spent
        while self.spent < whole:
            began = time.monotonic()
            played = self.learner.play()
            self.learner.learn(played, min(1.0, self.spent / whole))
            if self.given.device == "cuda":
                torch.cuda.synchronize()
            self.decisions += len(played.chosen)
            self.spent += time.monotonic() - began
            if self.spent - reported >= self.given.report * A_MINUTE or self.spent >= whole:
                reported = self.spent
                self.report()
                self.keep()


def main() -> None:
    """Train, or take a mean."""
    given = parsed()
    if given.mean:
        average(given)
    else:
        Training(given).run()


if __name__ == "__main__":
    main()
