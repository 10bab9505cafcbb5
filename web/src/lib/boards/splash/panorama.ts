/** What is behind the pool, painted all around: sky, hills, cypresses, bathing cabins; by day and by night. */

import { ClampToEdgeWrapping, type CanvasTexture } from "three";
import { dice, texture } from "./canvas.ts";

const [WIDE, HIGH] = [2048, 256];
/** Where the ground begins. */
const GROUND = 226;

interface Paints {
  sky: readonly [string, string, string];
  far: string;
  near: string;
  trees: string;
  roof: string;
  walls: readonly string[];
  door: string;
}

const DAY: Paints = {
  sky: ["#6fbfe8", "#b5e2f2", "#fdf0d8"],
  far: "#a9cfc6",
  near: "#86b79a",
  trees: "#4d8a68",
  roof: "#fffaf0",
  walls: ["#d1495b", "#edae49", "#3d78a8", "#3f8558"],
  door: "#fffaf0",
};
const NIGHT: Paints = {
  sky: ["#0a1730", "#142a4e", "#2b4a6e"],
  far: "#17304c",
  near: "#122740",
  trees: "#0c1c30",
  roof: "#2c4257",
  walls: ["#5b2a3b", "#65502c", "#22405f", "#204a3a"],
  door: "#ffd98a",
};

type Pen = CanvasRenderingContext2D;

export function panorama(night: boolean): CanvasTexture {
  const paints = night ? NIGHT : DAY;
  const made = texture(WIDE, HIGH, (pen) => {
    const sky = pen.createLinearGradient(0, 0, 0, GROUND);
    paints.sky.forEach((colour, index) => sky.addColorStop(index / 2, colour));
    pen.fillStyle = sky;
    pen.fillRect(0, 0, WIDE, HIGH);
    if (night) stars(pen);
    else clouds(pen);
    hills(pen, paints.far, 150, 26, 3);
    hills(pen, paints.near, 180, 18, 7);
    trees(pen, paints.trees);
    cabins(pen, paints);
    pen.fillStyle = paints.trees;
    pen.fillRect(0, GROUND - 6, WIDE, HIGH);
  });
  made.wrapT = ClampToEdgeWrapping;
  return made;
}

function stars(pen: Pen): void {
  const roll = dice(3);
  for (let star = 0; star < 260; star++) {
    pen.fillStyle = `rgb(255 250 230 / ${25 + roll() * 70}%)`;
    const size = 0.6 + roll() * 1.3;
    pen.fillRect(roll() * WIDE, roll() * 170, size, size);
  }
}

function clouds(pen: Pen): void {
  const roll = dice(21);
  pen.fillStyle = "rgb(255 255 255 / 55%)";
  for (let cloud = 0; cloud < 9; cloud++) {
    const [x, y] = [roll() * WIDE, 30 + roll() * 80];
    for (let puff = 0; puff < 5; puff++) {
      pen.beginPath();
      pen.ellipse(x + puff * 17 - 34, y + roll() * 6, 20 + roll() * 16, 7 + roll() * 6, 0, 0, 2 * Math.PI);
      pen.fill();
    }
  }
}

/** A line of hills that meets itself. */
function hills(pen: Pen, colour: string, height: number, rise: number, waves: number): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.moveTo(0, HIGH);
  for (let x = 0; x <= WIDE; x += 8) {
    const turn = (x / WIDE) * 2 * Math.PI;
    pen.lineTo(x, height + rise * Math.sin(turn * waves) + rise * 0.5 * Math.sin(turn * (waves + 4) + 1));
  }
  pen.lineTo(WIDE, HIGH);
  pen.fill();
}

function trees(pen: Pen, colour: string): void {
  const roll = dice(9);
  pen.fillStyle = colour;
  for (let tree = 0; tree < 60; tree++) {
    const [x, tall] = [roll() * WIDE, 26 + roll() * 40];
    pen.beginPath();
    if (tree % 3) pen.ellipse(x, GROUND - tall * 0.5, 6 + roll() * 4, tall * 0.62, 0, 0, 2 * Math.PI);
    else pen.ellipse(x, GROUND - 12, 26 + roll() * 18, 17, 0, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** Rows of striped bathing cabins. */
function cabins(pen: Pen, { walls, roof, door }: Paints): void {
  for (const [row, start] of [120, 700, 1180, 1690].entries())
    for (let cabin = 0; cabin < 5; cabin++) {
      const x = start + cabin * 44;
      const colour = walls[(row + cabin) % walls.length]!;
      for (let strip = 0; strip < 5; strip++) {
        pen.fillStyle = strip % 2 ? roof : colour;
        pen.fillRect(x + strip * 7.6, GROUND - 46, 7.7, 46);
      }
      pen.fillStyle = door;
      pen.fillRect(x + 13, GROUND - 32, 12, 32);
      pen.fillStyle = colour;
      pen.beginPath();
      pen.moveTo(x - 4, GROUND - 44);
      pen.lineTo(x + 19, GROUND - 62);
      pen.lineTo(x + 42, GROUND - 44);
      pen.fill();
    }
}
