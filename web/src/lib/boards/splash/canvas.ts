/** Textures drawn in code. */

import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from "three";

type Pen = CanvasRenderingContext2D;

let sharp = true;

/** Make textures from now on sharp at a flat angle, or not: a processor that draws cannot afford it. Returns `wanted`. */
export function sharpen(wanted: boolean): boolean {
  return (sharp = wanted);
}

export function texture(width: number, height: number, draw: (pen: Pen) => void): CanvasTexture {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  draw(canvas.getContext("2d")!);
  const made = new CanvasTexture(canvas);
  made.colorSpace = SRGBColorSpace;
  made.wrapS = made.wrapT = RepeatWrapping;
  made.anisotropy = sharp ? 4 : 1;
  return made;
}

/** Numbers from 0 to 1 that look random and are the same every time. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The grain of wood: long fibres that bend around a knot or two, light and dark. It continues at the edges. */
export function grain(pen: Pen, size: number, fibres: number, seed: number): void {
  const roll = dice(seed);
  for (let fibre = 0; fibre < fibres; fibre++) {
    const y = roll() * size;
    const bend = (roll() - 0.5) * size * 0.06;
    pen.strokeStyle = roll() < 0.7 ? `rgb(60 30 5 / ${2 + roll() * 7}%)` : `rgb(255 240 210 / ${2 + roll() * 7}%)`;
    pen.lineWidth = (0.4 + roll() * 1.6) * (size / 128);
    pen.beginPath();
    pen.moveTo(0, y);
    pen.bezierCurveTo(size / 3, y + bend, (2 * size) / 3, y - bend, size, y);
    pen.stroke();
  }
}
