/** Lists of tables. */

import type { Info } from "./messages.ts";

/** Whether it is somebody's turn at a table. */
export function isTurn(info: Info, person: string): boolean {
  const player = info.seats.find(({ seat }) => seat === info.turn);
  return info.status === "running" && player?.person === person && !player.level && !player.left;
}

/** The tables where it is somebody's turn come first, the most urgent before all; the others keep their order. */
export function byTurn(tables: readonly Info[], person: string): readonly Info[] {
  const urgency = (info: Info): number => (isTurn(info, person) ? (info.due ?? Number.MAX_SAFE_INTEGER - 1) : Infinity);
  return tables.toSorted((one, other) => {
    const [first, second] = [urgency(one), urgency(other)];
    return first === second ? 0 : first - second;
  });
}

/** The list after one of its tables has changed; tables that are over or closed are removed. */
export function changed(tables: readonly Info[], info: Info): readonly Info[] {
  const listed = info.status === "open" || info.status === "running";
  const known = tables.some((table) => table.table === info.table);
  if (!listed) return tables.filter((table) => table.table !== info.table);
  return known ? tables.map((table) => (table.table === info.table ? info : table)) : [info, ...tables];
}
