/** Operators: on ints of any size, floats, texts, lists, dicts and sets. */

import { iter } from "./iterate.ts";
import { big, Dict, norm, PySet, Tuple, type Value } from "./values.ts";

const INT32 = 2 ** 31;
const isInt32 = (value: Value): boolean => typeof value === "number" && value >= -INT32 && value < INT32;

function exact(result: number, one: Value, other: Value, anew: (one: bigint, other: bigint) => bigint): Value {
  if (Number.isSafeInteger(result) || !Number.isInteger(one) || !Number.isInteger(other)) return result;
  return norm(anew(BigInt(one), BigInt(other)));
}
export function add(one: Value, other: Value): Value {
  if (typeof one === "string") return one + other;
  if (one instanceof Tuple) return Tuple.from_([...one, ...other]);
  if (Array.isArray(one)) return [...one, ...other];
  if (typeof one === "bigint" || typeof other === "bigint") return norm(big(one) + big(other));
  return exact(Number(one) + Number(other), one, other, (a, b) => a + b);
}
export function sub(one: Value, other: Value): Value {
  if (one instanceof PySet) return new PySet([...one].filter((each) => !other.has(each)));
  if (typeof one === "bigint" || typeof other === "bigint") return norm(big(one) - big(other));
  return exact(Number(one) - Number(other), one, other, (a, b) => a - b);
}
export function mul(one: Value, other: Value): Value {
  if (typeof one === "string") return one.repeat(Math.max(0, Number(other)));
  if (Array.isArray(one)) {
    const many = Array.from({ length: Number(other) }, () => one).flat();
    return one instanceof Tuple ? Tuple.from_(many) : [...many];
  }
  if (typeof one === "bigint" || typeof other === "bigint") return norm(big(one) * big(other));
  return exact(Number(one) * Number(other), one, other, (a, b) => a * b);
}
export const div = (one: Value, other: Value): number => Number(one) / Number(other);
export function floordiv(one: Value, other: Value): Value {
  if (typeof one === "bigint" || typeof other === "bigint") {
    const [a, b] = [big(one), big(other)];
    return norm(a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n));
  }
  return Math.floor(Number(one) / Number(other));
}
export function mod(one: Value, other: Value): Value {
  if (typeof one === "bigint" || typeof other === "bigint") {
    const [a, b] = [big(one), big(other)];
    return norm(((a % b) + b) % b);
  }
  const rest = Number(one) % Number(other);
  return rest !== 0 && rest < 0 !== Number(other) < 0 ? rest + Number(other) : rest;
}
export const divmod = (one: Value, other: Value): Tuple => Tuple.from_([floordiv(one, other), mod(one, other)]);
export const pow = (one: Value, other: Value): Value => norm(big(one) ** big(other));
export const neg = (one: Value): Value => (typeof one === "bigint" ? norm(-one) : -Number(one));
export const invert = (one: Value): Value => (isInt32(one) ? ~one : norm(~big(one)));
export function shl(one: Value, other: Value): Value {
  const by = Number(other);
  return isInt32(one) && by < 21 ? one * 2 ** by : norm(big(one) << BigInt(by));
}
export function shr(one: Value, other: Value): Value {
  const by = Number(other);
  return isInt32(one) ? one >> Math.min(by, 31) : norm(big(one) >> BigInt(by));
}
export function band(one: Value, other: Value): Value {
  if (one instanceof PySet) return new PySet([...one].filter((each) => other.has(each)));
  if (typeof one === "boolean" && typeof other === "boolean") return one && other;
  return isInt32(one) && isInt32(other) ? one & other : norm(big(one) & big(other));
}
export function bor(one: Value, other: Value): Value {
  if (one instanceof Dict) return new Dict([...one.pairs(), ...other.pairs()]);
  if (one instanceof PySet) return new PySet([...one, ...other]);
  return isInt32(one) && isInt32(other) ? one | other : norm(big(one) | big(other));
}
export const bxor = (one: Value, other: Value): Value =>
  isInt32(one) && isInt32(other) ? one ^ other : norm(big(one) ^ big(other));
export function iadd(one: Value, other: Value): Value {
  if (Array.isArray(one) && !(one instanceof Tuple)) {
    one.push(...iter(other));
    return one;
  }
  return add(one, other);
}
export function ibor(one: Value, other: Value): Value {
  if (!(one instanceof Dict)) return bor(one, other);
  for (const [key, value] of other.pairs()) one.set(key, value);
  return one;
}
export {
  bxor as ibxor,
  band as iband,
  sub as isub,
  mul as imul,
  shl as ishl,
  shr as ishr,
  floordiv as ifloordiv,
  mod as imod,
};
export function sum(values: Value): Value {
  let total: Value = 0;
  for (const value of iter(values)) total = add(total, value);
  return total;
}
