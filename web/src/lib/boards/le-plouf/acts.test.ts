import { testActs } from "../testing.ts";
import { acts } from "./acts.ts";
import { BRIM, isFull, type PloufView } from "./place.ts";

testActs<PloufView>(
  "le-plouf",
  (view) => [...Object.keys(view.cells), ...(isFull(view) ? [BRIM] : [])],
  ({ last }) => acts(last.events),
);
