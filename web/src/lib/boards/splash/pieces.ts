/** The pieces: shapes and colours from the game, and symbols that distinguish the colours. */

import content from "../../../generated/boards/splash.json" with { type: "json" };
import type { Say } from "../../words.ts";
import type { Quat, Vector } from "./pose.ts";

export interface Shape {
  size: Vector;
  corners: readonly Vector[];
  /** The faces as numbers of corners, anticlockwise seen from outside. */
  sides: readonly (readonly number[])[];
}

export const SHAPES = content.shapes as unknown as Readonly<Record<string, Shape>>;
export const COLOURS = Object.keys(content.colours);
/** The rotations that bring each face of a piece down. */
export const FACES = content.faces as unknown as readonly Quat[];
/** How far a hand reaches and how high, in metres. */
export const HAND = content.hand;

const PAINTS = content.colours as unknown as Readonly<Record<string, readonly [number, number, number]>>;

/** A symbol for each colour, for readers who cannot tell them apart; drawn within -5 … 5. */
const SIGNS: Readonly<Record<string, string>> = {
  red: "M0 -4.5A4.5 4.5 0 1 1 0 4.5A4.5 4.5 0 1 1 0 -4.5Z",
  orange: "M0 -4.6L4.6 3.6L-4.6 3.6Z",
  yellow: "M0 -5L1.4 -1.6L5 -1.3L2.2 1.1L3.1 4.6L0 2.7L-3.1 4.6L-2.2 1.1L-5 -1.3L-1.4 -1.6Z",
  green: "M-4 -4H4V4H-4Z",
  blue: "M-5 -4C-3.3 -6 -1.7 -2 0 -4S3.3 -6 5 -4V-1C3.3 -3 1.7 1 0 -1S-3.3 -3 -5 -1ZM-5 2C-3.3 0 -1.7 4 0 2S3.3 0 5 2V5C3.3 3 1.7 7 0 5S-3.3 3 -5 5Z",
  purple: "M-1.6 -4.8H1.6V-1.6H4.8V1.6H1.6V4.8H-1.6V1.6H-4.8V-1.6H-1.6Z",
};

export function colourOf(piece: string): string {
  return piece.slice(0, piece.indexOf("-"));
}

export function shapeOf(piece: string): Shape {
  return SHAPES[kindOf(piece)]!;
}

export function kindOf(piece: string): string {
  return piece.slice(piece.indexOf("-") + 1);
}

export function signOf(piece: string): string {
  return SIGNS[colourOf(piece)]!;
}

/** The colour of a piece in a light, as CSS. */
export function paint(piece: string, light = 1): string {
  const [red, green, blue] = PAINTS[colourOf(piece)]!.map((part) => Math.min(255, Math.round(part * light)));
  return `rgb(${red} ${green} ${blue})`;
}

/** The shapes whose colours have sentences of their own: their names may have another gender than the others. */
const OWN_COLOURS = ["plate", "prism"];

/** A piece in words. */
export function inWords(piece: string, say: Say): string {
  const [kind, colour] = [kindOf(piece), colourOf(piece)];
  const said = OWN_COLOURS.includes(kind) ? `splash.colour-${colour}-${kind}` : `splash.colour-${colour}`;
  return say(`splash.piece-${kind}`, { colour: say(said) });
}

/** The pieces sorted by shape, then by colour in the order of the rainbow. */
export function sorted(pieces: readonly string[]): string[] {
  const [kinds, colours] = [Object.keys(SHAPES), COLOURS];
  const rank = (piece: string) => kinds.indexOf(kindOf(piece)) * colours.length + colours.indexOf(colourOf(piece));
  return [...pieces].sort((one, other) => rank(one) - rank(other));
}
