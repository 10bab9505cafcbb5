import type { GameBoard } from "../types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import type { PloufView } from "./place.ts";
import { note, text, told } from "./words.ts";

export default { Board, Mark, told, forgotten: () => 0, text, note } satisfies GameBoard<PloufView>;
