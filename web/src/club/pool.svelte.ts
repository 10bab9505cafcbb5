/** The clocks at which strangers play, and who waits. */

import { club } from "./api.ts";
import { errorMessage } from "../site/api.ts";
import type { PoolShown } from "../site/messages.ts";
import { visitor } from "../site/visitor.svelte.ts";

const KEY = "lido.pace";

class Pool {
  shown = $state.raw<PoolShown | null>(null);
  #chosen = $state(stored());

  /** The chosen clock: the last one, if it is offered. */
  get pace(): string {
    const paces = Object.keys(this.shown?.paces ?? {});
    return paces.includes(this.#chosen) ? this.#chosen : (paces[0] ?? "");
  }

  choose(pace: string): void {
    this.#chosen = pace;
    try {
      localStorage.setItem(KEY, pace);
    } catch {
      // A browser that stores nothing: the choice holds for this visit.
    }
  }

  async look(): Promise<void> {
    try {
      this.shown = await club.pool();
    } catch (error) {
      visitor.error = errorMessage(error);
    }
  }
}

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export const pool = new Pool();
