"""Programs of others on our environments, unchanged but for the environment's name.

`python -m bench.games.plouf_party.others NAME [FILE]` runs one of them and prints what it came to. They want versions
of one another that cannot all live together, so each is run by the Python of an environment of its own, outside of the
project; docs/research.md says what to install there.
"""

import json
import runpy
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Annotated, Any

import typer

import lido

ENDING = Path(__file__).parents[3] / "tests/adapters/nearly-over.json"
"""An end of Plouf Party for two."""


def _episode(env: Any, stepped: Callable[[Any], Any]) -> str:
    """Play an environment of RLlib to its end with random legal actions."""
    seen, _ = env.reset(seed=1)
    steps, paid, over = 0, Counter[str](), False
    while not over:
        seen, rewards, terminated, truncated, _ = env.step(stepped(seen))
        steps += 1
        paid.update(rewards)
        over = terminated["__all__"] or truncated["__all__"]
    return f"{steps} steps, {dict(sorted(paid.items()))}"


def tutorial(source: Path) -> None:
    """PettingZoo's tutorial of SB3's MaskablePPO for Connect Four, without its last line, which opens a window."""
    text = source.read_text().replace("classic/connect_four-v3", "lido/plouf_party-v0")
    lines = [line for line in text.splitlines() if 'render_mode="human"' not in line]
    _run(["import lido.adapters.pettingzoo", *lines])


def cleanrl(source: Path) -> None:
    """CleanRL's ppo.py as it is, by its usual command line."""
    name, steps = "lido.adapters.gymnasium:lido/PloufPartyFlat-v0", "8192"
    _run(source.read_text().splitlines(), "--env-id", name, "--total-timesteps", steps)


def vector(source: Path) -> None:
    """CleanRL's ppo.py with the vector environment, in Gymnasium's wrapper that counts returns, which are printed."""
    text = source.read_text()
    begin, end = text.index("    envs = gym.vector.SyncVectorEnv("), text.index("    assert isinstance(envs.single")
    made = "gym.make_vec(args.env_id, num_envs=args.num_envs), buffer_length=2000"
    text = f"{text[:begin]}    envs = gym.wrappers.vector.RecordEpisodeStatistics({made})\n{text[end:]}"
    said = '        print(f"{global_step} steps: mean return {np.mean(envs.return_queue):.3f}")\n        print("SPS:",'
    text = text.replace('        print("SPS:",', said)
    name = "lido.adapters.gymnasium:lido/PloufPartyFlat-v0"
    more = ("--num-envs", "64", "--learning-rate", "1e-3", "--total-timesteps", "400000")
    _run(text.splitlines(), "--env-id", name, *more)


def _run(lines: list[str], *arguments: str) -> None:
    """Run a program in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        program = Path(folder, "program.py")
        program.write_text("\n".join(lines))
        sys.argv = [str(program), *arguments]
        runpy.run_path(str(program), run_name="__main__")


def torchrl() -> None:
    """An episode in each of TorchRL's wrappers."""
    import pettingzoo  # noqa: PLC0415
    import torch  # noqa: PLC0415
    from torchrl.data import Binary  # noqa: PLC0415
    from torchrl.envs import ActionMask, GymEnv, PettingZooWrapper, TransformedEnv  # noqa: PLC0415
    from torchrl.envs.gym_like import default_info_dict_reader  # noqa: PLC0415

    import lido.adapters.gymnasium  # noqa: PLC0415
    import lido.adapters.pettingzoo  # noqa: PLC0415, F401

    for kind in ("aec", "parallel"):
        env = PettingZooWrapper(
            pettingzoo.make(kind, "lido/plouf_party-v0", players=3), use_mask=True, categorical_actions=True
        )
        played = env.rollout(5_000)
        paid = {group: float(played["next", group, "reward"].sum()) for group in env.group_map}
        print(f"TorchRL, {kind}: {played.batch_size[0]} steps, {paid}")
    seat = GymEnv("lido/PloufParty-v0", categorical_action_encoding=True)
    mask = Binary(seat.action_spec.space.n, dtype=torch.bool)
    seat.set_info_dict_reader(default_info_dict_reader(["legal"], spec=[mask]))
    played = TransformedEnv(seat, ActionMask(mask_key="legal")).rollout(5_000)
    print(f"TorchRL, GymEnv: {played.batch_size[0]} steps, {float(played['next', 'reward'].sum())}")


