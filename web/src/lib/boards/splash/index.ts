import type { Event } from "../../game.ts";
import type { GameBoard } from "../types.ts";
import Accident from "./Accident.svelte";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import type { SplashView } from "./view.ts";
import { command, note, reason, score, text, tips, told } from "./words.ts";

export default {
  Accident,
  Board,
  Mark,
  tall: 1.85,
  told,
  forgotten: () => 0,
  text,
  note,
  tips,
  score,
  reason,
  explains: true,
  fullFoot: true,
  command,
  // With a draft every player first chooses fifteen pieces.
  quick: { options: { draft: "deal" } },
  pictured: (events: readonly Event[]) => events.some(({ event }) => event === "place" || event === "accident"),
} satisfies GameBoard<SplashView>;
