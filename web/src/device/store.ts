/** The games of this device, in the browser's database. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptGame } from "./kept.ts";

interface Schema extends DBSchema {
  games: { key: string; value: KeptGame; indexes: { changed: number } };
}

const NAME = "lido";
const VERSION = 1;

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade: (made) => void made.createObjectStore("games", { keyPath: "id" }).createIndex("changed", "changed"),
    // Another window has a newer version of the page: it may change the database.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => (opened = null),
  });
  return opened;
}

export async function save(game: KeptGame): Promise<void> {
  await (await database()).put("games", game);
}

export async function load(id: string): Promise<KeptGame | null> {
  return (await (await database()).get("games", id)) ?? null;
}

export async function remove(id: string): Promise<void> {
  await (await database()).delete("games", id);
}

/** All games of this device, the newest first. */
export async function list(): Promise<KeptGame[]> {
  return (await (await database()).getAllFromIndex("games", "changed")).reverse();
}

/** Remember the table of the service that a game was given to. */
export async function markGiven(id: string, table: string): Promise<void> {
  const written = (await database()).transaction("games", "readwrite");
  const game = await written.store.get(id);
  if (game) await written.store.put({ ...game, given: table });
  await written.done;
}
