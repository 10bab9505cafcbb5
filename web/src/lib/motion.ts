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

/** A keyframe at `from`, for a piece whose own place is `place`. */
export function away(from: Point, place: Point, more: Keyframe = {}, transform = ""): Keyframe {
  return { transform: `translate(${from.x - place.x}px, ${from.y - place.y}px) ${transform}`.trim(), ...more };
}

/** The keyframe of a piece in its own place. */
export const HOME: Keyframe = { transform: "translate(0px, 0px)" };

/** Copies of the pieces as they are drawn now, for those that leave the board. */
export function snapshot(board: SVGElement): Map<string, Node> {
  const pieces = [...board.querySelectorAll<SVGElement>("[data-piece]")];
  return new Map(pieces.map((piece) => [piece.dataset["piece"]!, piece.cloneNode(true)]));
}

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
  const timers: ReturnType<typeof setTimeout>[] = [];
  for (const act of acts) {
    if ("sound" in act) timers.push(setTimeout(() => sound.play(act.sound), act.at));
    else if ("plunge" in act) animations.push(...plunge(act, layer));
    else if ("pause" in act) animations.push(layer.animate([], { delay: act.at, duration: act.pause }));
    else if ("bite" in act) animations.push(...bite(act, layer));
    else animations.push(...travel(act, board, layer, before));
  }
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    for (const animation of animations) animation.cancel();
    layer.replaceChildren();
  };
  const done = Promise.allSettled(animations.map((animation) => animation.finished)).then(() => undefined);
  return { done, stop };
}

function travel(act: Travel, board: SVGElement, layer: SVGElement, before: ReadonlyMap<string, Node>): Animation[] {
  const timing = { delay: act.at, duration: act.lasts, easing: act.easing ?? "ease-in-out" };
  if (!act.was) {
    const piece = board.querySelector(`[data-piece="${act.piece}"] > g`);
    return piece ? [piece.animate(act.frames, { ...timing, fill: "backwards" })] : [];
  }
  const old = before.get(act.piece)?.cloneNode(true);
  if (!(old instanceof SVGElement) || !old.firstElementChild) return [];
  old.removeAttribute("data-piece");
  layer.append(old);
  const animation = old.firstElementChild.animate(act.frames, { ...timing, fill: "both" });
  animation.onfinish = () => old.remove();
  return [animation];
}

function drawn(layer: SVGElement, name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  layer.append(element);
  return element;
}

function passing(element: SVGElement, frames: Keyframe[], delay: number, duration: number): Animation {
  const animation = element.animate(frames, { delay, duration, easing: "ease-out", fill: "both" });
  animation.onfinish = () => element.remove();
  return animation;
}

function plunge({ plunge: { x, y }, size, at }: Plunge, layer: SVGElement): Animation[] {
  const place = `translate(${x}px, ${y}px)`;
  const rings = [0, 130, 260].map((late) => {
    const ring = drawn(layer, "ellipse", { rx: size, ry: size * 0.62, class: "ripple" });
    const frames = [
      { transform: `${place} scale(0.25)`, opacity: 0 },
      { transform: `${place} scale(0.5)`, opacity: 0.9, offset: 0.15 },
      { transform: `${place} scale(1.5)`, opacity: 0 },
    ];
    return passing(ring, frames, at + late, 900);
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
    return passing(drop, frames, at, 620);
  });
  return [...rings, ...drops];
}

function bite({ bite: { x, y }, size, at }: Bite, layer: SVGElement): Animation[] {
  const tooth = size / 5;
  const teeth = `l${tooth / 2} ${tooth}l${tooth / 2} ${-tooth}`.repeat(5);
  return [-1, 1].map((side) => {
    const jaw = drawn(layer, "path", { d: `M${-size / 2} 0${teeth}v${-tooth * 1.6}h${-size}z`, class: "jaw" });
    const at_ = (gap: number) => `translate(${x}px, ${y + side * gap}px) scale(1, ${-side})`;
    const frames = [
      { transform: at_(size * 0.95), opacity: 0 },
      { transform: at_(size * 0.8), opacity: 1, offset: 0.3 },
      { transform: at_(size * 0.12), opacity: 1, offset: 0.55 },
      { transform: at_(size * 0.2), opacity: 1, offset: 0.75 },
      { transform: at_(size * 0.9), opacity: 0 },
    ];
    return passing(jaw, frames, at, 560);
  });
}
