/** What is equal in two values need not be drawn again. */

/** `after`, with the parts of `before` in place of those that are equal to them. */
export function shared<T>(before: unknown, after: T): T {
  if (before === after || !isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after))
    return after;
  const old = before as Record<string, unknown>;
  const parts = Object.entries(after).map(([key, part]) => [key, shared(old[key], part)] as const);
  if (parts.length === Object.keys(old).length && parts.every(([key, part]) => part === old[key])) return before as T;
  return (Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
