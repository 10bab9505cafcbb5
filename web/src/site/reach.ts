/** Who can open a link to this page. */

/** `device`: only this one. `network`: those on the same network. `all`: everybody, as far as one can tell. */
export type Reach = "device" | "network" | "all";

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[?f[cd][0-9a-f]{2}:|\[?fe80:)|\.local$/i;

export function reach(hostname: string): Reach {
  if (/^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname)) return "device";
  return PRIVATE.test(hostname) || !/[.:]/.test(hostname) ? "network" : "all";
}
