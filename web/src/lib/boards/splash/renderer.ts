/** The stage in three dimensions: wooden pieces on a table in a pool, a hand, and a camera that finds its place. */

import {
  type BufferGeometry,
  type Material,
  Mesh,
  type MeshLambertMaterial,
  PCFShadowMap,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Point } from "../../geometry.ts";
import { aside } from "./aside.ts";
import { TowerCamera } from "./camera.ts";
import { sharpen } from "./canvas.ts";
import type { Shown } from "./director.ts";
import { Ghosts } from "./ghosts.ts";
import { Glove } from "./glove.ts";
import { inside, solids } from "./landing.ts";
import { Marks, put } from "./marks.ts";
import { colourOf, kindOf, SHAPES, shapeOf } from "./pieces.ts";
import { Pool } from "./pool.ts";
import { at, type Pose, type Scene as Poses, type Vector } from "./pose.ts";
import { fell } from "./table.ts";
import { drawsByProcessor, type Level, Quality } from "./quality.ts";
import type { Aim, Cues, Stage } from "./stage.ts";
import { wood, worn } from "./wood.ts";

/** Units in a metre: one unit is a centimetre, which suits the shadow map. */
const SCALE = 100;
/** Seconds between two pictures of the water while nothing else moves. */
const LAP = 1 / 20;
/** Seconds that an open hand stays after it let go, and the units by which it rises. */
const LEAVES = 0.7;
const RISES = 7;
/** Seconds that the camera stays with a piece that was let go. */
const WATCHED = 2;
/** Metres over the table below which something outside its rim comes into the water, and below which it is in it. */
const [DIVING, WET] = [0.03, 0.012];
/** Metres: the piece whose splash has the strength 1. */
const CUBE = 0.015;

interface Worn {
  mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  wet: boolean;
}

