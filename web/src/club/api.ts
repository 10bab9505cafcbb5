/** The HTTP side of what brings people together; a running game does without it. */

import { ask } from "../site/api.ts";
import type {
  Browser,
  CupCommand,
  CupWish,
  Face,
  Friend,
  FriendLink,
  History,
  Info,
  Invitation,
  NewCup,
  PoolShown,
  PushKey,
} from "../site/messages.ts";

export const club = {
  pool: () => ask<PoolShown>("GET", "/pool"),
  live: () => ask<readonly Info[]>("GET", "/live"),
  history: () => ask<History>("GET", "/me/history"),
  friends: () => ask<readonly Friend[]>("GET", "/friends"),
  friendLink: () => ask<FriendLink>("POST", "/me/friend-link"),
  lookAtLink: (token: string) => ask<Face>("POST", "/friends/look", { token }),
  befriend: (token: string) => ask<void>("POST", "/friends", { token }),
  unfriend: (key: string) => ask<void>("DELETE", `/friends/${key}`),
  tellOf: (key: string, on: boolean) => ask<void>("POST", `/friends/${key}/tell`, { on }),
  invite: (key: string, table: string) => ask<void>("POST", `/friends/${key}/invite/${table}`),
  invitations: () => ask<readonly Invitation[]>("GET", "/me/invitations"),
  openCup: (wish: CupWish) => ask<NewCup>("POST", "/cups", wish),
  inCup: (cup: string, command: CupCommand) => ask<void>("POST", `/cups/${cup}`, command),
  pushKey: () => ask<PushKey>("GET", "/me/push"),
  subscribe: (browser: Browser) => ask<void>("POST", "/me/push", browser),
  unsubscribe: (endpoint: string) => ask<void>("POST", "/me/push/stop", { endpoint }),
};
