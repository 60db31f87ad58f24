/** Every call to the server. `Refused` and `Unreachable` are separate errors, so that screens can say which it was. */
import type { ErrorAnswer } from "@parley/contract/errors";

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

/** No usable answer came: whether the call took effect is not known. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super("The server cannot be reached.", { cause });
    this.name = "Unreachable";
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

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/** Called when a call is answered with 401: the session has ended. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

export function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return call<Answer>(path, { method: "GET" }, signal);
}

export function post<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  return send<Answer>("POST", path, body);
}

export function put<Answer>(path: string, body: unknown): Promise<Answer> {
  return send<Answer>("PUT", path, body);
}

function send<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  return call<Answer>(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

export function remove<Answer>(path: string): Promise<Answer> {
  return call<Answer>(path, { method: "DELETE" });
}

async function call<Answer>(path: string, init: RequestInit, signal?: AbortSignal): Promise<Answer> {
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
  return readAnswer<Answer>(response.status, await readText(response));
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw new Unreachable(error);
  }
}

/** Shared with uploads, which do not go through fetch. */
export function readAnswer<Answer>(status: number, text: string): Answer {
  const answer = parse(text);
  if (status >= 200 && status < 300 && answer !== undefined) return answer as Answer;
  if (status === 401) for (const listener of signedOutListeners) listener();
  if (status === 503 || answer === undefined) throw new Unreachable();
  if ((answer as ErrorAnswer).code === "too_many_calls") throw new TooBusy();
  throw new Refused(status, answer as ErrorAnswer);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
