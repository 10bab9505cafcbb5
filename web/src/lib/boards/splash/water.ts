/** The water of the pool: light that plays on it, and where something dives a crown, drops that jump, and rings. */

import { CircleGeometry, Color, Group, Mesh, ShaderMaterial, Vector2 } from "three";
import { dice, texture } from "./canvas.ts";
import { Spray } from "./spray.ts";

/** Rings at a time, and seconds that one lasts. */
const RINGS = 8;
const LASTS = 2.6;
const NET = 128;

const SHAPE = /* glsl */ `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xy;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const LIGHT = /* glsl */ `
uniform sampler2D net;
uniform vec3 deep, shallow, shine;
uniform float time, table, far;
uniform vec2 middle;
uniform vec4 rings[${RINGS}];
varying vec2 place;
void main() {
  float away = length(place - middle);
  float ripple = 0.0;
#ifdef RIPPLES
  for (int i = 0; i < ${RINGS}; i++) {
    float age = rings[i].z;
    if (age < ${LASTS.toFixed(1)}) {
      float d = length(place - rings[i].xy) - age * 9.0;
      ripple += rings[i].w * exp(-d * d * 0.6) * (1.0 - age / ${LASTS.toFixed(1)}) * cos(d * 3.0);
    }
  }
#endif
  vec2 bent = place * 0.036 + ripple * 0.05;
  float one = texture2D(net, bent + vec2(time * 0.013, time * 0.009)).r;
#ifdef FINE
  float glow = one * texture2D(net, bent * 1.37 - vec2(time * 0.011, -time * 0.014)).r;
#else
  float glow = one * one * 0.4;
#endif
  float lap = exp(-pow((away - table - 0.5 - 0.25 * sin(time * 1.4 + place.x * 0.6 + place.y * 0.4)) * 2.2, 2.0));
  float shade = 0.35 * smoothstep(table + 4.5, table - 1.0, length(place - middle - vec2(1.6, 1.9)));
  vec3 water = mix(shallow, deep, clamp(away / far, 0.0, 1.0));
  water = water * (1.0 - shade) + shine * (glow * 0.5 * (1.0 - smoothstep(far * 0.25, far * 0.9, away)) + max(ripple, 0.0) * 0.9 + lap * 0.3);
  gl_FragColor = vec4(water, 1.0);
  #include <colorspace_fragment>
}`;

export class Water {
  readonly mesh: Mesh<CircleGeometry, ShaderMaterial>;
  readonly three = new Group();
  readonly #spray: Spray;
  readonly #rings = Array.from({ length: RINGS }, () => ({ x: 0, y: 0, age: LASTS, strong: 0 }));
  readonly #net = texture(NET, NET, net);
  #next = 0;

  /** A round of water so many units wide, at a height. */
  constructor(radius: number, level: number) {
    this.#spray = new Spray(level);
    const uniforms = {
      net: { value: this.#net },
      deep: { value: new Color() },
      shallow: { value: new Color() },
      shine: { value: new Color() },
      time: { value: 0 },
      table: { value: 10 },
      far: { value: radius },
      middle: { value: new Vector2() },
      rings: { value: new Float32Array(RINGS * 4) },
    };
    this.mesh = new Mesh(
      new CircleGeometry(radius, 48),
      new ShaderMaterial({ uniforms, vertexShader: SHAPE, fragmentShader: LIGHT }),
    );
    this.mesh.position.z = level;
    this.three.add(this.mesh, this.#spray.three);
  }

  paint(deep: number, shallow: number, shine: number): void {
    const { uniforms } = this.mesh.material;
    (uniforms["deep"]!.value as Color).set(deep);
    (uniforms["shallow"]!.value as Color).set(shallow);
    (uniforms["shine"]!.value as Color).set(shine);
  }

  /** The table that stands in it. */
  around(x: number, y: number, radius: number): void {
    (this.mesh.material.uniforms["middle"]!.value as Vector2).set(x, y);
    this.mesh.material.uniforms["table"]!.value = radius;
  }

  /** Something falls into the water, more or less hard. */
  splash(x: number, y: number, strong: number): void {
    Object.assign(this.#rings[this.#next++ % RINGS]!, { x, y, age: 0, strong });
    this.#spray.splash(x, y, strong);
  }

  /** Draw it finely, or so that a slow machine can. */
  refine(fine: boolean): void {
    this.#define("FINE", fine);
  }

  #define(name: string, wanted: boolean): void {
    const { material } = this.mesh;
    if (name in material.defines === wanted) return;
    if (wanted) material.defines[name] = "";
    else delete material.defines[name];
    material.needsUpdate = true;
  }

  /** Whether anything but the play of light moves. */
  get moves(): boolean {
    return this.#spray.moves || this.#rings.some(({ age }) => age < LASTS);
  }

  pass(seconds: number): void {
    const { uniforms } = this.mesh.material;
    uniforms["time"]!.value += seconds;
    this.#rings.forEach((ring, index) => {
      ring.age = Math.min(LASTS, ring.age + seconds);
      (uniforms["rings"]!.value as Float32Array).set([ring.x, ring.y, ring.age, ring.strong], index * 4);
    });
    this.#define(
      "RIPPLES",
      this.#rings.some(({ age }) => age < LASTS),
    );
    this.#spray.pass(seconds);
  }

  end(): void {
    for (const thing of [this.mesh.geometry, this.mesh.material, this.#net]) thing.dispose();
    this.#spray.end();
  }
}

/** A net of light, as the sun draws it on the floor of a pool: bright where two of some points are equally near. */
function net(pen: CanvasRenderingContext2D): void {
  const roll = dice(7);
  const points = Array.from({ length: 22 }, () => [roll() * NET, roll() * NET] as const);
  const picture = pen.createImageData(NET, NET);
  for (let y = 0; y < NET; y++)
    for (let x = 0; x < NET; x++) {
      let [near, next] = [Infinity, Infinity];
      for (const [px, py] of points) {
        const [dx, dy] = [Math.abs(px - x), Math.abs(py - y)];
        const far = Math.hypot(Math.min(dx, NET - dx), Math.min(dy, NET - dy));
        if (far < near) [near, next] = [far, near];
        else if (far < next) next = far;
      }
      const bright = 255 * Math.exp(-(((next - near) / 4.5) ** 1.2)) + 18;
      picture.data.set([bright, bright, bright, 255], (y * NET + x) * 4);
    }
  pen.putImageData(picture, 0, 0);
}
