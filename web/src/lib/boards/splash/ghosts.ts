/** Somebody else's tower beside the reader's own: pale pieces that one sees through. */

import { type BufferGeometry, Color, Group, Mesh, MeshLambertMaterial } from "three";
import { put } from "./marks.ts";
import { colourOf, kindOf, paint } from "./pieces.ts";
import type { Scene } from "./pose.ts";

/** Metres from the tower, as the camera sees it. */
const [ASIDE, BEHIND] = [0.028, 0.04];
const OPACITY = 0.55;
/** How much paler than wood. */
const PALE = 0.15;

type Two = readonly [number, number];

export class Ghosts {
  readonly three = new Group();
  readonly #shapes: ReadonlyMap<string, BufferGeometry>;
  readonly #scale: number;
  readonly #pieces = new Map<string, Mesh>();
  readonly #veils = new Map<string, MeshLambertMaterial>();

  constructor(shapes: ReadonlyMap<string, BufferGeometry>, scale: number) {
    [this.#shapes, this.#scale] = [shapes, scale];
  }

  /** Show a tower, or none, to the right of what the camera looks at and a little behind it. */
  show(tower: Scene | null, right: Two, ahead: Two): void {
    this.three.visible = tower !== null;
    if (!tower) return;
    const [x, y] = [0, 1].map((axis) => (right[axis]! * ASIDE + ahead[axis]! * BEHIND) * this.#scale) as [
      number,
      number,
    ];
    this.three.position.set(x, y, 0);
    for (const [piece, mesh] of this.#pieces) mesh.visible = tower.has(piece);
    for (const [piece, pose] of tower) put(this.#pieces.get(piece) ?? this.#add(piece), pose, this.#scale);
  }

  #add(piece: string): Mesh {
    const mesh = new Mesh(this.#shapes.get(kindOf(piece)), this.#veil(piece));
    this.#pieces.set(piece, mesh);
    this.three.add(mesh);
    return mesh;
  }

  #veil(piece: string): MeshLambertMaterial {
    const colour = new Color(paint(piece).replaceAll(" ", ",")).lerp(new Color(0xffffff), PALE);
    const known =
      this.#veils.get(colourOf(piece)) ??
      new MeshLambertMaterial({ color: colour, transparent: true, opacity: OPACITY, depthWrite: false });
    this.#veils.set(colourOf(piece), known);
    return known;
  }

  end(): void {
    for (const veil of this.#veils.values()) veil.dispose();
  }
}
