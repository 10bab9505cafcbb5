import type { GameBoard } from "../types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import { Pool, type CrocView } from "./place.ts";
import { note, reason, score, text, tips, told } from "./words.ts";

const { width, height } = new Pool(false, false);

export default {
  tall: height / width,
  turns: true,
  Board,
  Mark,
  told,
  forgotten: () => 0,
  text,
  note,
  tips,
  score,
  reason,
} satisfies GameBoard<CrocView>;
