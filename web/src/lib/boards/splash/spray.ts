/** What a splash throws up: a crown of water that opens, and drops that fly. */

import {
  BufferGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  Vector3,
} from "three";
import { texture } from "./canvas.ts";

const WHITE = 0xf4fdff;
/** Drops of a splash of strength 1 and all drops; how they fly and how wide they are, in units and seconds. */
const [DROPS, MOST] = [60, 320];
const GRAVITY = 120;
const [SMALLEST, LARGEST] = [0.25, 0.9];
/** Crowns at a time, seconds that one lasts, its teeth, and how high and wide it becomes. */
const [CROWNS, LASTS, TEETH] = [8, 0.7, 11];
const [HIGH, WIDE] = [4.4, 2.8];

interface Drop {
  place: Vector3;
  speed: Vector3;
  wide: number;
}

interface Crown {
  mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  age: number;
  strong: number;
}

export class Spray {
  readonly three = new Group();
  readonly #round = texture(32, 32, (pen) => {
    pen.fillStyle = "#fff";
    pen.arc(16, 16, 15, 0, 2 * Math.PI);
    pen.fill();
  });
  readonly #drops: Points<BufferGeometry, PointsMaterial>;
  readonly #flying: Drop[] = [];
  readonly #shape = crown();
  readonly #crowns: readonly Crown[];
  readonly #level: number;
  #next = 0;

  /** Over water at a height. */
  constructor(level: number) {
    this.#level = level;
    this.#drops = new Points(
      new BufferGeometry()
        .setAttribute("position", new Float32BufferAttribute(new Float32Array(MOST * 3), 3))
        .setAttribute("wide", new Float32BufferAttribute(new Float32Array(MOST), 1)),
      new PointsMaterial({ color: WHITE, size: 1, map: this.#round, alphaTest: 0.5 }),
    );
    this.#drops.material.onBeforeCompile = (shader) => {
      shader.vertexShader = `attribute float wide;\n${shader.vertexShader.replace("gl_PointSize = size;", "gl_PointSize = size * wide;")}`;
    };
    this.#drops.frustumCulled = this.#drops.visible = false;
    this.#crowns = Array.from({ length: CROWNS }, () => {
      const white = new MeshBasicMaterial({ color: WHITE, transparent: true, side: DoubleSide, depthWrite: false });
      const mesh = new Mesh(this.#shape, white);
      mesh.visible = false;
      return { mesh, age: LASTS, strong: 1 };
    });
    this.three.add(this.#drops, ...this.#crowns.map(({ mesh }) => mesh));
  }

  /** Something falls into the water, more or less hard. */
  splash(x: number, y: number, strong: number): void {
    const risen = this.#crowns[this.#next++ % CROWNS]!;
    Object.assign(risen, { age: 0, strong });
    risen.mesh.position.set(x, y, this.#level);
    risen.mesh.rotation.z = Math.random() * 2 * Math.PI;
    for (let drop = 0; drop < DROPS * strong && this.#flying.length < MOST; drop++) {
      const [way, out, up] = [Math.random() * 2 * Math.PI, 2 + Math.random() * 10, 12 + Math.random() * 36 * strong];
      this.#flying.push({
        place: new Vector3(x, y, this.#level),
        speed: new Vector3(Math.cos(way) * out, Math.sin(way) * out, up),
        wide: SMALLEST + (LARGEST - SMALLEST) * Math.random() ** 2,
      });
    }
  }

  get moves(): boolean {
    return this.#flying.length > 0 || this.#crowns.some(({ age }) => age < LASTS);
  }

  pass(seconds: number): void {
    for (const one of this.#crowns) {
      one.age = Math.min(LASTS, one.age + seconds);
      open(one);
    }
    for (const { place, speed } of this.#flying) {
      place.addScaledVector(speed, seconds);
      speed.z -= GRAVITY * seconds;
    }
    for (let index = this.#flying.length - 1; index >= 0; index--)
      if (this.#flying[index]!.place.z < this.#level - 0.3) this.#flying.splice(index, 1);
    this.#drops.visible = this.#flying.length > 0;
    if (!this.#drops.visible) return;
    const [places, wides] = ["position", "wide"].map((name) => this.#drops.geometry.getAttribute(name)) as [
      Float32BufferAttribute,
      Float32BufferAttribute,
    ];
    this.#flying.forEach(({ place, wide }, index) => {
      places.setXYZ(index, place.x, place.y, place.z);
      wides.setX(index, wide);
    });
    places.needsUpdate = wides.needsUpdate = true;
    this.#drops.geometry.setDrawRange(0, this.#flying.length);
  }

  end(): void {
    const { geometry, material } = this.#drops;
    for (const thing of [geometry, material, this.#round, this.#shape]) thing.dispose();
    for (const { mesh } of this.#crowns) mesh.material.dispose();
  }
}

/** A crown rises quickly, opens, and sinks back. */
function open({ mesh, age, strong }: Crown): void {
  const share = age / LASTS;
  mesh.visible = share < 1;
  const wide = strong * WIDE * (0.4 + 0.6 * Math.sqrt(share));
  mesh.scale.set(wide, wide, Math.max(0.01, strong * HIGH * Math.sin(Math.PI * Math.sqrt(share))));
  mesh.material.opacity = 0.8 * (1 - share ** 2);
}

/** A wall of water around the origin, narrower at its foot, with teeth. */
function crown(): BufferGeometry {
  const shape = new CylinderGeometry(1, 0.62, 1, 2 * TEETH, 1, true).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  const places = shape.getAttribute("position");
  for (let index = 0; index < places.count; index++)
    if (places.getZ(index) > 0.5 && index % 2) places.setZ(index, 0.55);
  return shape;
}
