/** Opens a connection to an account's IMAP server, bounded in time and size. */
import type { ImapFlow } from "imapflow";
import type { Config } from "../../../config.ts";
import type { MailServer } from "../account/credentials.ts";
import { isLoopback, resolveHost } from "../account/host.ts";

/** `token`: of OAuth, in place of the password. */
export type SignIn = { server: MailServer; token?: string | null };

const connectionTimeout = 15_000;
/** Of a command without progress. An idling connection is asked by NOOP instead. */
const socketTimeout = 60_000;
/** Some networks drop a silent connection within ten minutes. */
const maxIdleTime = 5 * 60_000;
const lineLimit = 4 * 2 ** 20;
/** A server that ignores the part asked for may send more than the largest mail. */
const literalLimit = 64 * 2 ** 20;

/**
 * Signs in. Throws the server's refusal, or why it was not reached; `explainImap` reads both. The signal closes the
 * connection at any time.
 */
export async function openImap(
  config: Pick<Config, "channelSettings">,
  { server, token = null }: SignIn,
  signal?: AbortSignal,
): Promise<ImapFlow> {
  const { host, servername } = await resolveHost(config, server.host);
  const { port, secure, user, password = "" } = server;
  // Loaded with the first mailbox: it takes 90 ms.
  const { ImapFlow } = await import("imapflow");
  signal?.throwIfAborted();
  const client = new ImapFlow({
    host,
    port,
    secure,
    servername,
    // A simulated server and one of the same machine have no certificate.
    ...(!secure && !isLoopback(host) && { doSTARTTLS: true }),
    auth: token === null ? { user, pass: password } : { user, accessToken: token },
    clientInfo: { name: "Parley" },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxIdleTime,
    connectionTimeout,
    greetingTimeout: connectionTimeout,
    socketTimeout,
    maxLineLength: lineLimit,
    maxLiteralSize: literalLimit,
    maxResponseSize: literalLimit + lineLimit,
  });
  // An error also closes the connection, which ends the command under way.
  client.on("error", () => client.close());
  const close = () => client.close();
  signal?.addEventListener("abort", close, { once: true });
  client.once("close", () => signal?.removeEventListener("abort", close));
  try {
    await within(client, 2 * connectionTimeout, client.connect());
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Closes the connection when the work outlives so many milliseconds. */
export async function within<Answer>(
  client: ImapFlow,
  milliseconds: number,
  work: Promise<Answer>,
): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error("The IMAP server took too long"), { code: "ETIMEOUT" }));
    client.close();
  }, milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Says goodbye, and closes the connection whatever the server answers. */
export async function closeImap(client: ImapFlow): Promise<void> {
  try {
    if (client.usable) await within(client, 2000, client.logout());
  } catch {
    // The connection is given up either way.
  } finally {
    client.close();
  }
}
