/** What is only an adornment: where it cannot be loaded, it never comes. */
export function optional<T>(coming: Promise<T>): Promise<T> {
  return coming.catch(() => new Promise<T>(() => undefined));
}
