import { testActs } from "../testing.ts";
import { acts } from "./acts.ts";
import { type PartyView, Pool } from "./place.ts";

testActs<PartyView>(
  "plouf-party",
  ({ ring, water }) => [
    ...ring.flatMap((pawn, space) => (pawn ? [`s${space}`] : [])),
    ...water.map((_, place) => `w${place}`),
  ],
  ({ last, after }) => acts(last.events, after.views[0] as PartyView, new Pool(true)),
);
