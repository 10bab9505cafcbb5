/** The place: a round table in a pool, stone around it, a summer's day or night behind. */

import {
  AmbientLight,
  BackSide,
  CircleGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RingGeometry,
  type Scene,
  TorusGeometry,
  type BufferGeometry,
  Vector3,
} from "three";
import { grain, texture } from "./canvas.ts";
import { panorama } from "./panorama.ts";
import type { Scene as Poses } from "./pose.ts";
import { TABLE, tableUnder } from "./table.ts";
import { Water } from "./water.ts";

/** Units: how thick the table is, how far the water reaches and how high it stands, and the far end of everything. */
const [THICK, POOL, LEVEL, END] = [0.9, 120, -1.6, 640];
/** From the middle of what is lit to the light. */
const LIGHT = new Vector3(-14, -13, 42);

interface Time {
  sun: number;
  bright: number;
  sky: number;
  ground: number;
  ambient: number;
  deep: number;
  shallow: number;
  shine: number;
}

const DAY: Time = {
  sun: 0xfff0d6,
  bright: 2.5,
  sky: 0xe6f3ff,
  ground: 0xb9d9d6,
  ambient: 1.5,
  deep: 0x2b9cc4,
  shallow: 0x63c9dd,
  shine: 0xd8f6fb,
};
const NIGHT: Time = {
  sun: 0xffdfae,
  bright: 1.7,
  sky: 0x8fa8dc,
  ground: 0x2c8f9e,
  ambient: 0.95,
  deep: 0x07304a,
  shallow: 0x17809c,
  shine: 0x58d2e2,
};

export class Pool {
  readonly water = new Water(POOL, LEVEL);
  readonly sun = new DirectionalLight();
  readonly #sky = new HemisphereLight();
  readonly #glow = new AmbientLight(0xffffff, 0.25);
  readonly #table = new Group();
  readonly #made: { dispose(): void }[] = [];
  readonly #buoy = new Group();
  /** Stone, which the lamps of the night do not reach: its colours by day and by night. */
  readonly #stone: { material: MeshBasicMaterial; day: number; night: number }[] = [];
  #behind: Mesh<CylinderGeometry, MeshBasicMaterial> | null = null;
  #radius = TABLE;
  #centre = new Vector3();
  #time = 0;
  readonly #scale: number;
  readonly #scene: Scene;

