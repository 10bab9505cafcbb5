import type { GameBoard } from "../types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import { Pool, type PartyView } from "./place.ts";
import { aim, forgotten, note, reason, secret, text, tips, token, told } from "./words.ts";

const { width, height } = new Pool(false);

export default {
  tall: height / width,
  turns: true,
  Board,
  Mark,
  told,
  forgotten,
  text,
  note,
  secret,
  token,
  isOut: (view, seat) => !view.result && view.in[seat - 1] === false,
  aim,
  tips,
  reason,
  quick: { players: 4 },
} satisfies GameBoard<PartyView>;
