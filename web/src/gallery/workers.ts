/** In the gallery, the faked service answers what workers are asked elsewhere. */

import { api, type GameRecord } from "../site/api.ts";
import { visitor } from "../site/visitor.svelte.ts";

export const searchers = {
  size: 1,
  ask: async (name: string, record: GameRecord, at: number): Promise<unknown> => {
    if (name === "levels") return visitor.offer!.levels;
    return name === "replay" ? api.replay(record, { since: at }) : api.analyse(record, at);
  },
  ports: (): MessagePort[] => [],
};

/** No screen of the gallery has a table on the device. */
export function startWorker(): Worker {
  throw new Error("there are no workers in the gallery");
}
