import { testActs } from "../testing.ts";
import { acts } from "./acts.ts";
import type { PloufView } from "./place.ts";

testActs<PloufView>(
  "le-plouf",
  (view) => Object.keys(view.cells),
  ({ last }) => acts(last.events),
);
