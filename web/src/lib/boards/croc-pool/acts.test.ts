import { testActs } from "../testing.ts";
import { acts } from "./acts.ts";
import { type CrocView, Pool } from "./place.ts";

testActs<CrocView>(
  "croc-pool",
  (view) => Object.keys(view.squares),
  ({ last, after }) => acts(last.events, new Pool(false, false), Object.keys((after.views[0] as CrocView).squares)),
);
