/**
 * Python's meaning for code that was translated from Python (`src/lido/browser/javascript`).
 *
 * An int is a number, or a bigint beyond 2^53. A list is an array, a tuple a `Tuple`, a dict a `Dict`, a set a `PySet`, a
 * record of NumPy a `Rec`. `plain` makes JSON of all of them.
 */

export * from "./arithmetic.ts";
export * from "./classes.ts";
export * from "./iterate.ts";
export * from "./json.ts";
export * from "./methods.ts";
export * from "./numpy.ts";
export * from "./order.ts";
export * from "./regex.ts";
export * from "./sequences.ts";
export * from "./text.ts";
export * from "./values.ts";
