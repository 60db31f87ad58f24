import { randomBytes } from "node:crypto";
import { HookQueue } from "../hook-queue.ts";
import type { Network, Person } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import { PhoneLog } from "../phone-log.ts";

/** A company's own system that hands in short messages and passes answers on. */
export interface GatewayAccount {
  id: number;
  name: string;
  /** Signs what the desk sends. */
  secret: string;
  /** The key with which messages are handed in; null until the company has given one. */
  key: string | null;
  /** The address below which the desk accepts messages, as it last named it. */
  desk: string | null;
  /** The ids of requests that were accepted. */
  accepted: Set<string>;
  hooks: HookQueue;
  /** Phones report by themselves that a message has arrived. */
  confirms: boolean;
  /** Replaces fetching over the network. */
  fetchFile: (url: string) => Promise<{ type: string; bytes: Buffer }>;
  chats: Map<number, GatewayChat>;
}

export interface GatewayChat {
  account: GatewayAccount;
  person: Person;
  /** The phone number. */
  number: string;
  log: PhoneLog;
  blocked: boolean;
}

/** `url` is the address of the simulator. */
type Gateways = { url: string; accounts: Map<number, GatewayAccount>; messages: number };

export const gatewaysOf = perNetwork<Gateways>(() => ({ url: "", accounts: new Map(), messages: 0 }));

const FIRST_ACCOUNT = 810_100_200;

export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export function createAccount(
  network: Network,
  { name, secret = newSecret() }: { name: string; secret?: string | undefined },
): GatewayAccount {
  const { accounts } = gatewaysOf(network);
  const account: GatewayAccount = {
    id: FIRST_ACCOUNT + accounts.size,
    ...{ name, secret, key: null, desk: null },
    accepted: new Set(),
    hooks: new HookQueue(network),
    confirms: true,
    fetchFile,
    chats: new Map(),
  };
  accounts.set(account.id, account);
  network.live.publish({ type: "world" });
  return account;
}

export const urlOf = (network: Network, { id }: Pick<GatewayAccount, "id">): string =>
  `${gatewaysOf(network).url}/gateway/${id}`;

export function accessAccount(network: Network, id: number): GatewayAccount {
  const account = gatewaysOf(network).accounts.get(id);
  if (!account) throw new Error(`There is no account ${id}`);
  return account;
}

/** The chat of two who may not have met yet; made when missing. */
export function openChat(network: Network, account: GatewayAccount, person: Person): GatewayChat {
  const known = account.chats.get(person.user.id);
  if (known) return known;
  const chat: GatewayChat = {
    ...{ account, person, blocked: false },
    number: person.phone ?? `+999${person.user.id}`,
    log: new PhoneLog(network, account.id, person.user.id),
  };
  account.chats.set(person.user.id, chat);
  return chat;
}

async function fetchFile(url: string) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`The file answers ${answer.status}`);
  const type = answer.headers.get("content-type") ?? "";
  return { type, bytes: Buffer.from(await answer.arrayBuffer()) };
}
