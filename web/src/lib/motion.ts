/** Animations of a move: acts on a time line, run by the browser and stopped at any time.
 *
 * A board is drawn as it is after the move. An act says how a piece got there: it moves the first child of
 * `[data-piece]`, whose place is (0, 0), so that nothing of it is left on a board at rest.
 */

import { sound, type SoundName } from "./sound.ts";
import type { Point } from "./geometry.ts";

interface Timed {
  /** Milliseconds from the start. */
  at: number;
}

/** A piece moves through keyframes. */
export interface Travel extends Timed {
  piece: string;
  lasts: number;
  frames: Keyframe[];
  easing?: string;
  /** Whether this is the piece as it was before the move: it is removed when the act is over. */
  was?: boolean;
  /** A class that the piece as it was has meanwhile: how it feels. */
  mood?: string;
}

/** Water splatters. */
export interface Plunge extends Timed {
  plunge: Point;
  size: number;
}

/** Jaws close over a square. */
export interface Bite extends Timed {
  bite: Point;
  size: number;
  /** The class of the colour of whoever bites. */
  hue: string;
}

/** A sound. */
export interface Heard extends Timed {
  sound: SoundName;
}

/** Nothing moves, but the board is not at rest: something is shown over it. */
export interface Pause extends Timed {
  pause: number;
}

export type Act = Travel | Plunge | Bite | Heard | Pause;

const SVG = "http://www.w3.org/2000/svg";
const DROPS = 7;
/** Milliseconds that a board takes to be drawn anew: what begins at once waits for that. */
export const SETTLE = 25;
/** Water that is thrown up, one high and two wide. */
const CROWN =
  "M-.7 .1Q-.8 -.35 -1.15 -.65L-.85 -.48L-.66 -.92L-.4 -.55L0 -1L.4 -.55L.66 -.92L.85 -.48L1.15 -.65Q.8 -.35 .7 .1Q0 .45 -.7 .1Z";

/** A keyframe at `from`, for a piece whose own place is `place`. */
export function away(from: Point, place: Point, more: Keyframe = {}, transform = ""): Keyframe {
  return { transform: `translate(${from.x - place.x}px, ${from.y - place.y}px) ${transform}`.trim(), ...more };
}

/** The keyframe of a piece in its own place. */
export const HOME: Keyframe = { transform: "translate(0px, 0px)" };

/** The keyframes of a piece that is not there, and of one that is. */
export const HIDDEN: Keyframe = { opacity: 0 };
export const SHOWN: Keyframe = { opacity: 1 };

/** The keyframes of a walk through those places to the last of them, with a hop to each. */
export function walk(places: readonly Point[]): Keyframe[] {
  const end = places.at(-1)!;
  return places.flatMap((place, index) => {
    const next = places[index + 1];
    if (!next) return [HOME];
    const middle = { x: (place.x + next.x) / 2, y: (place.y + next.y) / 2 - 8 };
    return [away(place, end, {}, "scale(1.06, 0.92)"), away(middle, end, {}, `rotate(${index % 2 ? -7 : 7}deg)`)];
  });
}

/** A piece falls with a cry from one place into the water at another, and comes up again as the piece that floats there. */
export function tumble(dry: string, floating: string, from: Point, to: Point, at: number, lasts: number): Act[] {
  const over = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 16 };
  const spin = to.x < from.x ? -1 : 1;
  const frames = [
    { ...HOME, ...HIDDEN },
    { ...HOME, ...SHOWN, offset: 0.001 },
    { transform: `rotate(${spin * 14}deg)`, offset: 0.2, easing: "ease-out" },
    away(over, from, { offset: 0.55, easing: "ease-in" }, `scale(1.2) rotate(${spin * 24}deg)`),
    away(to, from, { ...SHOWN, offset: 0.98 }, `scale(0.7) rotate(${spin * 8}deg)`),
    away(to, from, HIDDEN, "scale(0.5)"),
  ];
  const wet = at + lasts;
  const below = { transform: "translate(0px, 9px) scale(0.5)", opacity: 0 };
  const high = { transform: "translate(0px, -5px) scale(1.1, 1.14)", offset: 0.55 };
  return [
    { piece: dry, was: true, at: 0, lasts: at, frames: [HOME, HOME] },
    { piece: dry, was: true, mood: "falling", at, lasts, frames, easing: "linear" },
    { plunge: to, size: 28, at: wet - 60 },
    { sound: "plunge", at: wet - 60 },
    { piece: floating, at: wet, lasts: 340, frames: [below, high, HOME] },
  ];
}

/** Copies of pieces as they are drawn now, for those that leave the board in an act. A copy of every piece would take
 * longer than a frame. */
export function snapshot(board: SVGElement, acts: readonly Act[]): Map<string, Node> {
  const leaving = new Set(acts.flatMap((act) => ("piece" in act && act.was ? [act.piece] : [])));
  const pieces = [...leaving].flatMap((name) => board.querySelector(`[data-piece="${name}"]`) ?? []);
  return new Map(pieces.map((piece) => [piece.getAttribute("data-piece")!, piece.cloneNode(true)]));
}

/** Starts an animation. Those of pieces are started when everything is drawn: each start has the browser look at all
 * styles that have changed. */
type Start = () => Animation;

/** A running animation. */
export interface Performance {
  done: Promise<void>;
  /** Put everything in its place at once. */
  stop(): void;
}

