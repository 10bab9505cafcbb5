/** Opening a table, and taking seats at it on arrival. */

import { api, type TableWish } from "./api.ts";

const KEY = "lido.sit.";

/** A seat to take; `name` is that of another person at this device. */
export interface Sitting {
  seat: number;
  name?: string;
}

/** Open a table and take those seats on arrival, several for people who share this device. Returns its path. */
export async function openTable(wish: TableWish, seats: readonly Sitting[]): Promise<string> {
  const { matched } = await import("./strength.ts");
  const { table } = await api.open(await matched(wish));
  sessionStorage.setItem(KEY + table, JSON.stringify(seats));
  return `/t/${table}`;
}

/** The seats to take at a table; the answer is given once. */
export function seatsToTake(table: string): Sitting[] {
  const seats = sessionStorage.getItem(KEY + table);
  sessionStorage.removeItem(KEY + table);
  return seats ? (JSON.parse(seats) as Sitting[]) : [];
}
