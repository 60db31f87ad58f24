/** The attacker's process: one flood after the other, each bounded in time, and its count. */
import { setPriority } from "node:os";
import { fileFlood } from "../floods/files.ts";
import { firstMessageFlood } from "../floods/first-messages.ts";
import { multipartFlood } from "../floods/multipart.ts";
import { officeFlood } from "../floods/office.ts";
import { searchFlood } from "../floods/search.ts";
import { signInFlood } from "../floods/sign-in.ts";
import { silentFlood } from "../floods/silent.ts";
import { slowFlood } from "../floods/slow.ts";
import { connectFlood, handshakeFlood, pollingFlood } from "../floods/sockets.ts";
import { unfinishedFlood } from "../floods/unfinished.ts";
import { visitorFileFlood } from "../floods/visitor-files.ts";
import { visitorMessageFlood } from "../floods/visitor-messages.ts";
import { visitorSocketFlood } from "../floods/visitor-sockets.ts";

export type FloodArgs = {
  url: string;
  cookie: string;
  ticketid: string;
  /** The key of a web chat, for floods by its visitors. */
  key?: string;
  /** Tokens of visitors, for a flood that goes on as the same ones. */
  tokens?: string[];
  /** Addresses of channels. */
  paths?: string[];
  seconds: number;
  /** True where fewer attempts are enough. */
  short: boolean;
};
/** `through`: attempts that should have been refused and were not. */
export type Flooded = { tried: number; summary: string; through: string[] };

const floods = {
  connects: connectFlood,
  handshakes: handshakeFlood,
  polling: pollingFlood,
  multipart: multipartFlood,
  slow: slowFlood,
  searches: searchFlood,
  files: fileFlood,
  "sign-ins": signInFlood,
  "first-messages": firstMessageFlood,
  silent: silentFlood,
  unfinished: unfinishedFlood,
  "visitor-files": visitorFileFlood,
  "visitor-messages": visitorMessageFlood,
  "visitor-sockets": visitorSocketFlood,
  office: officeFlood,
} satisfies Record<string, (args: FloodArgs) => Promise<Flooded>>;
export type Flood = keyof typeof floods;

setPriority(19);
process.on("message", async ({ flood, args }: { flood: Flood; args: FloodArgs }) => {
  process.send?.(await floods[flood](args));
});
process.once("disconnect", () => process.exit(0));
