/** The board of every game that has none of its own: a picture from the service, and the legal moves. */

import type { Event } from "../game.ts";
import type { GameBoard } from "../boards/types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import { text } from "./words.ts";

export default {
  tall: 1.5,
  Board,
  Mark,
  told: (events: readonly Event[]) => [...events],
  forgotten: () => 0,
  text,
  note: () => "",
} satisfies GameBoard;
