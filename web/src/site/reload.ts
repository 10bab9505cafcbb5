/** Loading the page anew, where a browser would not ask again for a file that it could not import. */

import { api } from "./api.ts";

const KEY = "lido.reloaded";
/** Milliseconds between two questions whether the service is back, and between two reloads at the least. */
const [AGAIN, RARELY] = [2_000, 60_000];
let waits = false;

/** Reload as soon as the service answers; not if that was done just before, and did not help. */
export async function reloadWhenBack(): Promise<void> {
  if (waits || Date.now() - Number(sessionStorage.getItem(KEY)) < RARELY) return;
  waits = true;
  while (!(await answers())) await new Promise((later) => setTimeout(later, AGAIN));
  sessionStorage.setItem(KEY, `${Date.now()}`);
  location.reload();
}

async function answers(): Promise<boolean> {
  return api.me().then(
    () => true,
    () => false,
  );
}
