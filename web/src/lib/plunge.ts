/** What water does when somebody falls in; it is loaded with the first move that is shown. */

import type { Point } from "./geometry.ts";
import { drawn, FRAME, passing, type Plunge, type Start } from "./motion.ts";

const DROPS = 7;
/** Milliseconds until who was under water spits. */
const SPITS = 430;
/** The least size of a crown of water that those who are near feel. */
const LARGE = 40;
/** Water that is thrown up, one high and two wide. */
const CROWN =
  "M-.7 .1Q-.8 -.35 -1.15 -.65L-.85 -.48L-.66 -.92L-.4 -.55L0 -1L.4 -.55L.66 -.92L.85 -.48L1.15 -.65Q.8 -.35 .7 .1Q0 .45 -.7 .1Z";

/** The parts of a fall into water, and how many milliseconds later each appears: the crown with a ring, the drops, and
 * two more rings. Rings stay in the pool; a large one rocks who is near, and leaves puddles where its drops fall. */
export function plunge(act: Plunge, layer: SVGElement, board: SVGElement): (readonly [number, () => Start[]])[] {
  const { size, behind, spits } = act;
  const { x, y } = act.plunge;
  const place = `translate(${x}px, ${y}px)`;
  const basin = board.querySelector("clipPath")?.id;
  let pool: SVGElement;
  /** The rings of a large crown go around who comes up in it. */
  const inner = size < LARGE ? 0.5 : 0.85;
  const ring = (): Start => {
    const ring = drawn(pool, "ellipse", { rx: size, ry: size * 0.62, class: "ripple" });
    const frames = [
      { transform: `${place} scale(${inner / 2})`, opacity: 0 },
      { transform: `${place} scale(${inner})`, opacity: 0.9, offset: 0.15 },
      { transform: `${place} scale(1.5)`, opacity: 0 },
    ];
    return passing({ drawn: ring, frames, lasts: 700 });
  };
  const drop = (_: unknown, index: number): Start[] => {
    const side = (index / (DROPS - 1)) * 2 - 1;
    const [far, high] = [side * size * 0.95, size * (1.25 - 0.55 * Math.abs(side))];
    const end = `translate(${x + far}px, ${y + size * 0.2}px)`;
    const frames = [
      { transform: place, opacity: 0 },
      { transform: place, opacity: 1, offset: 0.01 },
      { transform: `translate(${x + far * 0.6}px, ${y - high}px)`, opacity: 1, offset: 0.45, easing: "ease-in" },
      { transform: end, opacity: 0 },
    ];
    const dry = { transform: `${end} scale(0)`, opacity: 0.9 };
    const wet = [
      dry,
      { ...dry, offset: 0.45 },
      { transform: end, opacity: 0.9, offset: 0.55 },
      { transform: end, opacity: 0 },
    ];
    const ball = drawn(layer, "circle", { r: size * (index % 2 ? 0.1 : 0.15), class: "drop" }, behind);
    const falls = passing({ drawn: ball, frames, lasts: 620 });
    if (size < LARGE || index % 3) return [falls];
    const puddle = drawn(layer, "ellipse", { rx: size * 0.24, ry: size * 0.12, class: "puddle" }, true);
    return [falls, passing({ drawn: puddle, frames: wet, lasts: 880 })];
  };
  const crown = (): Start => {
    // It sinks below the face of who comes up.
    const low = `translate(${x}px, ${y + size * 0.26}px)`;
    const up = [
      { transform: `${place} scale(${size * 0.5}, ${size * 0.1})`, opacity: 0 },
      { transform: `${place} scale(${size * 0.6}, ${size * 0.5})`, opacity: 1, offset: 0.05 },
      { transform: `${place} scale(${size * 0.85}, ${size * 1.15})`, opacity: 1, offset: 0.45, easing: "ease-in" },
      // Opaque while it is high: who comes up behind it would look pale.
      { transform: `${low} scale(${size}, ${size * 0.3})`, opacity: 1, offset: 0.85 },
      { transform: `${low} scale(${size * 1.05}, ${size * 0.05})`, opacity: 0 },
    ];
    return passing({ drawn: drawn(layer, "path", { d: CROWN, class: "crown" }, behind), frames: up, lasts: 520 });
  };
  const first = (): Start[] => {
    pool = drawn(layer, "g", basin ? { "clip-path": `url(#${basin})` } : {}, true);
    return [ring(), crown(), passing({ drawn: pool, frames: [], lasts: 960 })];
  };
  return [
    [0, first],
    [FRAME, () => Array.from({ length: DROPS }, drop).flat()],
    ...[130, 260].map((late) => [late, () => [ring()]] as const),
    ...(size < LARGE ? [] : [[3 * FRAME, () => rocked(act, board)] as const]),
    ...(spits ? [[SPITS, () => spout(layer, act.plunge, spits)] as const] : []),
  ];
}

/** Who is near a large crown of water is rocked by it, and looks at it. */
function rocked({ plunge: { x, y }, size }: Plunge, board: SVGElement): Start[] {
  return [...board.querySelectorAll<SVGGElement>("[data-piece]")].flatMap((piece): Start[] => {
    const { e = x, f = y } = piece.transform.baseVal[0]?.matrix ?? {};
    const [dx, dy] = [e - x, f - y];
    const far = Math.hypot(dx, dy);
    if (far < size / 3 || far > 2 * size) return [];
    const rocks = [0, 5, -2, 0].map((by, index) => ({
      transform: `translate(${(dx / far) * by}px, ${(dy / far) * by}px) rotate(${[0, 9, -6, 0][index]! * Math.sign(dx || 1)}deg)`,
    }));
    const look = { transform: `translate(${(-dx / far) * 1.5}px, ${(-dy / far) * 1.5}px)` };
    const pupils = piece.querySelector(".gaze");
    return [
      () => piece.firstElementChild!.animate(rocks, { duration: 600, easing: "ease-out", composite: "add" }),
      ...(pupils ? [() => pupils.animate([look, look], 900)] : []),
    ];
  });
}

/** The water that somebody has swallowed and spits out to a side. */
function spout(layer: SVGElement, { x, y }: Point, to: number): Start[] {
  return [0, 1, 2, 3].map((drop) => {
    const [far, high] = [to * (14 + 9 * drop), 20 - 3 * drop];
    return passing({
      drawn: drawn(layer, "circle", { r: 5 - 0.7 * drop, class: "drop" }),
      lasts: 460,
      easing: "linear",
      frames: [
        { transform: `translate(${x}px, ${y - 6}px)`, opacity: 1 },
        { transform: `translate(${x + far / 2}px, ${y - high}px)`, opacity: 1, offset: 0.45 },
        { transform: `translate(${x + far}px, ${y + 10}px)`, opacity: 0 },
      ],
    });
  });
}