def tianshou() -> None:
    """An episode collected by Tianshou."""
    import pettingzoo  # noqa: PLC0415
    from tianshou.algorithm import (  # noqa: PLC0415
        MARLRandomDiscreteMaskedOffPolicyAlgorithm,
        MultiAgentOffPolicyAlgorithm,
    )
    from tianshou.data import Collector, VectorReplayBuffer  # noqa: PLC0415
    from tianshou.env import DummyVectorEnv, PettingZooEnv  # noqa: PLC0415

    import lido.adapters.pettingzoo  # noqa: PLC0415, F401

    def made() -> Any:
        return PettingZooEnv(pettingzoo.make("aec", "lido/plouf_party-v0", players=3))

    env = made()
    each = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space) for _ in env.agents]
    together = MultiAgentOffPolicyAlgorithm(algorithms=each, env=env)
    collector = Collector(together, DummyVectorEnv([made]), VectorReplayBuffer(5_000, 1))
    collector.reset()
    found = collector.collect(n_episode=1)
    print(f"Tianshou: {found.n_collected_steps} steps, returns {found.returns.tolist()}")


def rllib() -> None:
    """An episode in each of RLlib's wrappers."""
    import pettingzoo  # noqa: PLC0415
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv  # noqa: PLC0415

    import lido.adapters.pettingzoo  # noqa: PLC0415, F401

    for kind, wrapper in (("aec", PettingZooEnv), ("parallel", ParallelPettingZooEnv)):
        env = wrapper(pettingzoo.make(kind, "lido/plouf_party-v0", players=3))

        def chosen(seen: Any, env: Any = env) -> dict[str, int]:
            return {agent: int(env.action_space[agent].sample(here["action_mask"])) for agent, here in seen.items()}

        print(f"RLlib, {kind}: {_episode(env, chosen)}")


def openspiel() -> None:
    """OpenSpiel's checks, ISMCTS against random play, and MCCFR on an end of Plouf Party."""
    import numpy as np  # noqa: PLC0415
    import pyspiel  # noqa: PLC0415
    from open_spiel.python.algorithms import exploitability, outcome_sampling_mccfr  # noqa: PLC0415
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # noqa: PLC0415

    from lido.adapters import openspiel as adapter  # noqa: PLC0415

    for rules in lido.games():
        name = f"{adapter.short_name(rules.id)}(players={min(4, rules.players[-1])})"
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)
        print(f"random_sim_test {name}: passed; playthrough: {len(playthrough(name, None, seed=1).splitlines())} lines")
    for simulations, games in ((10, 200), (100, 100)):
        began = time.process_time()
        won = [_ismcts(simulations, number) for number in range(games)]
        print(
            f"ISMCTS of {simulations} simulations against random play, Plouf Party for two, {games} games: mean payoff"
            f" {np.mean(won):.3f} ± {1.96 * np.std(won) / np.sqrt(games):.3f} ({time.process_time() - began:.0f} s)"
        )
    ending = json.loads(ENDING.read_text())
    ending["moves"] = ending["moves"][:-2]
    game = pyspiel.load_game(
        f"cached_tree(game={adapter.load('plouf-party', players=2, position=ending, zero_sum=True)})"
    )
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    np.random.seed(1)
    for done in range(30_001):
        if done in (0, 1_000, 3_000, 10_000, 30_000):
            left = exploitability.exploitability(game, solver.average_policy())
            print(f"outcome-sampling MCCFR, an end of Plouf Party, {done:,} iterations: exploitability {left:.3f}")
        solver.iteration()


def _ismcts(simulations: int, number: int) -> float:
    """What ISMCTS is paid in one game."""
    import numpy as np  # noqa: PLC0415
    import pyspiel  # noqa: PLC0415
    from open_spiel.python.algorithms import ismcts, mcts  # noqa: PLC0415
    from open_spiel.python.bots import uniform_random  # noqa: PLC0415

    game, chance, seat = pyspiel.load_game("lido_plouf_party(players=2)"), np.random.RandomState(number), number % 2
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        uct_c=2.0,
        max_simulations=simulations,
        random_state=chance,
    )
    other = uniform_random.UniformRandomBot(1 - seat, chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=odds)))
        else:
            state.apply_action((bot if state.current_player() == seat else other).step(state))
    return float(state.returns()[seat])


FROM_A_FILE = {"tutorial": tutorial, "cleanrl": cleanrl, "vector": vector}
ALONE = {"torchrl": torchrl, "tianshou": tianshou, "rllib": rllib, "openspiel": openspiel}


def main(
    name: Annotated[str, typer.Argument(help=", ".join((*FROM_A_FILE, *ALONE)))],
    source: Annotated[Path | None, typer.Argument(help="The program, where it is a file of others.")] = None,
) -> None:
    """Run a program of others."""
    warnings.filterwarnings("ignore")  # theirs, about one another
    if name in ALONE:
        ALONE[name]()
    elif name in FROM_A_FILE and source:
        FROM_A_FILE[name](source)
    else:
        raise typer.BadParameter(f"One of {', '.join(ALONE)}; or one of {', '.join(FROM_A_FILE)} and its file.")


if __name__ == "__main__":
    typer.run(main)
