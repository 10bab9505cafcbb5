/** The position that a board shows. A move that follows the one on the board is taken over one frame after it is given:
 * what stands beside the board has changed by then, and both together would take longer than a frame. */

import type { LastMove, View } from "../game.ts";
import type { BoardProps } from "./types.ts";

type Position<V extends View> = Pick<BoardProps<V>, "view" | "legal" | "last">;

/** What a board is given, a frame later where a move follows. To be called while the board is set up. */
export function following<V extends View>(given: () => BoardProps<V>): { readonly now: Position<V> } {
  /** The last move that has waited for its frame; it changes together with `waits`. */
  let ready: number | null = null;
  let waits = $state(0);
  let shown: Position<V> | undefined;
  const now = $derived.by(() => {
    void waits;
    const { view, legal, last, still } = given();
    const follows = shown !== undefined && numberOf(last) === numberOf(shown.last) + 1;
    if (!follows || still || ready === numberOf(last)) [shown, ready] = [{ view, legal, last }, null];
    return shown!;
  });

  $effect.pre(() => {
    const number = numberOf(given().last);
    if (numberOf(now.last) === number) return;
    return afterFrame(() => {
      ready = number;
      waits += 1;
    });
  });

  return {
    get now() {
      return now;
    },
  };
}

function numberOf(last: LastMove | null | undefined): number {
  return last?.number ?? 0;
}

/** Do something right after the next frame has been drawn; returns what prevents it. */
function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
