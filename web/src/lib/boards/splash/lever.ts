/** The lever beside the tower: where its knob stands for how far the piece is above what it would land on.
 *
 * The scale is a logarithm, so that the last millimetres are as long as the first centimetres.
 */

/** Metres at which the scale ends, and at which it becomes coarse. */
const [HIGHEST, FINE] = [0.1, 0.003];
const WHOLE = Math.log1p(HIGHEST / FINE);

/** The share of the lever, from 0 at the touch to 1, for a clearance in metres. */
export function knob(clearance: number): number {
  return Math.min(1, Math.log1p(Math.max(0, clearance) / FINE) / WHOLE);
}

/** The metres that the piece goes up when the knob moves by a share of the lever. */
export function lift(clearance: number, share: number): number {
  const now = Math.max(0, clearance);
  return FINE * Math.expm1(Math.log1p(now / FINE) + share * WHOLE) - now;
}

/** How much of its way a dragged piece goes: all of it, and less close to a touch. */
export function care(clearance: number): number {
  const [near, far, least] = [0.002, 0.012, 0.45];
  return least + (1 - least) * Math.min(1, Math.max(0, (clearance - near) / (far - near)));
}
