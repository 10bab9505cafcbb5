/** The stage in three dimensions: wooden pieces, a table, a light with soft shadows, a camera that orbits. */

import {
  AmbientLight,
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Line,
  LineBasicMaterial,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PCFShadowMap,
  Plane,
  Raycaster,
  RepeatWrapping,
  RingGeometry,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Point } from "../../geometry.ts";
import type { Shown } from "./director.ts";
import { TowerCamera } from "./camera.ts";
import { colourOf, kindOf, paint, type Shape, SHAPES, signOf } from "./pieces.ts";
import type { Pose, Vector } from "./pose.ts";
import { drawsByProcessor, Quality } from "./quality.ts";
import type { Aim, Stage } from "./stage.ts";

/** Units in a metre: one unit is a centimetre, which suits the shadow map. */
const SCALE = 100;
/** The radius of the table, in metres; it grows where pieces lie farther out. */
const TABLE = 0.085;
/** Metres of wood for one tile of the grain texture. */
const GRAIN = 0.02;
const PICTURE = 128;
/** From the target of the light to the light. */
const LIGHT = new Vector3(-12, -14, 42);

function geometry({ corners, sides }: Shape): BufferGeometry {
  const [places, pictures, normals]: [number[], number[], number[]] = [[], [], []];
  for (const side of sides) {
    const points = side.map((corner) => new Vector3(...corners[corner]!));
    const [first, second, third] = points as [Vector3, Vector3, Vector3];
    const along = second.clone().sub(first).normalize();
    const normal = along.clone().cross(third.clone().sub(second)).normalize();
    const across = normal.clone().cross(along);
    const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
    for (let index = 1; index + 1 < points.length; index++) {
      for (const point of [first, points[index]!, points[index + 1]!]) {
        const offset = point.clone().sub(middle);
        places.push(...point.clone().multiplyScalar(SCALE).toArray());
        pictures.push(offset.dot(along) / GRAIN + 0.5, offset.dot(across) / GRAIN + 0.5);
        normals.push(...normal.toArray());
      }
    }
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new Float32BufferAttribute(places, 3));
  made.setAttribute("uv", new Float32BufferAttribute(pictures, 2));
  made.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  return made;
}

