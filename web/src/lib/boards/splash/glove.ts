/** A hand that one can see: a white glove with a striped cuff, which holds a piece between thumb and fingers. */

import {
  CapsuleGeometry,
  type Material,
  Mesh,
  MeshLambertMaterial,
  Group,
  SphereGeometry,
  CylinderGeometry,
  Vector3,
} from "three";
import { texture } from "./canvas.ts";

/** Units: from the middle of the piece up to the knuckles, and the thickness of a finger. */
const KNUCKLES = 1.75;
const [BONE, THICK] = [1, 0.26];
/** Units by which open fingers are farther apart. */
const OPEN = 0.4;
const UP = new Vector3(0, 1, 0);
/** Where the arm comes from: above, behind, and a little from the right. */
const ARM = new Vector3(0.62, 0.5, 1).normalize();
const PALM = new Vector3(0.42, 0.3, KNUCKLES + 0.75);

/** The thumb, then the fingers: on which side of the piece, where they leave the palm, and where they touch it. */
const FINGERS = [
  { side: -1, from: [-0.3, -0.3, KNUCKLES + 0.35], to: -0.08, thick: 1.16 },
  { side: 1, from: [0.62, -0.42, KNUCKLES + 0.35], to: -0.46, thick: 0.92 },
  { side: 1, from: [0.95, 0.02, KNUCKLES + 0.5], to: 0.02, thick: 0.98 },
  { side: 1, from: [1.0, 0.48, KNUCKLES + 0.6], to: 0.48, thick: 0.9 },
] as const;

export class Glove {
  readonly three = new Group();
  readonly #white = new MeshLambertMaterial({ color: 0xfff8ec });
  readonly #stripes = texture(64, 64, (pen) => {
    pen.fillStyle = "#fffaf0";
    pen.fillRect(0, 0, 64, 64);
    pen.fillStyle = "#17697a";
    for (const y of [6, 38]) pen.fillRect(0, y, 64, 14);
  });
  readonly #cuffed = new MeshLambertMaterial({ map: this.#stripes });
  readonly #sleeve = new MeshLambertMaterial({ color: 0x2f8ea3 });
  readonly #bone = new CapsuleGeometry(THICK, BONE, 3, 10);
  readonly #bones: readonly (readonly [Mesh, Mesh])[];
  readonly #made: { dispose(): void }[] = [];
  #grip = 1;
  #open = 1;

  constructor() {
    this.#bones = FINGERS.map(() => [this.#part(this.#bone), this.#part(this.#bone)] as const);
    const palm = this.#part(new SphereGeometry(1, 22, 16));
    palm.scale.set(0.98, 1.12, 0.72);
    palm.position.copy(PALM);
    palm.quaternion.setFromUnitVectors(UP, ARM);
    this.#along(this.#part(new CylinderGeometry(0.62, 0.7, 0.7, 22, 1)), 1.15);
    this.#along(this.#part(new CylinderGeometry(0.86, 0.8, 0.95, 26, 1), this.#cuffed), 1.75);
    this.#along(this.#part(new CylinderGeometry(0.6, 0.66, 3.2, 20, 1), this.#sleeve), 3.6);
  }

  /** Lay a part of the arm so far from the palm. */
  #along(part: Mesh, far: number): void {
    part.quaternion.setFromUnitVectors(UP, ARM);
    part.position.copy(PALM).addScaledVector(ARM, far);
  }

  #part(geometry: CapsuleGeometry | SphereGeometry | CylinderGeometry, material: Material = this.#white): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    this.three.add(mesh);
    this.#made.push(geometry);
    return mesh;
  }

  /** Points of a hand that holds something so wide, in its own frame, and a little outside its fingers: none of them should
   * be inside a piece. */
  shape(width: number): readonly Vector3[] {
    const fingers = FINGERS.flatMap(({ side, from, to }) => {
      const [out, bend] = [side * (width + 4 * THICK), side * (width + 0.42 + 3 * THICK)];
      const knuckle = KNUCKLES * 0.62 + 0.2;
      return [
        new Vector3(out, to, 0),
        new Vector3((out + bend) / 2, to, knuckle / 2),
        new Vector3(bend, (from[1] + to) / 2, knuckle),
      ];
    });
    const palm = [-0.9, -0.45, 0.45, 0.9].map((x) => PALM.clone().add(new Vector3(x, 0, -0.6)));
    const arm = [0, 1.2, 2.4, 3.6, 4.8].map((far) => PALM.clone().addScaledVector(ARM, far));
    return [...fingers, ...palm, ...arm];
  }

  /** Hold something so wide, more or less tightly; `share` is how far the fingers are open, from 0 to 1.
   *
   * They get there in some frames, or at once where they keep still.
   */
  hold(width: number, share: number, still: boolean): void {
    this.#grip += (width - this.#grip) * (still ? 1 : 0.3);
    this.#open += (share - this.#open) * (still ? 1 : 0.22);
    FINGERS.forEach(({ side, from, to, thick }, index) => {
      const reach = this.#grip + OPEN * this.#open;
      const knuckle = new Vector3(...from);
      const tip = new Vector3(side * (reach + THICK * 0.85), to, 0.02 + 0.35 * this.#open);
      const bend = new Vector3(side * Math.max(reach + 0.42, 0.9), (from[1] + to) / 2, KNUCKLES * 0.62 + 0.2);
      const [upper, lower] = this.#bones[index]!;
      span(upper, knuckle, bend, thick);
      span(lower, bend, tip, thick);
    });
  }

  /** Whether the fingers still move. */
  get moves(): boolean {
    return this.#open > 0.02 && this.#open < 0.98;
  }

  end(): void {
    for (const thing of [...this.#made, this.#white, this.#cuffed, this.#sleeve, this.#stripes]) thing.dispose();
  }
}

/** Lay a bone from one joint to the next. */
function span(bone: Mesh, from: Vector3, to: Vector3, thick: number): void {
  const way = to.clone().sub(from);
  bone.position.copy(from).addScaledVector(way, 0.5);
  bone.quaternion.setFromUnitVectors(UP, way.clone().normalize());
  bone.scale.set(thick, way.length() / BONE, thick);
}
