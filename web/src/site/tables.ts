/** Lists of tables. */

import type { Info } from "./messages.ts";

/** The list after one of its tables has changed; tables that are over or closed are removed. */
export function changed(tables: readonly Info[], info: Info): readonly Info[] {
  const listed = info.status === "open" || info.status === "running";
  const known = tables.some((table) => table.table === info.table);
  if (!listed) return tables.filter((table) => table.table !== info.table);
  return known ? tables.map((table) => (table.table === info.table ? info : table)) : [info, ...tables];
}
