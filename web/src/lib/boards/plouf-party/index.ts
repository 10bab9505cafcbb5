import type { GameBoard } from "../types.ts";
import Board from "./Board.svelte";
import Mark from "./Mark.svelte";
import type { PartyView } from "./place.ts";
import { forgotten, note, secret, text, told } from "./words.ts";

export default { Board, Mark, told, forgotten, text, note, secret } satisfies GameBoard<PartyView>;
