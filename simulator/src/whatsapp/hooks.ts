// Calls webhooks: signed over the bytes in the provider's form, each person's in order, and repeated until accepted.
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Network } from "../network.ts";
import type { ReleaseOrder } from "../phone.ts";
import { type App, type PhoneNumber, type Reach, stateOf } from "./state.ts";

export type Change = { field: string; value: Record<string, unknown> };

/**
 * The number of tries of a refused call; the real ones go on for seven days. A desk that is down is called for as long.
 */
const TRIES = 6;

/** The number of a business number's calls at once: one person's receipts never wait for another's. */
const AT_ONCE = 8;

type Waiting = { change: Change; received?: () => void };

interface Line {
  waiting: Waiting[];
  /** True while changes are held back until `release`. */
  held: boolean;
  /** Calls under way, by person. */
  calls: Map<string, Promise<void>>;
  /** Calls in any order, which others wait for. */
  together: Promise<void> | null;
  stopped: AbortController;
  sent: Change[];
}

const lines = new WeakMap<PhoneNumber, Line>();

function lineOf(number: PhoneNumber): Line {
  const known = lines.get(number);
  if (known) return known;
  const line: Line = {
    waiting: [],
    held: false,
    calls: new Map(),
    together: null,
    stopped: new AbortController(),
    sent: [],
  };
  lines.set(number, line);
  return line;
}

/** `received` is called once the desk has accepted it. */
export function enqueue(network: Network, number: PhoneNumber, change: Change, received?: () => void): void {
  const line = lineOf(number);
  line.waiting.push({ change, received });
  if (!line.held) run(network, number, line);
}

/** Keeps calls of a number back, so that `release` can reorder, double and batch them. */
export function hold(number: PhoneNumber): void {
  lineOf(number).held = true;
}

/** Stops calling any address. */
export function stop(number: PhoneNumber): void {
  lineOf(number).stopped.abort();
}

export interface Release {
  reversed?: boolean;
  /** True for all changes in one call. */
  batched?: boolean;
  times?: number;
}

/** Returns the statuses of the calls. */
export async function release(
  network: Network,
  number: PhoneNumber,
  { reversed = false, batched = false, times = 1 }: Release = {},
): Promise<number[]> {
  const line = lineOf(number);
  line.held = false;
  const changes = line.waiting.splice(0).map(({ change }) => change);
  if (reversed) changes.reverse();
  line.sent.push(...changes);
  const calls = batched ? [changes] : changes.map((change) => [change]);
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1)
    for (const call of calls) statuses.push(...(await post(network, number, call)));
  return statuses;
}

/** Hands over the held changes, each until it is accepted. */
export function resume(network: Network, number: PhoneNumber, order: ReleaseOrder): void {
  const line = lineOf(number);
  line.held = false;
  if (order === "lost") line.waiting = [];
  if (order === "reversed") line.waiting.reverse();
  if (order === "together") runBeside(network, number, line);
  else run(network, number, line);
}

function runBeside(network: Network, number: PhoneNumber, line: Line): void {
  const all = line.waiting.splice(0);
  line.sent.push(...all.map(({ change }) => change));
  const going = Promise.all([
    line.together,
    ...line.calls.values(),
    ...all.map((one) => postUntilReceived(network, number, one)),
  ]).then(() => {
    if (line.together !== going) return;
    line.together = null;
    run(network, number, line);
  });
  line.together = going;
}

/** Hands over the last call again. */
export async function repeat(network: Network, number: PhoneNumber): Promise<number[]> {
  const last = lineOf(number).sent.at(-1);
  if (!last) throw new Error("There is nothing to repeat");
  return post(network, number, [last]);
}

/** Resolves when nothing waits. */
export async function drained(number: PhoneNumber): Promise<void> {
  const line = lineOf(number);
  while (line.together || line.calls.size > 0) await Promise.all([line.together, ...line.calls.values()]);
}

/** Starts each call that need not wait. */
function run(network: Network, number: PhoneNumber, line: Line): void {
  for (let next = dequeue(line); next; next = dequeue(line)) {
    const person = personOf(next.change);
    line.sent.push(next.change);
    const call = postUntilReceived(network, number, next).finally(() => {
      line.calls.delete(person);
      run(network, number, line);
    });
    line.calls.set(person, call);
  }
}

/** The oldest change of a person without a call under way. */
function dequeue({ held, together, calls, waiting }: Line): Waiting | undefined {
  if (held || together || calls.size >= AT_ONCE) return undefined;
  const at = waiting.findIndex(({ change }) => !calls.has(personOf(change)));
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}

type Named = { from_user_id?: string; recipient_user_id?: string };

/** Changes of the number itself, such as a template's, count as one person's. */
function personOf({ value }: Change): string {
  const { messages, statuses } = value as { messages?: Named[]; statuses?: Named[] };
  return messages?.[0]?.from_user_id ?? statuses?.[0]?.recipient_user_id ?? "";
}

async function postUntilReceived(
  network: Network,
  number: PhoneNumber,
  { change, received }: Waiting,
): Promise<void> {
  const { signal } = lineOf(number).stopped;
  const { retryBaseMs, retryCapMs, updateLifeMs } = network.timing;
  const givenUpOn = network.now() + updateLifeMs;
  for (let attempt = 1, tries = 0; tries < TRIES && !signal.aborted; attempt += 1) {
    const statuses = await post(network, number, [change]);
    if (statuses.every((status) => status === 200)) return received?.();
    if (network.now() >= givenUpOn) return;
    if (!statuses.some(isDown)) tries += 1;
    const pause = Math.min(retryBaseMs * attempt, retryCapMs);
    await wait(pause, undefined, { signal }).catch(stoppedWaiting);
  }
}

/** True for no answer, a retry request, or a proxy's error. */
const isDown = (status: number) => [0, 502, 503, 504].includes(status);

function stoppedWaiting(error: Error): void {
  if (error.name !== "AbortError") throw error;
}

/** Posts to each app that is called. */
async function post(network: Network, number: PhoneNumber, changes: Change[]): Promise<number[]> {
  const { apps, wabas } = stateOf(network);
  const called = [...(wabas.get(number.wabaId)?.subscribed ?? [])].map((id) => apps.get(id));
  const statuses = called.map(async (app) => {
    const url = app && addressOf(number, app);
    if (!url) return 200;
    const body = encode({
      object: "whatsapp_business_account",
      entry: [{ id: number.wabaId, time: Math.floor(network.now() / 1000), changes }],
    });
    return postTo(number.reach, url, app.secret, body);
  });
  return Promise.all(statuses);
}

async function postTo(reach: Reach, url: string, secret: string, body: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-hub-signature-256": signatureOf(secret, body) };
  try {
    return await reach.post(url, headers, body);
  } catch (error) {
    // A desk that is down is called again.
    if (error instanceof Error) return 0;
    throw error;
  }
}

const addressOf = (number: PhoneNumber, app: App) => number.overrides.get(app.id) ?? app.callbackUrl;

export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** JSON in the provider's form: characters outside ASCII as \uXXXX, and the slash escaped. */
export const encode = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");

const CALL_TIMEOUT = 20_000;

export const overHttp: Reach = {
  async get(url) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(CALL_TIMEOUT), redirect: "manual" });
    return { status: answer.status, body: await answer.text() };
  },
  async post(url, headers, body) {
    const signal = AbortSignal.timeout(CALL_TIMEOUT);
    const answer = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
    await answer.body?.cancel();
    return answer.status;
  },
};
