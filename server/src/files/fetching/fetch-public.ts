/**
 * Fetches addresses from a provider's answer (media, avatars). Such an address is untrusted, so it must be https and
 * lead to a public address, which is looked up once and connected to; redirects are checked like the first. Addresses
 * may hold secrets, so none is put into a reason.
 */
import { Readable } from "node:stream";
import { type Reason, reasonOf } from "@parley/contract/reasons";
import { Agent, type Dispatcher, errors, request } from "undici";
import { tooLarge } from "../../floor/errors/errors.ts";
import { unreachable } from "../../floor/reasons/unreachable.ts";
import { mayBePublic, NotPublic, publicLookup } from "./public-address.ts";

export type PublicFetch = {
  /** The provider's name in reasons. */
  provider: string;
  /**
   * The provider's address setting. Its own origin is the operator's choice and may be fetched wherever it is; loopback
   * addresses may be fetched when it is one itself. Null where no provider has one.
   */
  providerUrl: string | null;
  /** Hosts that the operator has named, which may be fetched wherever they are and without https. */
  privateHosts?: readonly string[];
  maxBytes: number;
  /** Milliseconds for everything: the connection, redirects and the last byte. */
  timeout: number;
  /** The hosts that may be fetched; every public one when omitted. It is not called for the operator's. */
  allowHost?: (host: string) => boolean;
  /** Sent only to the first address's origin: a redirect elsewhere loses them. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * The stream throws `tooLarge` beyond `maxBytes`, and any error that breaks it off. `notPublic`: the address, or one
 * that it redirects to, is not https, not public or not allowed.
 */
export type PublicAnswer =
  | { outcome: "ok"; stream: Readable; mediaType: string | null; size: number | null }
  | { outcome: "tooLarge" }
  | { outcome: "notPublic"; reason: Reason }
  | { outcome: "refused"; status: number; reason: Reason; afterMs: number | null }
  | { outcome: "failed"; reason: Reason };

const mostRedirects = 4;
const connectTimeout = 10_000;
/** Connects only to public addresses that its look-up has checked. */
export const publicAgent = (...resolve: Parameters<typeof publicLookup>) =>
  new Agent({ connect: { lookup: publicLookup(...resolve), timeout: connectTimeout } });
const toPublic = publicAgent();
/** Connects to hosts that the operator has named, by the provider's address setting. */
const toOperators = new Agent({ connect: { timeout: connectTimeout } });

/** `dispatcher` replaces the agent for public addresses in tests. */
export async function fetchPublic(
  address: string,
  options: PublicFetch,
  dispatcher: Dispatcher = toPublic,
): Promise<PublicAnswer> {
  const limit = AbortSignal.timeout(options.timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    return await follow(address, { ...options, signal }, dispatcher);
  } catch (error) {
    if (error instanceof NotPublic) return notPublic(options);
    return { outcome: "failed", reason: failure(error, options) };
  }
}

async function follow(
  address: string,
  options: PublicFetch & { signal: AbortSignal },
  dispatcher: Dispatcher,
): Promise<PublicAnswer> {
  const first = parse(address);
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const way = url && wayTo(url, options, dispatcher);
    if (!url || !way) return notPublic(options);
    const answer = await request(url, {
      headers: { "accept-encoding": "identity", ...(url.origin === first?.origin && options.headers) },
      dispatcher: way,
      signal: options.signal,
    });
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== "string") {
      return read(answer, options);
    }
    await discard(answer.body);
    url = parse(location, url);
  }
  return {
    outcome: "failed",
    reason: reasonOf("answer_unreadable", { provider: options.provider, status: 310 }),
  };
}

/** The agent that connects to it; null when it must not be called. */
function wayTo(url: URL, { providerUrl, privateHosts, allowHost }: PublicFetch, dispatcher: Dispatcher) {
  if (url.username || url.password) return null;
  const provider = providerUrl === null ? null : new URL(providerUrl);
  const named = privateHosts?.includes(url.hostname.replace(/^\[|\]$/g, ""));
  if (url.origin === provider?.origin) return toOperators;
  if (named) return /^https?:$/.test(url.protocol) ? toOperators : null;
  if (isLoopback(url)) return provider && isLoopback(provider) ? toOperators : null;
  if (url.protocol !== "https:" || !mayBePublic(url)) return null;
  return !allowHost || allowHost(url.hostname) ? dispatcher : null;
}

/** Compares name or number. `localhost` is loopback by RFC 6761, so it is not looked up elsewhere. */
const isLoopback = ({ hostname, protocol }: URL) =>
  /^https?:$/.test(protocol) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const parse = (address: string, base?: URL): URL | null => URL.parse(address, base?.href);

async function read(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  options: PublicFetch,
): Promise<PublicAnswer> {
  const { provider, maxBytes } = options;
  if (statusCode !== 200) {
    await discard(body);
    return {
      outcome: "refused",
      status: statusCode,
      reason: reasonOf("provider_status", { provider, status: statusCode }),
      afterMs: waitOf(headers["retry-after"]),
    };
  }
  const length = Number(headers["content-length"] ?? Number.NaN);
  const size = Number.isSafeInteger(length) ? length : null;
  if (size !== null && size > maxBytes) {
    await discard(body);
    return { outcome: "tooLarge" };
  }
  const declared = [headers["content-type"]].flat()[0]?.split(";")[0]?.trim().toLowerCase();
  const stream = Readable.from(atMost(body, maxBytes), { objectMode: false });
  return { outcome: "ok", stream, mediaType: declared || null, size };
}

/** Reads a short body, so that the connection can be reused, and closes it otherwise. */
const discard = (body: Dispatcher.ResponseData["body"]) => body.dump({ limit: 16_384 });

async function* atMost(body: Readable, maxBytes: number) {
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw tooLarge();
    yield chunk as Buffer;
  }
}

/** Seconds (RFC 9110 §10.2.3), as providers write it. */
function waitOf(retryAfter: string | string[] | undefined): number | null {
  const [text = ""] = [retryAfter].flat();
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : null;
}

const notPublic = ({ provider }: PublicFetch): PublicAnswer => ({
  outcome: "notPublic",
  reason: reasonOf("file_address_refused", { provider }),
});

/** The reason never contains an error's own text, which may hold an address. */
function failure(error: unknown, { provider }: PublicFetch): Reason {
  const { code, name } = error as NodeJS.ErrnoException;
  const timedOut =
    name === "TimeoutError" ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError;
  if (timedOut) return reasonOf("no_answer", { provider });
  if (name === "AbortError") return reasonOf("call_aborted");
  return unreachable(provider, code);
}
