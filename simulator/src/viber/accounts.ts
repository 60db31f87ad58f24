import { randomBytes } from "node:crypto";
import type { Network, Person } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import { PhoneLog } from "../phone-log.ts";
import { Callbacks } from "./callbacks.ts";
import { Tokens } from "./tokens.ts";

export interface ViberAccount {
  id: number;
  token: string;
  externalId: string;
  name: string;
  uri: string;
  /** The webhook's address; empty for none. */
  webhook: string;
  /** The optional events it asked for. */
  eventTypes: string[];
  callbacks: Callbacks;
  /** The address at which the desk calls this simulator, also for media. */
  origin: string;
  /** Devices report automatically that a message has arrived. */
  confirms: boolean;
  /** Replaces fetching over the network. */
  fetchFile: typeof fetchFile;
  chats: Map<number, ViberChat>;
}

export interface ViberChat {
  account: ViberAccount;
  person: Person;
  /** A person has a different id at each account. */
  userId: string;
  log: PhoneLog;
  subscribed: boolean;
  /** True if the person ended the subscription; before the first message there was none. */
  left: boolean;
  /** Sends since the person's last message. */
  unanswered: number[];
  detailsAsked: number[];
  seen: Set<string>;
}

export interface Fetched {
  status: number;
  type: string;
  bytes: Buffer;
}

export type Viber = {
  byToken: Map<string, ViberAccount>;
  tokens: Tokens;
};

export const viberOf = perNetwork<Viber>(() => ({ byToken: new Map(), tokens: new Tokens() }));

const FIRST_ACCOUNT = 800_100_200;

export function createAccount(
  network: Network,
  { name, token = newToken() }: { name: string; token?: string },
): ViberAccount {
  const { byToken } = viberOf(network);
  if (byToken.has(token)) throw new Error("There is an account with this token already");
  const id = Math.max(FIRST_ACCOUNT - 1, ...[...byToken.values()].map((one) => one.id)) + 1;
  const account: ViberAccount = {
    id,
    token,
    externalId: `pa:${id}`,
    name,
    uri: name.toLowerCase().replace(/[^a-z0-9]+/g, ""),
    webhook: "",
    eventTypes: [],
    callbacks: new Callbacks(network, () => account),
    origin: "",
    confirms: true,
    fetchFile,
    chats: new Map(),
  };
  byToken.set(token, account);
  network.live.publish({ type: "world" });
  return account;
}

export const newToken = (): string => [0, 1, 2].map(() => randomBytes(8).toString("hex")).join("-");

export function accessAccount(network: Network, id: number): ViberAccount {
  for (const account of viberOf(network).byToken.values()) if (account.id === id) return account;
  throw new Error(`There is no account ${id}`);
}

/** The chat of two who may not have met yet; made when missing. */
export function openChat(network: Network, account: ViberAccount, person: Person): ViberChat {
  const known = account.chats.get(person.user.id);
  if (known) return known;
  const chat: ViberChat = {
    account,
    person,
    userId: Buffer.from(`${account.id}/${person.user.id}`.padEnd(16, "=")).toString("base64"),
    log: new PhoneLog(network, account.id, person.user.id),
    subscribed: false,
    left: false,
    unanswered: [],
    detailsAsked: [],
    seen: new Set(),
  };
  account.chats.set(person.user.id, chat);
  return chat;
}

export function findChat(account: ViberAccount, userId: unknown): ViberChat | undefined {
  return [...account.chats.values()].find((chat) => chat.userId === userId);
}

export async function fetchFile(url: string): Promise<Fetched> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", bytes };
}
