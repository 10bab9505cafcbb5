/** The wooden pieces: shapes with worn edges, and grain with the symbol of the colour on every face. */

import { BufferGeometry, Float32BufferAttribute, MeshLambertMaterial, Vector3 } from "three";
import { grain, texture } from "./canvas.ts";
import { paint, type Shape, signOf } from "./pieces.ts";

/** Metres that an edge is worn, and of wood for one tile of the texture. */
const [WORN, TILE] = [0.0005, 0.02];
const PICTURE = 256;
/** How much lighter a worn edge is. */
const PALE = 1.35;

interface Point {
  place: Vector3;
  normal: Vector3;
  picture: readonly [number, number];
}

/** A shape with its edges worn off, in units of `scale` to the metre. */
export function worn(shape: Shape, scale: number): BufferGeometry {
  const corners = shape.corners.map((corner) => new Vector3(...corner));
  const faces = shape.sides.map((side) => face(side.map((corner) => corners[corner]!)));
  const at = (side: number, corner: number) => faces[side]![shape.sides[side]!.indexOf(corner)]!;
  const made = new Mould(scale);
  for (const points of faces) made.fan(points, 1);
  shape.sides.forEach((side, one) =>
    side.forEach((from, index) => {
      const to = side[(index + 1) % side.length]!;
      const other = shape.sides.findIndex((each) =>
        each.some((a, k) => a === to && each[(k + 1) % each.length] === from),
      );
      if (one < other) made.fan([at(one, to), at(one, from), at(other, from), at(other, to)], PALE);
    }),
  );
  corners.forEach((corner, number) => {
    const around = shape.sides.flatMap((side, index) => (side.includes(number) ? [at(index, number)] : []));
    made.fan(turning(around, corner), PALE);
  });
  return made.done();
}

/** The corners of a face, drawn in by what is worn off. */
function face(points: readonly Vector3[]): Point[] {
  const [first, second, third] = points as [Vector3, Vector3, Vector3];
  const along = second.clone().sub(first).normalize();
  const normal = along.clone().cross(third.clone().sub(second)).normalize();
  const across = normal.clone().cross(along);
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
  return points.map((point, index) => {
    const [back, on] = [points.at(index - 1)!, points[(index + 1) % points.length]!].map((other) =>
      other.clone().sub(point).normalize(),
    ) as [Vector3, Vector3];
    const sine = back.clone().cross(on).length();
    const place = point.clone().add(back.add(on).multiplyScalar(WORN / sine));
    const offset = place.clone().sub(middle);
    return { place, normal, picture: [offset.dot(along) / TILE + 0.5, offset.dot(across) / TILE + 0.5] };
  });
}

/** The points around a corner, anticlockwise seen from outside. */
function turning(points: readonly Point[], corner: Vector3): readonly Point[] {
  const [a, b, c] = points.map(({ place }) => place) as [Vector3, Vector3, Vector3];
  const normal = b.clone().sub(a).cross(c.clone().sub(b));
  return normal.dot(corner) > 0 ? points : points.toReversed();
}

/** Collects triangles. */
class Mould {
  readonly #scale: number;
  readonly #places: number[] = [];
  readonly #normals: number[] = [];
  readonly #pictures: number[] = [];
  readonly #lights: number[] = [];

  constructor(scale: number) {
    this.#scale = scale;
  }

  fan(points: readonly Point[], light: number): void {
    for (let index = 1; index + 1 < points.length; index++)
      for (const { place, normal, picture } of [points[0]!, points[index]!, points[index + 1]!]) {
        this.#places.push(place.x * this.#scale, place.y * this.#scale, place.z * this.#scale);
        this.#normals.push(normal.x, normal.y, normal.z);
        this.#pictures.push(...picture);
        this.#lights.push(light, light, light);
      }
  }

  done(): BufferGeometry {
    const made = new BufferGeometry();
    made.setAttribute("position", new Float32BufferAttribute(this.#places, 3));
    made.setAttribute("normal", new Float32BufferAttribute(this.#normals, 3));
    made.setAttribute("uv", new Float32BufferAttribute(this.#pictures, 2));
    made.setAttribute("color", new Float32BufferAttribute(this.#lights, 3));
    return made;
  }
}

/** The material of a colour, with its symbol in the middle of each face. */
export function wood(piece: string): MeshLambertMaterial {
  const map = texture(PICTURE, PICTURE, (pen) => {
    pen.fillStyle = paint(piece);
    pen.fillRect(0, 0, PICTURE, PICTURE);
    grain(pen, PICTURE, 150, signOf(piece).length * 77);
    pen.translate(PICTURE / 2, PICTURE / 2);
    pen.scale(4.6, 4.6);
    pen.fillStyle = "rgb(30 18 6 / 46%)";
    pen.fill(new Path2D(signOf(piece)));
  });
  return new MeshLambertMaterial({ map, vertexColors: true });
}
