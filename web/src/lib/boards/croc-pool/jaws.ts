/** A crocodile that eats: it comes under water with its eyes above, surfaces much larger than its square, and snaps. */

import type { Point } from "../../geometry.ts";
import { drawn, type Passing, type Show } from "../../motion.ts";
import { HUES, type Pool, SIZE } from "./place.ts";

/** Milliseconds that a head is to be seen, and how many until it snaps. */
export const RISES = 900;
export const SNAPS = 460;
/** The head is drawn 100 wide and this many times as large, and is never cut by the edge of the pool. */
const SCALE = (2.9 * SIZE) / 100;
const ROOM = { aside: 54 * SCALE, above: 66 * SCALE, below: 58 * SCALE };
/** How far below the middle of the head its mouth is. */
const MOUTH = 10 * SCALE;
const CORNER = 46 * SCALE;
/** How many times as large as on a tile the eyes are that lurk, and into how many steps their way is divided. */
const EYES = 2;
const STEPS = 8;

const HEAD =
  "M-30 -32Q-45 -29 -46 -9Q-48 9 -40 14Q0 22 40 14Q48 9 46 -9Q45 -29 30 -32ZM-40 -33a15 15 0 0 0 30 0a15 15 0 0 0 -30 0zM10 -33a15 15 0 0 0 30 0a15 15 0 0 0 -30 0z";
/** At the sides of the head, as on the tiles: knobs or spikes. */
const SIDES = [
  "M-53 -14a6 6 0 0 0 12 0a6 6 0 0 0 -12 0zM-54 0a6 6 0 0 0 12 0a6 6 0 0 0 -12 0zM41 -14a6 6 0 0 0 12 0a6 6 0 0 0 -12 0zM42 0a6 6 0 0 0 12 0a6 6 0 0 0 -12 0z",
  "M-43 -22l-11 7l11 6zM-45 -7l-11 7l11 6zM43 -22v13l11 -6zM45 -7v13l11 -6z",
] as const;
const CHIN = "M-39 12Q0 22 39 12Q42 35 24 41Q0 46 -24 41Q-42 35 -39 12Z";
const TEETH = "M-38 13l6 15l7 -12l6 16l7 -14l6 16l6 -16l6 16l6 -16l7 14l6 -16l7 12l6 -15Q0 23 -38 13Z";
const LOWER_TEETH = "M-34 16l6 -13l7 14l8 -13l7 14l6 -13l6 13l7 -14l8 13l7 -14l6 13Q0 26 -34 16Z";

/** The middle of the head that surfaces at a place. */
function middle({ x, y }: Point, pool: Pool): Point {
  return {
    x: Math.min(Math.max(x, ROOM.aside), pool.width - ROOM.aside),
    y: Math.min(Math.max(y - MOUTH / 2, ROOM.above), pool.height - ROOM.below),
  };
}

/** Where the mouth opens of the head that surfaces at a place, and its corners. */
export function mouth(place: Point, pool: Pool): { inside: Point; corners: readonly Point[]; middle: Point } {
  const { x, y } = middle(place, pool);
  return {
    inside: { x, y: y + MOUTH },
    corners: [-1, 1].map((side) => ({ x: x + side * CORNER, y: y + 2 * MOUTH })),
    middle: { x, y: y + MOUTH },
  };
}

/** How near a way comes to a place. */
export function nearest({ x, y }: Point, path: readonly Point[]): number {
  return Math.min(...path.map((step) => Math.hypot(step.x - x, step.y - y)));
}

/** A way from one place to another that goes round those in between: the straightest that leaves them room, or else the
 * one that leaves them most. */
export function round(from: Point, to: Point, others: readonly Point[]): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  const ways = [0, 1, -1, 2, -2].map((bend) =>
    Array.from({ length: STEPS + 1 }, (_, step): Point => {
      const part = step / STEPS;
      const aside = (bend * SIZE * Math.sin(Math.PI * part)) / far;
      return { x: from.x + part * dx - aside * dy, y: from.y + part * dy + aside * dx };
    }),
  );
  const room = (path: readonly Point[]) => Math.min(SIZE, ...others.map((other) => nearest(other, path)));
  return ways.reduce((best, path) => (room(path) > room(best) ? path : best));
}

