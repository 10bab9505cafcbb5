/** What a value gives when it is iterated. */

import { NdArray } from "./numpy.ts";
import { Dict, type Value } from "./values.ts";

export function iter(value: Value): Value {
  if (value instanceof Dict) return value.keys();
  if (value instanceof NdArray) return value.tolist();
  return value;
}
/** The place that an index means, which counts from the end where it is negative. */
export const place = (index: Value, length: number): number =>
  Number(index) < 0 ? Number(index) + length : Number(index);
