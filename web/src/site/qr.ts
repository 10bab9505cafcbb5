/** QR codes of links. */

import { generate } from "lean-qr/nano";

export interface QrPath {
  /** Modules across. */
  size: number;
  /** The dark modules as the path of an SVG, one unit to a module. */
  path: string;
}

/** A text as a QR code, or null where it is too long for one. */
export function qrPath(text: string): QrPath | null {
  try {
    const code = generate(text);
    const rows = Array.from({ length: code.size }, (_, index) => index);
    const dark = rows.flatMap((y) => rows.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
    return { size: code.size, path: dark.join("") };
  } catch {
    return null;
  }
}
