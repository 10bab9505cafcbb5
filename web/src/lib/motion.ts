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
  /** How its pupils move meanwhile. */
  gaze?: Keyframe[];
  /** What changes in the drawing of the piece as it was, in milliseconds from the start of all acts. */
  changes?: readonly { at: number; change: (drawn: Element) => void }[];
}

/** Water splatters. */
export interface Plunge extends Timed {
  plunge: Point;
  size: number;
  /** To which side who comes up spits water, -1 or 1. */
  spits?: number;
  /** Whether it is behind all that is drawn for the move. */
  behind?: boolean;
}

/** Something that is drawn only for this move. */
export interface Show extends Timed {
  show: (layer: SVGElement) => readonly Passing[];
}

/** A drawing, or a part of one, and how it moves; then it is removed. */
export interface Passing {
  drawn: Element;
  frames: Keyframe[];
  lasts: number;
  easing?: string;
}

/** A sound. */
export interface Heard extends Timed {
  sound: SoundName;
}

/** Nothing moves, but the board is not at rest: something is shown over it. */
export interface Pause extends Timed {
  pause: number;
}

export type Act = Travel | Plunge | Show | Heard | Pause;

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds that a board takes to be drawn anew: what begins at once waits for that. */
export const SETTLE = 25;
/** Milliseconds before an invisible piece appears from which on it is drawn. */
const READY = 60;
/** Milliseconds of a frame, and a little more: what is drawn so much later does not burden the same frame. */
export const FRAME = 20;
/** A keyframe at `from`, for a piece whose own place is `place`. */
export function away(from: Point, place: Point, more: Keyframe = {}, transform = ""): Keyframe {
  return { transform: `translate(${from.x - place.x}px, ${from.y - place.y}px) ${transform}`.trim(), ...more };
}

/** The keyframe of a piece in its own place. */
export const HOME: Keyframe = { transform: "translate(0px, 0px)" };

/** The keyframes of a piece that is not there, and of one that is. */
export const HIDDEN: Keyframe = { opacity: 0 };
export const SHOWN: Keyframe = { opacity: 1 };

/** Copies of pieces as they are drawn now, for those that leave the board in an act. A copy of every piece would take
 * longer than a frame. */
export function snapshot(board: SVGElement, acts: readonly Act[]): Map<string, Node> {
  const leaving = new Set(acts.flatMap((act) => ("piece" in act && act.was ? [act.piece] : [])));
  const pieces = [...leaving].flatMap((name) => board.querySelector(`[data-piece="${name}"]`) ?? []);
  return new Map(pieces.map((piece) => [piece.getAttribute("data-piece")!, piece.cloneNode(true)]));
}

/** Starts an animation. Those of pieces are started when everything is drawn: each start has the browser look at all
 * styles that have changed. */
export type Start = () => Animation;

/** A running animation. */
export interface Performance {
  done: Promise<void>;
  /** Put everything in its place at once. */
  stop(): void;
}