/** Two large eyes and a wake along a way. */
export function lurks(seat: number, path: readonly Point[], at: number, lasts: number): Show {
  const [from, to] = [path[0]!, path.at(-1)!];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const show = (layer: SVGElement): Passing[] => {
    const all = drawn(layer, "g", { class: `lurks ${HUES[seat - 1]}` });
    drawn(all, "ellipse", { class: "deep", rx: 24, ry: 9, cy: 13 });
    drawn(all, "path", {
      class: "wake",
      d: "M12 -15Q-4 -16 -15 -26M12 15Q-4 16 -15 26",
      transform: `rotate(${angle})`,
    });
    drawn(all, "path", {
      class: "scales",
      d: "M-18 -2a8.5 8.5 0 0 1 17 0h2a8.5 8.5 0 0 1 17 0Q23 5 20 12Q13 18 0 18T-20 12Q-23 5 -18 -2z",
    });
    drawn(all, "path", { class: "nostrils", d: "M-4 9.5h.01M4 9.5h.01" });
    drawn(all, "path", {
      class: "teeth",
      d: "M-15 15.6l3.4 5.6l4.2 -3.6l3.7 4.6l3.7 -4.6l3.7 4.6l3.7 -4.6l4.2 3.6l3.4 -5.6Q8 18 0 18T-15 15.6z",
    });
    drawn(all, "path", { class: "white", d: "M-9 -2h.01M9 -2h.01" });
    drawn(all, "path", { class: "slits", d: "M-8.4 -3.6v3.2M8.4 -3.6v3.2" });
    const place = ({ x, y }: Point, more: Keyframe = {}): Keyframe => ({
      transform: `translate(${x}px, ${y}px) scale(${EYES})`,
      ...more,
    });
    // It stops before its prey, and goes down there.
    const way = path.slice(0, -2);
    const frames = [
      place(from, { opacity: 0 }),
      ...way.map((step, index) => place(step, { opacity: 1, offset: 0.12 + (0.66 * index) / (way.length - 1) })),
      place(way.at(-1)!, { opacity: 1, offset: 0.9 }),
      place(way.at(-1)!, { opacity: 0 }),
    ];
    return [{ drawn: all, frames, lasts, easing: "linear" }];
  };
  return { show, at };
}

/** Parts of the drawing that move by themselves while the head is to be seen: frames by their offsets. */
type Moments = readonly (readonly [offset: number, transform: string, opacity?: number])[];

const SNAP = SNAPS / RISES;
const OPEN = "translate(0px, 0px) scale(1, 1)";
const SHUT = "translate(0px, -29px) scale(1, 0.12)";
const OPENS: Readonly<Record<string, Moments>> = {
  head: [
    [0, "translate(0px, 4px)"],
    [0.24, "translate(0px, -20px)"],
    [SNAP - 0.09, "translate(0px, -25px)"],
    [SNAP, "translate(0px, 3px)"],
    [SNAP + 0.1, "translate(0px, 0px)"],
    [1, "translate(0px, 0px)"],
  ],
  chin: [
    [0, "translate(0px, -4px)"],
    [0.24, "translate(0px, 13px)"],
    [SNAP - 0.09, "translate(0px, 17px)"],
    [SNAP, "translate(0px, -3px)"],
    [SNAP + 0.1, "translate(0px, 0px)"],
    [1, "translate(0px, 0px)"],
  ],
  throat: [
    [0, "translate(0px, 15px) scale(1, 0.1)"],
    [0.24, "translate(0px, 11px) scale(1, 0.85)"],
    [SNAP - 0.09, "translate(0px, 11px) scale(1, 1)"],
    [SNAP, "translate(0px, 15px) scale(1, 0.1)"],
    [1, "translate(0px, 15px) scale(1, 0.1)"],
  ],
  // The eyes are shut, and smile from then on: never both at once.
  awake: [
    [0, OPEN, 1],
    [SNAP, OPEN, 1],
    [SNAP + 0.06, SHUT, 1],
    [SNAP + 0.06, SHUT, 0],
    [1, SHUT, 0],
  ],
  content: [
    [0, SHUT, 0],
    [SNAP + 0.06, SHUT, 0],
    [SNAP + 0.06, SHUT, 1],
    [SNAP + 0.14, OPEN, 1],
    [1, OPEN, 1],
  ],
};

