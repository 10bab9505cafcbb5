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
    raise SystemExit(str(BadSetup("research.not-installed", package="PyTorch", extra="train"))) from None

from lido.games import needed_part
from lido.network import Network, read, shipped
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
        "--further", action="store_true", help="begin with the network that comes with the game, and not with nothing"
    )
    parser.add_argument(
        "--rivals",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="at this share of the tables, play one seat among former selves, one of each report",
    )
    parser.add_argument(
        "--tastes", type=float, default=0.0, help="how much rivals differ from the networks that they are, in logits"
    )
    parser.add_argument("--rate", type=float, default=Settings.rate[0], help="how fast it learns at the beginning")
    parser.add_argument("--report", type=float, default=1.0, help="minutes between two reports")
    return parser.parse_args()


def write(model: Model, file: Path) -> None:
    """Write the network of a model, beside the old one first."""
    new = file.with_name("new.npz")
    np.savez_compressed(new, **model.whole()._asdict())
    new.replace(file)


def taken(given: argparse.Namespace, network: Network) -> Model:
    """A model with the weights of a network."""
    model = Model(needed_part(given.game, "features"), given.width, given.depth)
    model.take(network)
    moved: Model = model.to(given.device)
    return moved


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
        if given.exploit or given.further:
            self.model.take(shipped(given.game))
        self.first = copy.deepcopy(self.model)
        settings = Settings(
            steps=given.steps,
            batch=given.batch,
            rate=(given.rate, Settings.rate[1]),
            share=given.rivals or 1.0,
            tastes=given.tastes,
        )
        self.learner = Learner(self.model, tables, settings, [self.first] if given.exploit or given.rivals else [])
        self.before = copy.deepcopy(self.model)
        self.spent, self.decisions, self.reports = 0.0, 0, 0
        given.out.mkdir(parents=True, exist_ok=True)
        if (given.out / KEPT).exists():
            self._resume()

    def _resume(self) -> None:
        kept = torch.load(self.given.out / KEPT, map_location=self.given.device)
        self.model.load_state_dict(kept["model"])
        self.before.load_state_dict(kept["model"])
        self.learner.mean.load_state_dict(kept["mean"])
        self.learner.optimiser.load_state_dict(kept["optimiser"])
        self.learner.updates = kept["updates"]
        self.spent, self.decisions = kept["spent"], kept["decisions"]
        self.learner.rivals += [taken(self.given, read(file)) for file in self.given.out.glob("rival-*.npz")]
        print(f"Resuming after {self.spent / A_MINUTE:.1f} minutes.")

    def keep(self) -> None:
        """Write a checkpoint and the network, each beside the old one first."""
        learner = self.learner
        kept: dict[str, Any] = {"model": self.model.state_dict(), "mean": learner.mean.state_dict()}
        kept |= {"optimiser": learner.optimiser.state_dict(), "updates": learner.updates}
        new = (self.given.out / KEPT).with_suffix(".new")
        torch.save({**kept, "spent": self.spent, "decisions": self.decisions}, new)
        new.replace(self.given.out / KEPT)
        write(self.forgetful(learner.mean), self.given.out / "network.npz")

    def forgetful(self, model: Model) -> Model:
        """A copy without the weights of features that have never occurred: chance set them, and zeros take no room."""
        copied = copy.deepcopy(model)
        never = (copied.first.weight == self.first.first.weight).all(dim=0)
        with torch.no_grad():
            copied.first.weight[:, never] = 0.0
        return copied

    def report(self) -> None:
        """Say how strong it is by now."""
        others = (self.first, self.before, self.model)
        shares = [compared(self.learner.mean, other, self.judged, COMPARED_STEPS) for other in others]
        first = "those of the beginning" if self.given.exploit or self.given.further else "beginners"
        print(
            f"{self.spent / A_MINUTE:5.1f} min  {self.decisions / 1e6:9,.0f} M decisions  "
            f"{shares[0]:.2f} of an even share among {first}, {shares[1]:.2f} among those of the last report, "
            f"{shares[2]:.2f} among those of now that are no mean",
            flush=True,
        )
        self.before = copy.deepcopy(self.model)
        if self.given.rivals:
            write(self.before, self.given.out / f"rival-{len(self.learner.rivals)}.npz")
            self.learner.rivals.append(self.before)

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
    """Train."""
    Training(parsed()).run()


if __name__ == "__main__":
    main()
