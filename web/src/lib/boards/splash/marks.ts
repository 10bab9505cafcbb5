/** What is drawn over the scene to help: the aim, where it would land, the targets, the time left, a touch. */

import {
  BackSide,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  type Camera,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
} from "three";
import { kindOf, paint, shapeOf } from "./pieces.ts";
import { at, distance, type Pose, type Scene, type Vector } from "./pose.ts";
import type { Aim } from "./stage.ts";

/** Metres that an outline is wide. */
const OUTLINE = 0.0011;
/** The parts of the ring of time, and the share of the time at which it warns. */
const PARTS = 60;
const WARNS = 0.2;
const FLASHES = 3;
/** Seconds that a flash lasts. */
const LASTS = 0.35;
/** Metres above the landing under which the ghost of the landing is not worth drawing. */
const LANDED = 0.0006;

interface Flash {
  mesh: Mesh<RingGeometry, MeshBasicMaterial>;
  age: number;
  hard: number;
}

export class Marks {
  readonly three = new Group();
  readonly #scale: number;
  readonly #shapes: ReadonlyMap<string, BufferGeometry>;
  readonly #edges = new Map<string, BufferGeometry>();
  readonly #landing = new Mesh<BufferGeometry, MeshBasicMaterial>(
    undefined,
    new MeshBasicMaterial({ transparent: true, opacity: 0.34, depthWrite: false }),
  );
  readonly #aimed = new LineSegments<BufferGeometry, LineBasicMaterial>(
    undefined,
    new LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.95, depthTest: false }),
  );
  readonly #aimedDark = new LineSegments<BufferGeometry, LineBasicMaterial>(
    undefined,
    new LineBasicMaterial({ color: 0x0a4450, transparent: true, opacity: 0.7, depthTest: false }),
  );
  readonly #body = new Mesh<BufferGeometry, MeshBasicMaterial>(
    undefined,
    new MeshBasicMaterial({ color: 0xffffff, transparent: true, depthWrite: false }),
  );
  readonly #plumb = new Line(
    new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 0, -1)]),
    new LineBasicMaterial({ color: 0x0a4450, transparent: true, opacity: 0.8 }),
  );
  readonly #foot = new Mesh(
    new RingGeometry(0.12, 0.24, 20),
    new MeshBasicMaterial({ color: 0x0a4450, side: DoubleSide, transparent: true, opacity: 0.85, depthTest: false }),
  );
  readonly #outlines: Mesh<BufferGeometry, MeshBasicMaterial>[] = [];
  readonly #bright = new MeshBasicMaterial({ color: 0xfff3b0, side: BackSide });
  readonly #ring = ring(2.12, 2.3, 0xffffff, 1);
  readonly #track = ring(2.06, 2.36, 0x0a4450, 0.35);
  readonly #flashes: Flash[] = Array.from({ length: FLASHES }, () => ({
    mesh: ring(0.5, 0.72, 0xffffff, 0),
    age: LASTS,
    hard: 0,
  }));

  constructor(shapes: ReadonlyMap<string, BufferGeometry>, scale: number) {
    [this.#shapes, this.#scale] = [shapes, scale];
    for (const mesh of [this.#aimedDark, this.#aimed]) mesh.renderOrder = 5;
    for (const mesh of [this.#track, this.#ring]) mesh.renderOrder = 7;
    this.three.add(
      this.#landing,
      this.#body,
      this.#aimedDark,
      this.#aimed,
      this.#plumb,
      this.#foot,
      this.#track,
      this.#ring,
    );
    this.three.add(...this.#flashes.map(({ mesh }) => mesh));
  }

  /** Show where the reader aims: a frame there, and a pale piece and a plumb line where it would land.
   *
   * `real` is where the piece is; the nearer, the fainter is the frame.
   */
  aim(aim: Aim | null, real: Pose | undefined): void {
    const falls = aim !== null && aim.drop > LANDED;
    this.#landing.visible = this.#plumb.visible = this.#foot.visible = falls;
    const frames = aim !== null && (aim.holds || aim.start === null);
    this.#aimed.visible = this.#aimedDark.visible = this.#body.visible = frames;
    if (!aim) return;
    const { piece, pose, drop } = aim;
    if (frames) {
      const off = real && aim.holds ? Math.min(1, Math.max(0, apart(pose, real) - 0.0008) / 0.004) : 1;
      for (const [mesh, grown, strong] of [
        [this.#aimed, 1, 0.95],
        [this.#aimedDark, 1.015, 0.7],
      ] as const) {
        mesh.geometry = this.#frame(piece);
        put(mesh, pose, this.#scale);
        mesh.scale.setScalar(grown);
        mesh.material.opacity = strong * (0.12 + 0.88 * off);
      }
      this.#body.geometry = this.#shapes.get(kindOf(piece))!;
      this.#body.material.opacity = 0.28 * off;
      put(this.#body, pose, this.#scale);
    }
    if (!falls) return;
    this.#landing.geometry = this.#shapes.get(kindOf(piece))!;
    this.#landing.material.color = new Color(paint(piece, 0.95).replaceAll(" ", ","));
    put(this.#landing, [pose[0], pose[1], pose[2] - drop, pose[3], pose[4], pose[5], pose[6]], this.#scale);
    const lowest = Math.min(...shapeOf(piece).corners.map((corner) => at(pose, corner)[2]));
    this.#plumb.position.set(pose[0] * this.#scale, pose[1] * this.#scale, lowest * this.#scale);
    this.#plumb.scale.z = drop * this.#scale;
    this.#foot.position.set(pose[0] * this.#scale, pose[1] * this.#scale, (lowest - drop) * this.#scale + 0.03);
  }

  /** The edges of a shape, each once. */
  #frame(piece: string): BufferGeometry {
    const { corners, sides } = shapeOf(piece);
    const edges = sides.flatMap((side) => side.map((from, index) => [from, side[(index + 1) % side.length]!] as const));
    const points = edges
      .filter(([from, to]) => from < to)
      .flatMap((edge) => edge.map((corner) => new Vector3(...corners[corner]!).multiplyScalar(this.#scale)));
    const known = this.#edges.get(kindOf(piece)) ?? new BufferGeometry().setFromPoints(points);
    this.#edges.set(kindOf(piece), known);
    return known;
  }

  /** Draw an outline around pieces. */
  mark(pieces: readonly string[], scene: Scene, night: boolean): void {
    this.#bright.color.set(night ? 0xffd866 : 0xfffbe0);
    while (this.#outlines.length < pieces.length) {
      const mesh = new Mesh<BufferGeometry, MeshBasicMaterial>(undefined, this.#bright);
      this.#outlines.push(mesh);
      this.three.add(mesh);
    }
    this.#outlines.forEach((mesh, index) => {
      const piece = pieces[index];
      const pose = piece ? scene.get(piece) : undefined;
      mesh.visible = pose !== undefined;
      if (!piece || !pose) return;
      mesh.geometry = this.#shapes.get(kindOf(piece))!;
      put(mesh, pose, this.#scale);
      const [x, y, z] = shapeOf(piece).size.map((part) => (part + 2 * OUTLINE) / part) as [number, number, number];
      mesh.scale.set(x, y, z);
    });
  }

  /** Show the share of the time that is left, as a ring around the hand. */
  time(share: number | null, held: Pose | undefined, eye: Camera): void {
    const shows = share !== null && held !== undefined;
    this.#ring.visible = this.#track.visible = shows;
    if (!shows) return;
    const warns = share < WARNS;
    this.#ring.geometry.setDrawRange(0, Math.ceil(share * PARTS) * 6);
    this.#ring.material.color.set(warns ? 0xff5d6c : 0xffffff);
    this.#track.material.opacity = warns ? 0.55 : 0.3;
    for (const mesh of [this.#ring, this.#track]) {
      mesh.position.set(held[0], held[1], held[2]).multiplyScalar(this.#scale);
      mesh.quaternion.copy(eye.quaternion);
    }
  }

  flash(place: Vector, hard: number): void {
    const oldest = this.#flashes.reduce((one, other) => (other.age > one.age ? other : one));
    Object.assign(oldest, { age: 0, hard });
    oldest.mesh.position.set(...place).multiplyScalar(this.#scale);
  }

  /** Whether a flash is still seen. */
  get moves(): boolean {
    return this.#flashes.some(({ age }) => age < LASTS);
  }

  pass(seconds: number, eye: Camera): void {
    for (const flash of this.#flashes) {
      flash.age = Math.min(LASTS, flash.age + seconds);
      const share = flash.age / LASTS;
      flash.mesh.visible = share < 1;
      flash.mesh.material.opacity = 1 - share;
      flash.mesh.scale.setScalar((0.6 + 1.6 * share) * (0.5 + flash.hard));
      flash.mesh.quaternion.copy(eye.quaternion);
    }
  }

  end(): void {
    const drawn = [
      this.#landing,
      this.#body,
      this.#aimed,
      this.#aimedDark,
      this.#plumb,
      this.#foot,
      this.#ring,
      this.#track,
    ];
    for (const { material } of drawn) material.dispose();
    for (const { geometry } of [this.#plumb, this.#foot, this.#ring, this.#track]) geometry.dispose();
    for (const { mesh } of this.#flashes) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    for (const thing of [...this.#edges.values(), this.#bright]) thing.dispose();
  }
}

/** How far two poses are apart, in metres; an angle counts as it moves a point a centimetre from the middle. */
function apart(one: Pose, other: Pose): number {
  const turned = Math.abs(one[3] * other[3] + one[4] * other[4] + one[5] * other[5] + one[6] * other[6]);
  return distance(one, other) + 0.01 * 2 * Math.acos(Math.min(1, turned));
}

function ring(inner: number, outer: number, color: number, opacity: number): Mesh<RingGeometry, MeshBasicMaterial> {
  const material = new MeshBasicMaterial({ color, transparent: true, opacity, depthTest: false, side: DoubleSide });
  // It begins at the top and goes round as a clock does.
  return new Mesh(new RingGeometry(inner, outer, PARTS, 1, Math.PI / 2, 2 * Math.PI), material);
}

export function put(
  mesh: { position: Vector3; quaternion: { set(x: number, y: number, z: number, w: number): unknown } },
  pose: Pose,
  scale: number,
): void {
  mesh.position.set(pose[0] * scale, pose[1] * scale, pose[2] * scale);
  mesh.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
}