/** A head surfaces at a place, opens its jaws, snaps, and goes down again. */
export function jaws(seat: number, place: Point, pool: Pool, at: number): Show {
  const { x, y } = middle(place, pool);
  const show = (layer: SVGElement): Passing[] => {
    // What is eaten lies between the throat and the teeth.
    const back = drawn(layer, "g", { class: "jaws" }, true);
    const front = drawn(layer, "g", { class: `jaws ${HUES[seat - 1]}` });
    const throat = drawn(back, "g", {});
    drawn(throat, "ellipse", { class: "throat", rx: 38, ry: 30 });
    drawn(throat, "ellipse", { class: "tongue", rx: 24, ry: 12, cy: 16 });
    const chin = drawn(front, "g", {});
    drawn(chin, "path", { class: "scales", d: CHIN });
    drawn(chin, "path", { class: "teeth", d: LOWER_TEETH });
    const head = drawn(front, "g", {});
    drawn(head, "path", { class: "teeth", d: TEETH });
    drawn(head, "path", { class: "scales", d: HEAD + SIDES[seat - 1] });
    drawn(head, "path", { class: "nostrils", d: "M-10 -1h.01M10 -1h.01" });
    const awake = drawn(head, "g", {});
    drawn(awake, "path", { class: "white", d: "M-25 -33h.01M25 -33h.01" });
    drawn(awake, "path", { class: "slits", d: "M-23 -36v7M23 -36v7" });
    drawn(awake, "path", { class: "brows", d: "M-40 -46L-13 -37M40 -46L13 -37" });
    const content = drawn(head, "path", { class: "content", d: "M-33 -30q8 -10 16 0M17 -30q8 -10 16 0" });
    const whole = (transform: string, offset: number, opacity = 1): Keyframe => ({
      transform: `translate(${x}px, ${y}px) ${transform}`,
      offset,
      opacity,
    });
    const k = SCALE;
    const down = (offset: number, opacity: number): Keyframe => ({
      transform: `translate(${place.x}px, ${place.y}px) scale(${0.42 * k})`,
      offset,
      opacity,
    });
    const frames = [
      whole(`translate(0px, ${14 * k}px) scale(${0.3 * k}, ${0.2 * k})`, 0, 0),
      whole(`translate(0px, ${12 * k}px) scale(${0.45 * k}, ${0.4 * k})`, 0.05),
      whole(`translate(0px, ${-5 * k}px) scale(${1.02 * k}, ${1.1 * k})`, 0.2),
      whole(`scale(${k})`, 0.3),
      whole(`translate(0px, ${-3 * k}px) scale(${0.98 * k}, ${1.05 * k})`, SNAP - 0.09),
      whole(`scale(${1.13 * k}, ${0.9 * k})`, SNAP),
      whole(`scale(${0.96 * k}, ${1.04 * k})`, SNAP + 0.1),
      whole(`scale(${k})`, SNAP + 0.18),
      whole(`scale(${1.04 * k}, ${0.97 * k})`, SNAP + 0.26),
      whole(`scale(${k})`, 0.8),
      down(0.9, 1),
      down(1, 0),
    ];
    const parts = { head, chin, throat, awake, content };
    return [
      ...[back, front].map((drawn): Passing => ({ drawn, frames, lasts: RISES, easing: "linear" })),
      ...Object.entries(parts).map(([name, drawn]): Passing => ({
        drawn,
        frames: OPENS[name]!.map(([offset, transform, opacity = 1]) => ({ offset, transform, opacity })),
        lasts: RISES,
        easing: "linear",
      })),
    ];
  };
  return { show, at };
}

/** A crocodile that has eaten burps: bubbles rise from it. */
export function burp({ x, y }: Point, at: number): Show {
  const show = (layer: SVGElement): Passing[] =>
    [5, 9, 6.5, 4, 7.5].map((r, index) => {
      const drawnAt = (aside: number, up: number, more: Keyframe): Keyframe => ({
        transform: `translate(${x + aside}px, ${y - up}px) scale(${more.opacity ? 1 : 1.5})`,
        ...more,
      });
      const aside = [-9, 2, 10, -3, 6][index]!;
      return {
        drawn: drawn(layer, "circle", { r, class: "bubble" }),
        frames: [
          drawnAt(0, 6, { opacity: 0 }),
          drawnAt(0, 6, { opacity: 0, offset: 0.1 * index }),
          drawnAt(aside / 2, 12, { opacity: 1, offset: 0.1 * index + 0.02 }),
          drawnAt(aside * 1.6, 34 + 7 * index, { opacity: 1, offset: 0.9 }),
          drawnAt(aside * 1.7, 38 + 7 * index, { opacity: 0 }),
        ],
        lasts: 620,
      };
    });
  return { show, at };
}

/** The smile of the upper tile. */
function smileOf(tiles: Element): Element | undefined {
  return [...tiles.querySelectorAll(".smile")].at(-1);
}

/** Who sees it coming opens the eyes wide. */
export function stare(victim: Element): void {
  const smile = smileOf(victim);
  smile?.setAttribute("d", "M-2.4 4.6h4.8");
  const tile = smile?.parentElement;
  if (!tile) return;
  drawn(tile, "path", { class: "wide", d: "M-4.4 -1.2h.01M4.4 -1.2h.01" });
  drawn(tile, "path", { class: "pupils", d: "M-4.4 -.8h.01M4.4 -.8h.01" });
}

/** Then it cries for help. */
export function cry(victim: Element): void {
  const smile = smileOf(victim);
  smile?.setAttribute("d", "M0 3.2a2.1 2.6 0 1 0 .01 0z");
  const tile = smile?.parentElement;
  if (tile) drawn(tile, "path", { class: "arms", d: "M-14 -6Q-22 -12 -19 -21M14 -6Q22 -12 19 -21" });
}
