/** A touch that is felt: a short vibration, where the device has one and the reader wants it. */

/** Milliseconds of the lightest and the hardest touch. */
const [LIGHT, HARD] = [8, 45];
/** Milliseconds between two, so that a trembling touch does not become a buzz. */
const PAUSE = 90;

let felt = 0;

/** Vibrate for a touch so hard, from 0 to 1; returns whether it was asked for. */
export function feel(hard: number, now = performance.now()): boolean {
  if (now - felt < PAUSE) return false;
  felt = now;
  return navigator.vibrate?.(Math.round(LIGHT + (HARD - LIGHT) * hard)) ?? false;
}