/** What begins later, in a frame of its own: all at once would be too much for one. */
type Later = readonly [at: number, begin: () => unknown];

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
  const now: Start[] = [];
  const absent = new Set<SVGElement>();
  // Loaded with the first plunge, while there is time until it is seen.
  const plunging = (act: Plunge) => {
    const loaded = import("./plunge.ts").catch(() => null);
    return () =>
      loaded.then((it) => all(it?.plunge(act, layer, board).map(([at, parts]) => [at, () => run(parts())]) ?? []));
  };
  const later = acts.flatMap((act): Later[] => {
    if ("sound" in act) return [[act.at + SETTLE, () => sound.play(act.sound)]];
    if ("plunge" in act) return [[act.at, plunging(act)]];
    if ("show" in act) return [[act.at, () => run(act.show(layer).map(passing))]];
    if ("pause" in act) now.push(() => layer.animate([], { delay: act.at, duration: act.pause }));
    // What is at home before it moves may be on its way there in an earlier act.
    else if (act.at && !act.was && act.frames[0] === HOME)
      return [[act.at, () => run(travel({ ...act, at: 0 }, board))]];
    else if (!act.was) {
      now.push(...travel(act, board));
      return unseen(act, board, absent);
    } else return leave(act, layer, before, now);
    return [];
  });
  const running = run(now);
  // The frame in which the board changes has enough to do: what begins later is only planned in the next.
  const first = layer.animate([], { delay: 0, duration: FRAME });
  animations.push(first);
  let stopped = false;
  /** Begin what begins so many milliseconds from now. */
  const all = (parts: readonly Later[], since = 0) =>
    Promise.allSettled(
      stopped
        ? []
        : parts.map(([at, begin]) => {
            const pause = layer.animate([], { delay: at - since, duration: 0 });
            animations.push(pause);
            return pause.finished.then(begin);
          }),
    );
  const waits = first.finished.then(() => all(later, Number(document.timeline.currentTime) - Number(first.startTime)));
  const stop = () => {
    stopped = true;
    for (const animation of animations) animation.cancel();
    for (const piece of absent) piece.removeAttribute("display");
    layer.replaceChildren();
  };
  return { done: Promise.allSettled([running, waits]).then(() => undefined), stop };
}

/** The animations of a drawn piece: of the whole, and of its pupils. */
function animated(act: Travel, drawn: Element, fill: FillMode): [Start, ...Start[]] {
  const timing = { delay: act.at, duration: act.lasts, easing: act.easing ?? "ease-in-out", fill };
  const { gaze } = act;
  const pupils = gaze?.length ? drawn.querySelector(".gaze") : null;
  return [() => drawn.animate(act.frames, timing), ...(pupils ? [() => pupils.animate(gaze!, timing)] : [])];
}

function travel(act: Travel, board: SVGElement): Start[] {
  const piece = board.querySelector(`[data-piece="${act.piece}"] > g`);
  return piece ? animated(act, piece, "backwards") : [];
}

/** Draw a piece that appears late only shortly before, and not with everything else in the first frame. */
function unseen({ piece, at, frames }: Travel, board: SVGElement, absent: Set<SVGElement>): Later[] {
  const drawn = at > 2 * READY && frames[0]?.["opacity"] === 0 && board.querySelector(`[data-piece="${piece}"] > g`);
  if (!(drawn instanceof SVGElement)) return [];
  absent.add(drawn);
  drawn.setAttribute("display", "none");
  return [[at - READY, () => drawn.removeAttribute("display")]];
}

/** Draw a piece as it was; it is animated with those that start `now`, and changes later. */
function leave(act: Travel, layer: SVGElement, before: ReadonlyMap<string, Node>, now: Start[]): Later[] {
  const kept = before.get(act.piece);
  // Every copy takes its time in the first frame: the first act of a piece takes the one there is.
  const old = kept?.isConnected ? kept.cloneNode(true) : kept;
  const moved = old instanceof SVGElement ? old.firstElementChild : null;
  if (!(old instanceof SVGElement) || !moved) return [];
  old.removeAttribute("data-piece");
  layer.append(old);
  const [body, ...pupils] = animated(act, moved, "both");
  now.push(() => leaving(old, body()), ...pupils);
  return (act.changes ?? []).map(({ at, change }) => [at, () => change(old)]);
}

/** An animation after which something is no longer drawn. */
function leaving(drawn: Element, animation: Animation): Animation {
  animation.onfinish = () => drawn.remove();
  return animation;
}

/** Draw something on a layer, over all else or behind it. */
export function drawn(
  layer: Element,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  behind = false,
): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  if (behind) layer.prepend(element);
  else layer.append(element);
  return element;
}

export function passing({ drawn, frames, lasts, easing = "ease-out" }: Passing): Start {
  return () => leaving(drawn, drawn.animate(frames, { duration: lasts, easing, fill: "both" }));
}
