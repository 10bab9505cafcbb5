import type { GameBoard } from "../types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import { Pool, type PartyView } from "./place.ts";
import { forgotten, note, secret, text, token, told } from "./words.ts";

const { width, height } = new Pool(false);

export default {
  tall: height / width,
  Board,
  Mark,
  told,
  forgotten,
  text,
  note,
  secret,
  token,
  isOut: (view, seat) => !view.result && view.in[seat - 1] === false,
  quick: { players: 4 },
} satisfies GameBoard<PartyView>;
