import type { GameBoard } from "../types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import { HEIGHT, WIDTH, type PloufView } from "./place.ts";
import { note, reason, score, text, tips, told } from "./words.ts";

export default {
  tall: HEIGHT / WIDTH,
  Board,
  Mark,
  told,
  forgotten: () => 0,
  text,
  note,
  tips,
  score,
  reason,
} satisfies GameBoard<PloufView>;