/** Run the acts on a board; what is drawn only for them goes into `layer`. */
export function perform(
  acts: readonly Act[],
  board: SVGElement,
  layer: SVGElement,
  before: ReadonlyMap<string, Node>,
): Performance {
  const animations: Animation[] = [];
  const run = (starts: readonly Start[]) => {
    const begun = starts.map((start) => start());
    animations.push(...begun);
    return Promise.allSettled(begun.map((animation) => animation.finished));
  };
  /** Later, in a frame of its own: all at once would be too much for one. */
  const wait = (at: number, begin: () => unknown) => {
    const pause = layer.animate([], { delay: at, duration: 0 });
    animations.push(pause);
    return pause.finished.then(begin);
  };
  const now = acts.flatMap((act): Start[] => {
    if ("pause" in act) return [() => layer.animate([], { delay: act.at, duration: act.pause })];
    return "piece" in act ? travel(act, board, layer, before) : [];
  });
  const later = acts.flatMap((act) => {
    if ("sound" in act) return [wait(act.at + SETTLE, () => sound.play(act.sound))];
    if ("plunge" in act) return [wait(act.at, () => run(plunge(act, layer)))];
    return "bite" in act ? [wait(act.at, () => run(bite(act, layer)))] : [];
  });
  const stop = () => {
    for (const animation of animations) animation.cancel();
    layer.replaceChildren();
  };
  return { done: Promise.allSettled([run(now), ...later]).then(() => undefined), stop };
}

function travel(act: Travel, board: SVGElement, layer: SVGElement, before: ReadonlyMap<string, Node>): Start[] {
  const timing = { delay: act.at, duration: act.lasts, easing: act.easing ?? "ease-in-out" };
  if (!act.was) {
    const piece = board.querySelector(`[data-piece="${act.piece}"] > g`);
    return piece ? [() => piece.animate(act.frames, { ...timing, fill: "backwards" })] : [];
  }
  const old = before.get(act.piece)?.cloneNode(true);
  const moved = old instanceof SVGElement ? old.firstElementChild : null;
  if (!(old instanceof SVGElement) || !moved) return [];
  old.removeAttribute("data-piece");
  if (act.mood) old.classList.add(act.mood);
  layer.append(old);
  return [() => leaving(old, moved.animate(act.frames, { ...timing, fill: "both" }))];
}

/** An animation after which something is no longer drawn. */
function leaving(drawn: Element, animation: Animation): Animation {
  animation.onfinish = () => drawn.remove();
  return animation;
}

function drawn(layer: SVGElement, name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  layer.append(element);
  return element;
}

function passing(element: SVGElement, frames: Keyframe[], delay: number, duration: number): Start {
  return () => leaving(element, element.animate(frames, { delay, duration, easing: "ease-out", fill: "both" }));
}

function plunge({ plunge: { x, y }, size }: Plunge, layer: SVGElement): Start[] {
  const place = `translate(${x}px, ${y}px)`;
  const rings = [0, 130, 260].map((late) => {
    const ring = drawn(layer, "ellipse", { rx: size, ry: size * 0.62, class: "ripple" });
    const frames = [
      { transform: `${place} scale(0.25)`, opacity: 0 },
      { transform: `${place} scale(0.5)`, opacity: 0.9, offset: 0.15 },
      { transform: `${place} scale(1.5)`, opacity: 0 },
    ];
    return passing(ring, frames, late, 900);
  });
  const drops = Array.from({ length: DROPS }, (_, index) => {
    const drop = drawn(layer, "circle", { r: size * (index % 2 ? 0.1 : 0.15), class: "drop" });
    const side = (index / (DROPS - 1)) * 2 - 1;
    const [far, high] = [side * size * 0.95, size * (1.25 - 0.55 * Math.abs(side))];
    const frames = [
      { transform: place, opacity: 0 },
      { transform: place, opacity: 1, offset: 0.01 },
      { transform: `translate(${x + far * 0.6}px, ${y - high}px)`, opacity: 1, offset: 0.45, easing: "ease-in" },
      { transform: `translate(${x + far}px, ${y + size * 0.2}px)`, opacity: 0 },
    ];
    return passing(drop, frames, 0, 620);
  });
  const crown = drawn(layer, "path", { d: CROWN, class: "crown" });
  const up = [
    { transform: `${place} scale(${size * 0.5}, ${size * 0.1})`, opacity: 0 },
    { transform: `${place} scale(${size * 0.6}, ${size * 0.5})`, opacity: 1, offset: 0.05 },
    { transform: `${place} scale(${size * 0.85}, ${size * 1.15})`, opacity: 1, offset: 0.45, easing: "ease-in" },
    { transform: `${place} scale(${size * 1.05}, ${size * 0.05})`, opacity: 0 },
  ];
  return [...rings, passing(crown, up, 0, 520), ...drops];
}

function bite({ bite: { x, y }, size, hue }: Bite, layer: SVGElement): Start[] {
  const tooth = size / 5;
  const teeth = `l${tooth / 2} ${tooth}l${tooth / 2} ${-tooth}`.repeat(5);
  return [-1, 1].map((side) => {
    const jaw = drawn(layer, "g", { class: `jaw ${hue}` });
    drawn(jaw, "rect", { x: -size * 0.58, y: -tooth * 2, width: size * 1.16, height: tooth * 2.4, rx: tooth });
    drawn(jaw, "path", { d: `M${-size / 2} 0${teeth}z` });
    const at_ = (gap: number) => `translate(${x}px, ${y + side * gap}px) scale(1, ${-side})`;
    const frames = [
      { transform: at_(size * 0.95), opacity: 0 },
      { transform: at_(size * 0.8), opacity: 1, offset: 0.3 },
      { transform: at_(size * 0.12), opacity: 1, offset: 0.55 },
      { transform: at_(size * 0.2), opacity: 1, offset: 0.75 },
      { transform: at_(size * 0.9), opacity: 0 },
    ];
    return passing(jaw, frames, 0, 560);
  });
}
