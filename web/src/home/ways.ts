/** The ways to start a game from the home page. Another way in gets its place here once it exists. */
export const WAYS = ["play-now", "stranger", "with-friends", "pass-device"] as const;

export type Way = (typeof WAYS)[number];
