/** What is true, equal, or before another. */

import { Dict, PySet, type Value } from "./values.ts";

export function truth(value: Value): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "object") {
    if (Array.isArray(value)) return value.length > 0;
    if (value instanceof Dict || value instanceof PySet) return value.size > 0;
    return true;
  }
  return Boolean(value);
}
export const and = (one: Value, other: () => Value): Value => (truth(one) ? other() : one);
export const or = (one: Value, other: () => Value): Value => (truth(one) ? one : other());

export function eq(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one === null || other === null || one === undefined || other === undefined) return false;
  if (typeof one !== "object" || typeof other !== "object")
    return typeof one !== "string" && typeof other !== "string" && one == other;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => eq(each, other[at]));
  if (one instanceof Dict && other instanceof Dict)
    return one.size === other.size && one.pairs().every(([key, value]) => other.has(key) && eq(value, other.get(key)));
  if (one instanceof PySet && other instanceof PySet)
    return one.size === other.size && [...one].every((each) => other.has(each));
  const fields: string[] | undefined = one.$fields;
  return (
    fields !== undefined && one.constructor === other.constructor && fields.every((name) => eq(one[name], other[name]))
  );
}

export function compare(one: Value, other: Value): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let at = 0; at < Math.min(one.length, other.length); at++) {
      if (!eq(one[at], other[at])) return compare(one[at], other[at]);
    }
    return one.length - other.length;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}
export const lt = (one: Value, other: Value): boolean => compare(one, other) < 0;
export const gt = (one: Value, other: Value): boolean => compare(one, other) > 0;
export const ge = (one: Value, other: Value): boolean => compare(one, other) >= 0;
export function le(one: Value, other: Value): boolean {
  if (one instanceof PySet) return [...one].every((each) => other.has(each));
  return compare(one, other) <= 0;
}