  constructor(scene: Scene, scale: number) {
    [this.#scene, this.#scale] = [scene, scale];
    this.sun.shadow.radius = 4;
    this.sun.shadow.normalBias = 0.02;
    this.#build();
    scene.add(this.#sky, this.#glow, this.sun, this.sun.target, this.water.three, this.#table, this.#buoy);
  }

  #build(): void {
    const size = TABLE * this.#scale;
    const boards = texture(512, 512, (pen) => {
      pen.fillStyle = "#dcb883";
      pen.fillRect(0, 0, 512, 512);
      grain(pen, 512, 420, 11);
      pen.fillStyle = "rgb(70 40 10 / 45%)";
      for (let board = 0; board < 6; board++) pen.fillRect(0, board * 85.3, 512, 2.2);
    });
    boards.repeat.set(1.5, 1.5);
    const top = this.#mesh(new CircleGeometry(size * 0.985, 56), new MeshLambertMaterial({ map: boards }));
    top.receiveShadow = true;
    const side = this.#mesh(
      new CylinderGeometry(size, size * 0.99, THICK, 56, 1, true).rotateX(Math.PI / 2),
      new MeshLambertMaterial({ color: 0xb5854c }),
    );
    side.position.z = -THICK / 2 - 0.06;
    const edge = this.#mesh(new TorusGeometry(size * 0.988, 0.12, 6, 56), new MeshLambertMaterial({ color: 0xefd5a6 }));
    edge.position.z = -0.1;
    const leg = this.#mesh(
      new CylinderGeometry(size * 0.3, size * 0.42, 6, 24).rotateX(Math.PI / 2),
      new MeshLambertMaterial({ color: 0x2b7890 }),
    );
    leg.position.z = -4;
    this.#table.add(top, side, edge, leg);
    this.#made.push(boards);
    this.#shore();
    this.#float();
  }

  /** The stone around the water, and the deck behind it. */
  #shore(): void {
    const tiles = texture(128, 128, (pen) => {
      pen.fillStyle = "#f3e6cd";
      pen.fillRect(0, 0, 128, 128);
      grain(pen, 128, 30, 5);
      pen.fillStyle = "rgb(150 120 80 / 30%)";
      pen.fillRect(0, 0, 128, 3);
      pen.fillRect(0, 0, 3, 128);
    });
    tiles.repeat.set(60, 60);
    const deck = this.#mesh(new RingGeometry(POOL + 4, END, 48, 1), new MeshBasicMaterial({ map: tiles }));
    const coping = this.#mesh(new RingGeometry(POOL - 1, POOL + 8, 64, 1), new MeshBasicMaterial({ color: 0xfffaf0 }));
    const wall = this.#mesh(
      new CylinderGeometry(POOL - 1, POOL - 1, 3, 64, 1, true).rotateX(Math.PI / 2),
      new MeshBasicMaterial({ color: 0x8fd6e4, side: BackSide }),
    );
    deck.position.z = LEVEL + 2.4;
    coping.position.z = LEVEL + 2.6;
    wall.position.z = LEVEL + 1.1;
    this.#made.push(tiles);
    this.#stone.push(
      { material: deck.material, day: 0xfff6e6, night: 0x33455e },
      { material: coping.material, day: 0xfffaf0, night: 0x55708a },
      { material: wall.material, day: 0x9adbe8, night: 0x1f6f88 },
    );
    this.#scene.add(deck, coping, wall);
    for (const [turn, colour] of [
      [0.9, 0xd1495b],
      [2.3, 0xedae49],
      [3.5, 0x3f8558],
      [4.75, 0x3d78a8],
      [5.7, 0xd1495b],
    ] as const)
      this.#parasol(turn, colour);
  }

  #parasol(turn: number, colour: number): void {
    const cloth = texture(128, 8, (pen) => {
      for (let strip = 0; strip < 16; strip++) {
        pen.fillStyle = strip % 2 ? "#fffaf0" : `#${colour.toString(16).padStart(6, "0")}`;
        pen.fillRect(strip * 8, 0, 8, 8);
      }
    });
    const shade = this.#mesh(new ConeGeometry(13, 6, 16, 1, true), new MeshLambertMaterial({ map: cloth, side: 2 }));
    const pole = this.#mesh(new CylinderGeometry(0.5, 0.5, 14, 6), new MeshLambertMaterial({ color: 0xfffaf0 }));
    for (const part of [shade, pole]) part.rotation.x = Math.PI / 2;
    const far = POOL + 60;
    shade.position.set(Math.cos(turn) * far, Math.sin(turn) * far, 15);
    pole.position.set(Math.cos(turn) * far, Math.sin(turn) * far, 7);
    this.#made.push(cloth);
    this.#scene.add(shade, pole);
  }

  /** A lifebuoy that drifts about. */
  #float(): void {
    const stripes = texture(64, 8, (pen) => {
      for (let strip = 0; strip < 8; strip++) {
        pen.fillStyle = strip % 2 ? "#fffaf0" : "#d1495b";
        pen.fillRect(strip * 8, 0, 8, 8);
      }
    });
    this.#buoy.add(this.#mesh(new TorusGeometry(3.4, 1.2, 10, 28), new MeshLambertMaterial({ map: stripes })));
    this.#made.push(stripes);
  }

  #mesh<G extends BufferGeometry, M extends Material>(geometry: G, material: M): Mesh<G, M> {
    this.#made.push(geometry, material);
    return new Mesh(geometry, material);
  }

  /** Make it day or night. */
  light(night: boolean): void {
    const time = night ? NIGHT : DAY;
    this.sun.color.set(time.sun);
    this.sun.intensity = time.bright;
    this.#sky.color.set(time.sky);
    this.#sky.groundColor.set(time.ground);
    this.#sky.intensity = time.ambient;
    this.#sky.position.set(0, 0, 1);
    this.water.paint(time.deep, time.shallow, time.shine);
    for (const { material, day, night: dark } of this.#stone) material.color.set(night ? dark : day);
    this.#unroll(night);
    this.#scene.background = new Color(night ? 0x0a1730 : 0x8fd0ee);
  }

  /** The picture behind everything. */
  #unroll(night: boolean): void {
    if (this.#behind) {
      this.#behind.material.map?.dispose();
      this.#behind.material.map = panorama(night);
      this.#behind.material.needsUpdate = true;
      return;
    }
    const picture = new MeshBasicMaterial({ map: panorama(night), side: BackSide, fog: false });
    this.#behind = this.#mesh(new CylinderGeometry(END, END, 260, 48, 1, true).rotateX(Math.PI / 2), picture);
    this.#behind.position.z = 108;
    this.#scene.add(this.#behind);
  }

  /** The table stands under all that stands on it, at once where it keeps still; returns whether it still moves there. */
  stand(ground: Poses, still: boolean): boolean {
    const { x, y, radius } = tableUnder(ground);
    const goal = new Vector3(x, y, 0);
    const moves = !still && goal.distanceTo(this.#centre) + Math.abs(radius - this.#radius) > 0.0005;
    const share = still ? 1 : 0.15;
    this.#centre.lerp(goal, share);
    this.#radius += (radius - this.#radius) * share;
    const [left, back] = [this.#centre.x * this.#scale, this.#centre.y * this.#scale];
    this.#table.position.set(left, back, 0);
    this.#table.scale.set(this.#radius / TABLE, this.#radius / TABLE, 1);
    this.water.around(left, back, this.#radius * this.#scale);
    return moves;
  }

  /** How far a piece at a place is in the water: 0 on the table, 1 well outside its rim. */
  wet(x: number, y: number): number {
    const away = Math.hypot(x - this.#centre.x, y - this.#centre.y) - this.#radius;
    return Math.min(1, Math.max(0, away / 0.006));
  }

  /** How much lower, in units, something floats at a place. */
  sunk(x: number, y: number): number {
    return this.wet(x, y) * (LEVEL - 0.25 + 0.12 * Math.sin(this.#time * 2 + x * 90));
  }

  pass(seconds: number): void {
    this.#time += seconds;
    this.water.pass(seconds);
    const drift = 2.2 + this.#time * 0.012;
    this.#buoy.position.set(
      Math.cos(drift) * 38,
      Math.sin(drift) * 38,
      LEVEL + 0.35 + 0.15 * Math.sin(this.#time * 1.7),
    );
    this.#buoy.rotation.set(0.06 * Math.sin(this.#time * 1.3), 0.06 * Math.cos(this.#time * 1.1), drift * 3);
  }

  /** Shine on a place; only what is near casts shadows, so that they are sharp enough. */
  shine(middle: Vector3, reach: number): void {
    this.sun.target.position.copy(middle);
    this.sun.position.copy(LIGHT).add(middle);
    const { camera } = this.sun.shadow;
    if (camera.right === reach) return;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 100 });
    camera.updateProjectionMatrix();
  }

  end(): void {
    this.water.end();
    this.#behind?.material.map?.dispose();
    for (const thing of this.#made) thing.dispose();
  }
}
