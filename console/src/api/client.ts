/**
 * Makes every call to the server. `Refused` and `Unreachable` are separate errors, so that screens can say which it
 * was.
 */
import type { CallName } from "@parley/contract/calls/paths";
import type { Answer } from "@parley/contract/calls/table";
import type { ErrorAnswer } from "@parley/contract/errors";
import type { Reason } from "@parley/contract/reasons";
import { addressOf, type Given, type Place } from "./address.ts";
import { untilConnected } from "./first-fetches.ts";

/** The server refused the call, with its reason. */
export class Refused extends Error {
  readonly status: number;
  readonly answer: ErrorAnswer;

  constructor(status: number, answer: ErrorAnswer) {
    super(Array.isArray(answer.message) ? answer.message.join("\n") : answer.message);
    this.name = "Refused";
    this.status = status;
    this.answer = answer;
  }
}

/** No usable answer came: it is not known whether the call took effect. */
export class Unreachable extends Error {
  /** The reason of a server that answered that it could not do it. */
  readonly reason: Reason | null;

  constructor(
    cause?: unknown,
    { reason = null, message }: { reason?: Reason | null; message?: string } = {},
  ) {
    super(message ?? "The server cannot be reached.", { cause });
    this.name = "Unreachable";
    this.reason = reason;
  }
}

/** The server is over its limit of calls. The call took no effect. */
export class TooBusy extends Unreachable {
  constructor() {
    super();
    this.message = "Too much at once. Please try again in a moment.";
    this.name = "TooBusy";
  }
}

const timeout = 20_000;

/** The calls that the page needs before it opens its live connection. */
const beforeConnection = new Set<CallName>(["getSession", "getProfile", "getPreferences"]);

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/** Called when a call is answered with 401: the session has ended. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** The values are only given where the call takes some. */
type Rest<Name extends CallName> =
  Record<string, never> extends Given<Name> ? [given?: Given<Name> & Cancel] : [given: Given<Name> & Cancel];
type Cancel = { signal?: AbortSignal | undefined };

/** One call of the contract's table, by its name. */
export function call<Name extends CallName>(name: Name, ...[given]: Rest<Name>): Promise<Answer<Name>> {
  const { signal, body, ...place } = (given ?? {}) as Cancel & { body?: unknown } & Place<Name>;
  const { method, address } = addressOf(name, place as Place<Name>);
  const changes = method === "POST" || method === "PUT";
  const init = changes
    ? { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) }
    : { method };
  const connected = changes || beforeConnection.has(name) ? undefined : untilConnected();
  return connected ? connected.then(() => send(address, init, signal)) : send(address, init, signal);
}

async function send<Received>(path: string, init: RequestInit, signal?: AbortSignal): Promise<Received> {
  const limit = AbortSignal.timeout(timeout);
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      credentials: "include",
      headers: { accept: "application/json", ...init.headers },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(error);
  }
  return readAnswer<Received>(response.status, await readText(response));
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new Unreachable(error);
  }
}

/** Shared with uploads, which do not use fetch. */
export function readAnswer<Received>(status: number, text: string): Received {
  const answer = parse(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer as Received;
  if (status === 401) for (const listener of signedOutListeners) listener();
  if (answer === undefined) throw new Unreachable();
  if (status === 503) throw unavailable(answer as ErrorAnswer);
  if ((answer as ErrorAnswer).code === "too_many_calls") throw new TooBusy();
  throw new Refused(status, answer as ErrorAnswer);
}

/** The answer of a server that is starting, or has lost its database. */
function unavailable({ reason, message }: ErrorAnswer): Unreachable {
  if (!reason || reason.code === "not_ready") return new Unreachable();
  return new Unreachable(undefined, { reason, message: [message].flat().join("\n") });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