export class TowerRenderer implements Stage {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new TowerCamera();
  readonly #shapes = new Map(Object.entries(SHAPES).map(([name, shape]) => [name, worn(shape, SCALE)]));
  readonly #woods = new Map<string, MeshLambertMaterial>();
  readonly #pieces = new Map<string, Worn>();
  readonly #weak = !sharpen(!drawsByProcessor());
  readonly #pool = new Pool(this.#scene, SCALE);
  readonly #marks = new Marks(this.#shapes, SCALE);
  readonly #glove = new Glove();
  /** By how much the hand should come from aside, and does. */
  #aside = 0;
  #asideNow = 0;
  readonly #ghosts = new Ghosts(this.#shapes, SCALE);
  readonly #ray = new Raycaster();
  readonly #quality: Quality;
  readonly #size = new Vector2(1, 1);
  #night: boolean | null = null;
  #still = false;
  #waited = 0;
  #grows = false;
  /** What the hand held last, and for how long it has been gone. */
  #held: { piece: string; pose: Pose; gone: number } | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: !this.#weak, powerPreference: "low-power" });
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#quality = new Quality((level) => this.#equip(level), this.#weak);
    this.#scene.add(this.#marks.three, this.#glove.three, this.#ghosts.three);
    this.#pool.pass(0);
    this.#quality.begin();
  }

  /** Set the resolution of the picture and of the shadow map. */
  #equip({ pixels, shadow, fine }: Level): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2) * pixels);
    this.#renderer.setSize(this.#size.x, this.#size.y, false);
    this.#renderer.shadowMap.enabled = shadow > 0;
    const { sun, water } = this.#pool;
    water.refine(fine);
    sun.castShadow = shadow > 0;
    sun.shadow.mapSize.set(shadow || 1, shadow || 1);
    sun.shadow.map?.dispose();
    sun.shadow.map = null;
    this.#scene.traverse((thing) => thing instanceof Mesh && ((thing.material as Material).needsUpdate = true));
  }

  rest(seconds: number, still: boolean): void {
    if (this.#quality.rest()) this.#render();
    this.#waited += seconds;
    if (!this.#quality.best || still || this.#waited < LAP || document.hidden) return;
    this.#pool.pass(this.#waited);
    this.#waited = 0;
    this.#render();
  }

  resize(width: number, height: number): void {
    this.#size.set(width, height);
    this.#renderer.setSize(width, height, false);
  }

  draw(shown: Shown, cues: Cues, seconds: number): void {
    this.#quality.measure();
    if (this.#night !== cues.night) this.#pool.light((this.#night = cues.night));
    this.#still = cues.still;
    const { aim } = cues;
    const waits = aim?.start && !shown.scene.has(aim.piece) ? aim : null;
    const scene = waits ? new Map([...shown.scene, [waits.piece, waits.start!]]) : shown.scene;
    this.#grows = this.#pool.stand(cues.ground, cues.still);
    for (const [piece, { mesh }] of this.#pieces) if (!scene.has(piece)) mesh.visible = false;
    const held = shown.held ?? waits?.piece ?? null;
    for (const [piece, pose] of scene) this.#set(piece, pose, shown.faint.get(piece), piece === held);
    this.#marks.aim(aim, aim ? scene.get(aim.piece) : undefined);
    this.#marks.mark(cues.marked, scene, cues.night);
    this.#camera.cover(this.#size.x, this.#size.y, cues.covered, cues.still);
    if (shown.pace !== 1 || fell(cues.ground, scene)) this.#watch(scene, held, cues, seconds);
    else this.#look(scene, held, cues, seconds);
    this.#ghosts.show(cues.ghost, this.#camera.right, this.#camera.ahead);
    this.#lead(scene, shown.held, waits, seconds);
    this.#marks.time(cues.left, held ? scene.get(held) : undefined, this.#camera.three);
    this.#marks.pass(seconds, this.#camera.three);
    this.#pool.pass(cues.still ? 0 : seconds * Math.min(1, shown.pace));
    this.#render();
  }

  #render(): void {
    this.#renderer.render(this.#scene, this.#camera.three);
  }

  /** Put a piece where it is; with an opacity if it comes or leaves. */
  #set(piece: string, pose: Pose, opacity: number | undefined, held: boolean): void {
    const known = this.#pieces.get(piece) ?? this.#add(piece);
    const { mesh } = known;
    put(mesh, pose, SCALE);
    // Outside the rim of the table is water, and wood floats. What leaves the table dives by itself.
    const low = held || (opacity !== undefined && !known.wet) ? 0 : (DIVING - pose[2]) / (DIVING - WET);
    const sinks = low > 0 ? Math.min(1, low) * this.#pool.sunk(pose[0], pose[1]) : 0;
    mesh.position.z += sinks;
    const wet = sinks !== 0 && low >= 1;
    if (wet && !known.wet) this.#splash(mesh.position.x, mesh.position.y, strength(piece));
    known.wet = wet;
    const seen = opacity ?? 1;
    mesh.visible = seen > 0.01;
    const faint = seen < 1;
    if (faint === mesh.material.transparent && !faint) return;
    if (faint && !mesh.material.transparent)
      mesh.material = Object.assign(mesh.material.clone(), { transparent: true });
    if (!faint) mesh.material = this.#wood(piece);
    mesh.material.opacity = seen;
  }

  #add(piece: string): Worn {
    const mesh = new Mesh(this.#shapes.get(kindOf(piece)), this.#wood(piece));
    mesh.castShadow = mesh.receiveShadow = true;
    const made = { mesh, wet: true };
    this.#pieces.set(piece, made);
    this.#scene.add(mesh);
    return made;
  }

  #wood(piece: string): MeshLambertMaterial {
    const colour = colourOf(piece);
    const known = this.#woods.get(colour) ?? wood(piece);
    this.#woods.set(colour, known);
    return known;
  }

  /** Stay close to a tower that falls. */
  #watch(scene: Poses, held: string | null, { ground, still }: Cues, seconds: number): void {
    this.#camera.watch(new Map([...scene].filter(([piece]) => piece !== held)), ground, SCALE, seconds, still);
    this.#shine();
    // After the fall the camera does not go back to the piece that was let go.
    if (this.#held && this.#held.gone >= LEAVES) this.#held.gone = WATCHED;
  }

  /** Point the camera and the light at the tower. */
  #look(scene: Poses, held: string | null, { aim, marked, still }: Cues, seconds: number): void {
    const stands = new Map([...scene].filter(([piece]) => piece !== held));
    const target = marked[0] === undefined ? undefined : scene.get(marked[0]);
    const watched = held ?? (this.#held && this.#held.gone < WATCHED ? this.#held.piece : null);
    const pose = (watched ? scene.get(watched) : undefined) ?? (aim && aim.start === null ? aim.pose : undefined);
    // A piece that falls away is not followed: the tower stays in the picture.
    const lost = pose && !held && watched ? this.#pool.wet(pose[0], pose[1]) > 0 : false;
    this.#camera.look(stands, pose && !lost ? [watched ?? aim!.piece, pose, target] : null, SCALE, seconds, still);
    this.#shine();
  }

  #shine(): void {
    const middle = this.#camera.middle.clone().multiplyScalar(SCALE);
    this.#pool.shine(middle, Math.ceil(Math.max(6, middle.z * 1.6)));
  }

  /** The hand: closed around the piece that it holds, open where one waits, and rising when it has let go. */
  #lead(scene: Poses, held: string | null, waits: Aim | null, seconds: number): void {
    const piece = held ?? waits?.piece ?? null;
    const pose = piece ? scene.get(piece) : undefined;
    if (piece && pose) this.#held = { piece, pose, gone: 0 };
    else if (this.#held) this.#held.gone += seconds;
    const one = this.#held;
    this.#glove.three.visible = one !== null && one.gone < LEAVES;
    if (!one || one.gone >= LEAVES) return;
    const left = Math.min(1, one.gone / LEAVES);
    const corners = shapeOf(one.piece).corners.map((corner) => at(one.pose, corner));
    const [right, [x0, y0, up]] = [this.#camera.right, one.pose];
    const high = Math.max(...corners.map((corner) => corner[2] - up));
    const ahead = Math.atan2(right[1], right[0]);
    const wide = (turn: number) =>
      SCALE * Math.max(...corners.map(([x, y]) => (x - x0) * Math.cos(turn) + (y - y0) * Math.sin(turn)));
    const { position, rotation } = this.#glove.three;
    position.set(x0, y0, up + Math.max(0, high - 0.008) * 0.6).multiplyScalar(SCALE);
    if (held) this.#turnAside(scene, held, (angle) => [ahead + angle, wide(ahead + angle)]);
    const more = this.#aside - this.#asideNow;
    this.#asideNow += this.#still || Math.abs(more) < 0.01 ? more : more * Math.min(1, 14 * seconds);
    position.z += (waits && !held ? 0.5 : 0) + RISES * left ** 2;
    rotation.set(0, 0, ahead + this.#asideNow);
    this.#glove.hold(wide(ahead + this.#asideNow), held ? 0 : 1, this.#still);
  }

  /** Choose from where the hand comes: so that as little of it as possible is inside the tower. */
  #turnAside(scene: Poses, held: string, grip: (angle: number) => readonly [turn: number, wide: number]): void {
    const those = solids(scene, held);
    const { position } = this.#glove.three;
    const sunk = (angle: number) => {
      const [turn, wide] = grip(angle);
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      return this.#glove.shape(wide).filter(({ x, y, z }) => {
        const place = [position.x + x * cos - y * sin, position.y + x * sin + y * cos, position.z + z] as const;
        return inside(those, [place[0] / SCALE, place[1] / SCALE, place[2] / SCALE]);
      }).length;
    };
    this.#aside = aside(this.#aside, sunk);
  }

  get settled(): boolean {
    const leaving = this.#held !== null && this.#held.gone > 0 && this.#held.gone < WATCHED + LAP;
    const moves = (this.#glove.moves || this.#aside !== this.#asideNow) && this.#glove.three.visible;
    return this.#camera.settled && !this.#pool.water.moves && !this.#marks.moves && !leaving && !moves && !this.#grows;
  }

  get sharp(): boolean {
    return this.#quality.sharp;
  }

  led(from: Point, to: Point, height: number): Vector {
    const [start, end] = [this.#spot(from, height), this.#spot(to, height)];
    return start && end ? [(end.x - start.x) / SCALE, (end.y - start.y) / SCALE, 0] : [0, 0, 0];
  }

  /** The point at a height that a point of the stage shows. */
  #spot({ x, y }: Point, height: number): Vector3 | null {
    this.#ray.setFromCamera(new Vector2((x / this.#size.x) * 2 - 1, 1 - (y / this.#size.y) * 2), this.#camera.three);
    return this.#ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -height * SCALE), new Vector3());
  }

  away({ x, y }: Point, pose: Pose): number {
    const seen = new Vector3(pose[0], pose[1], pose[2]).multiplyScalar(SCALE).project(this.#camera.three);
    return Math.hypot(((seen.x + 1) / 2) * this.#size.x - x, ((1 - seen.y) / 2) * this.#size.y - y);
  }

  orbit(across: number, down: number): void {
    this.#camera.orbit(across, down);
  }

  zoom(factor: number): void {
    this.#camera.zoom(factor);
  }

  flash(place: Vector, hard: number): void {
    this.#marks.flash(place, hard);
  }

  splash([x, y]: Vector, piece: string): void {
    this.#splash(x * SCALE, y * SCALE, strength(piece));
  }

  #splash(x: number, y: number, strong: number): void {
    if (!this.#still) this.#pool.water.splash(x, y, strong);
  }

  get right(): readonly [number, number] {
    return this.#camera.right;
  }

  get ahead(): readonly [number, number] {
    return this.#camera.ahead;
  }

  end(): void {
    for (const thing of [this.#pool, this.#marks, this.#glove, this.#ghosts]) thing.end();
    for (const thing of [...this.#shapes.values(), ...this.#woods.values()]) thing.dispose();
    for (const { map } of this.#woods.values()) map?.dispose();
    this.#renderer.dispose();
  }
}

/** How strong the splash of a piece is. */
function strength(piece: string): number {
  const [x, y, z] = shapeOf(piece).size;
  return Math.min(1.2, Math.max(0.5, Math.cbrt(x * y * z) / CUBE));
}
