/** Signing out all other devices, so that this one never loses its identity, and what to do when another one did that. */

import type { Api, ApiError, Me } from "./api.ts";

const KEY = "lido-only-here";
/** Milliseconds within which another window of this browser gets its answer, and so the new cookie. */
const MOMENT = 1_000;

/** Sign out all other devices. Until the answer comes all cookies are void: the secret is kept first, to ask again. */
export async function onlyHere(api: Pick<Api, "me" | "onlyHere">): Promise<Me> {
  await api.me();
  const secret = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => `${byte + 256}`).join("");
  try {
    localStorage.setItem(KEY, secret);
  } catch {
    // A browser that stores nothing: it cannot ask again.
  }
  return api.onlyHere(secret);
}

/** The cookie is void. Ask again for an answer that was lost, or wait for that of another window; else say so.
 *
 * The secret stays: an answer to an older request of this browser may still bring the older cookie back.
 */
export async function comeBack(signedOut: ApiError, api: Pick<Api, "known" | "onlyHere">): Promise<Me> {
  const secret = kept();
  const me = secret === null ? null : await api.onlyHere(secret).catch(unlessNobody);
  if (me) return me;
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  return api.known().catch(() => Promise.reject(signedOut));
}

/** Whether it was refused because somebody else signed this device out; any other error may go away. */
function unlessNobody(error: ApiError): null {
  if (error.code !== "service.nobody") throw error;
  return null;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
