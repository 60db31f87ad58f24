/** Opens a connection to an account's IMAP server, bounded in time and size. */
import type { Config } from "../../../floor/config/config.ts";
import type { MailServer } from "../account/credentials.ts";
import { isLoopback, resolveHost } from "../account/host.ts";
import { slotsForConnections } from "../account/mail-room.ts";
import { ImapClient } from "./client.ts";
import { conductOf, isQuarantined } from "./conduct.ts";
import { mailProcesses } from "./process/process.ts";
import { connectionTimeout } from "./process/times.ts";

/** `token`: an OAuth token in place of the password. `conduct`: of its server, as the channel's row has it. */
export type SignIn = { companyId: string; server: MailServer; token?: string | null; conduct?: unknown };

/**
 * Signs in. Throws the server's refusal, or why it was not reached; `explainImap` reads both. The signal closes the
 * connection at any time.
 */
export async function openImap(
  config: Pick<Config, "channelSettings">,
  { companyId, server, token = null, conduct }: SignIn,
  signal?: AbortSignal,
): Promise<ImapClient> {
  const { host, servername } = await resolveHost(config, server.host);
  const { port, secure, user, password = "" } = server;
  const leave = await acquireSlot(config, companyId, signal);
  const quarantined = isQuarantined(conductOf({ conduct }, new Date()));
  const client = new ImapClient(quarantined ? mailProcesses.quarantine : mailProcesses.usual);
  const close = () => client.close();
  signal?.addEventListener("abort", close, { once: true });
  client.once("close", () => {
    signal?.removeEventListener("abort", close);
    leave();
  });
  // A simulated server and one of the same machine have no certificate.
  const startTls = !secure && !isLoopback(host);
  const opening = { company: companyId, host, port, servername, secure, startTls, user, password, token };
  try {
    await within(client, 2 * connectionTimeout, client.open(opening, signal));
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** The company, or this process, holds as many connections as it may. */
export class NoSlot extends Error {
  override name = "NoSlot";
  readonly code = "ETIMEOUT";
}

/** A company, and this process, may hold so many connections at once; the next waits for one to end. */
async function acquireSlot(
  config: Pick<Config, "channelSettings">,
  companyId: string,
  signal?: AbortSignal,
): Promise<() => void> {
  const late = AbortSignal.timeout(connectionTimeout);
  try {
    return await slotsForConnections(config).acquire(
      companyId,
      1,
      AbortSignal.any([late, ...(signal ? [signal] : [])]),
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw new NoSlot("All connections are in use", { cause: error });
  }
}

/** Closes the connection when the work outlives so many milliseconds. */
export async function within<Answer>(
  client: Pick<ImapClient, "close">,
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
export async function closeImap(client: ImapClient): Promise<void> {
  try {
    if (client.usable) await within(client, 2000, client.logout());
  } catch {
    // The connection is given up either way.
  } finally {
    client.close();
  }
}