function picture(size: number, draw: (pen: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  draw(canvas.getContext("2d")!);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}

function grain(pen: CanvasRenderingContext2D, size: number, ink: string, lines: number): void {
  pen.strokeStyle = ink;
  for (let line = 0; line < lines; line++) {
    const y = ((line + 0.5) / lines) * size + Math.sin(line * 7.3) * 3;
    pen.lineWidth = 1 + ((line * 5) % 3);
    pen.beginPath();
    pen.moveTo(0, y);
    pen.bezierCurveTo(size / 3, y + 5 * Math.sin(line * 2.1), (2 * size) / 3, y - 5 * Math.sin(line * 1.7), size, y);
    pen.stroke();
  }
}

/** The material of a colour, with its symbol in the middle of each face. */
function wood(piece: string): MeshLambertMaterial {
  const map = picture(PICTURE, (pen) => {
    pen.fillStyle = paint(piece);
    pen.fillRect(0, 0, PICTURE, PICTURE);
    grain(pen, PICTURE, "rgb(0 0 0 / 7%)", 11);
    pen.translate(PICTURE / 2, PICTURE / 2);
    pen.scale(2.3, 2.3);
    pen.fillStyle = "rgb(30 18 6 / 42%)";
    pen.fill(new Path2D(signOf(piece)));
  });
  return new MeshLambertMaterial({ map });
}

export class TowerRenderer implements Stage {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new TowerCamera();
  readonly #light = new DirectionalLight(0xfff2dd, 2.3);
  readonly #shapes = new Map(Object.entries(SHAPES).map(([name, shape]) => [name, geometry(shape)]));
  readonly #woods = new Map<string, MeshLambertMaterial>();
  readonly #meshes = new Map<string, Mesh<BufferGeometry, MeshLambertMaterial>>();
  readonly #ghost = new Mesh<BufferGeometry, Material>(
    new BufferGeometry(),
    new MeshBasicMaterial({ transparent: true, opacity: 0.45, depthWrite: false }),
  );
  readonly #plumb = new Line(
    new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 0, -1)]),
    new LineBasicMaterial({ color: 0x0a4450 }),
  );
  readonly #halo = new Mesh(
    new RingGeometry(1.9, 2.15, 40),
    new MeshBasicMaterial({ color: 0x17697a, side: DoubleSide, transparent: true, opacity: 0.85 }),
  );
  readonly #ray = new Raycaster();
  readonly #quality: Quality;
  readonly #made: { dispose(): void }[] = [];
  readonly #plate = this.#table();
  #size = new Vector2(1, 1);

  constructor(canvas: HTMLCanvasElement) {
    const weak = drawsByProcessor();
    this.#renderer = new WebGLRenderer({ canvas, antialias: !weak, alpha: true, powerPreference: "low-power" });
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#quality = new Quality((level) => this.#equip(level.pixels, level.shadow), weak);
    this.#scene.add(
      new AmbientLight(0xdfeaf5, 1.55),
      this.#light,
      this.#light.target,
      this.#plate,
      this.#ghost,
      this.#plumb,
      this.#halo,
    );
    this.#light.shadow.radius = 5;
    this.#light.shadow.normalBias = 0.02;
    this.#quality.begin();
  }

  #table(): Mesh {
    const map = picture(256, (pen) => {
      pen.fillStyle = "#e3c998";
      pen.fillRect(0, 0, 256, 256);
      grain(pen, 256, "rgb(120 80 30 / 10%)", 18);
    });
    map.repeat.set(3, 3);
    const plate = new Mesh(new CircleGeometry(TABLE * SCALE, 64), new MeshLambertMaterial({ map }));
    plate.receiveShadow = true;
    const rim = new Mesh(
      new CylinderGeometry(TABLE * SCALE, TABLE * SCALE * 0.985, 0.8, 64, 1, true),
      new MeshLambertMaterial({ color: 0xb98f55 }),
    );
    rim.rotation.x = Math.PI / 2;
    rim.position.z = -0.4;
    plate.add(rim);
    this.#made.push(map, plate.geometry, plate.material, rim.geometry, rim.material);
    return plate;
  }

  /** Set the resolution of the picture and of the shadow map. */
  #equip(pixels: number, shadow: number): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2) * pixels);
    this.#renderer.setSize(this.#size.x, this.#size.y, false);
    this.#renderer.shadowMap.enabled = shadow > 0;
    this.#light.castShadow = shadow > 0;
    this.#light.shadow.mapSize.set(shadow || 1, shadow || 1);
    this.#light.shadow.map?.dispose();
    this.#light.shadow.map = null;
    this.#scene.traverse((thing) => thing instanceof Mesh && ((thing.material as Material).needsUpdate = true));
  }

  rest(): void {
    if (this.#quality.rest()) this.#renderer.render(this.#scene, this.#camera.three);
  }

  resize(width: number, height: number): void {
    this.#size.set(width, height);
    this.#camera.resize(width, height);
    this.#renderer.setSize(width, height, false);
  }

  draw(shown: Shown, aim: Aim | null, marked: string | null): void {
    this.#quality.measure();
    const waits = aim && !shown.scene.has(aim.piece) ? aim : null;
    const scene = waits ? new Map([...shown.scene, [waits.piece, waits.pose]]) : shown.scene;
    for (const [piece, mesh] of this.#meshes) if (!scene.has(piece)) mesh.visible = false;
    for (const [piece, pose] of scene) this.#set(piece, pose, shown.faint.get(piece) ?? 1);
    this.#point(scene, aim, marked);
    this.#look(scene, aim?.piece ?? shown.held);
    this.#renderer.render(this.#scene, this.#camera.three);
  }

  #set(piece: string, pose: Pose, seen: number): void {
    const mesh = this.#meshes.get(piece) ?? this.#add(piece);
    put(mesh, pose);
    mesh.visible = seen > 0.01;
    const faint = seen < 1;
    if (faint === mesh.material.transparent && !faint) return;
    if (faint && !mesh.material.transparent)
      mesh.material = Object.assign(mesh.material.clone(), { transparent: true });
    if (!faint) mesh.material = this.#wood(piece);
    mesh.material.opacity = seen;
  }

  #add(piece: string): Mesh<BufferGeometry, MeshLambertMaterial> {
    const mesh = new Mesh(this.#shapes.get(kindOf(piece)), this.#wood(piece));
    mesh.castShadow = mesh.receiveShadow = true;
    this.#meshes.set(piece, mesh);
    this.#scene.add(mesh);
    return mesh;
  }

  #wood(piece: string): MeshLambertMaterial {
    const colour = colourOf(piece);
    const known = this.#woods.get(colour) ?? wood(piece);
    this.#woods.set(colour, known);
    return known;
  }

  /** Place the plumb line, the ghost where the piece will land, and the ring around the marked piece. */
  #point(scene: ReadonlyMap<string, Pose>, aim: Aim | null, marked: string | null): void {
    const falls = aim !== null && aim.drop > 0.0004;
    this.#ghost.visible = this.#plumb.visible = falls;
    if (falls) {
      this.#ghost.geometry = this.#shapes.get(kindOf(aim.piece))!;
      (this.#ghost.material as MeshBasicMaterial).color = new Color(paint(aim.piece, 0.8).replaceAll(" ", ","));
      const [x, y, z] = aim.pose;
      put(this.#ghost, [x, y, z - aim.drop, aim.pose[3], aim.pose[4], aim.pose[5], aim.pose[6]]);
      this.#plumb.position.set(x * SCALE, y * SCALE, z * SCALE);
      this.#plumb.scale.z = aim.drop * SCALE;
    }
    const pose = marked ? scene.get(marked) : undefined;
    this.#halo.visible = pose !== undefined;
    if (pose) this.#halo.position.set(pose[0] * SCALE, pose[1] * SCALE, 0.03);
  }

  /** Point the camera and the light at the tower, and make the table reach under all of it. */
  #look(scene: ReadonlyMap<string, Pose>, held: string | null): void {
    const stands = new Map([...scene].filter(([piece]) => piece !== held));
    const far = Math.max(0, ...[...stands.values()].map(([x, y]) => Math.hypot(x, y)));
    this.#plate.scale.setScalar(Math.max(1, (far + 0.02) / TABLE));
    this.#camera.look(stands, held !== null, SCALE);
    const { middle } = this.#camera;
    this.#light.target.position.copy(middle).multiplyScalar(SCALE);
    this.#light.position.copy(LIGHT).add(this.#light.target.position);
    this.#shade(Math.ceil(Math.max(6, middle.z * SCALE * 1.6)));
  }

  /** Only what is near the tower casts shadows, so that they are sharp enough. */
  #shade(reach: number): void {
    const { camera } = this.#light.shadow;
    if (camera.right === reach) return;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 90 });
    camera.updateProjectionMatrix();
  }

  get settled(): boolean {
    return this.#camera.settled;
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

  get right(): readonly [number, number] {
    return this.#camera.right;
  }

  get ahead(): readonly [number, number] {
    return this.#camera.ahead;
  }

  end(): void {
    for (const thing of [...this.#made, ...this.#shapes.values(), ...this.#woods.values()]) thing.dispose();
    for (const { map } of this.#woods.values()) map?.dispose();
    this.#renderer.dispose();
  }
}

function put(mesh: Mesh<BufferGeometry, Material>, pose: Pose): void {
  mesh.position.set(pose[0] * SCALE, pose[1] * SCALE, pose[2] * SCALE);
  mesh.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
}
