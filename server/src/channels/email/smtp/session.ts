/** A signed-in connection to an account's SMTP server. */
import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Config } from "../../../floor/config/config.ts";
import type { MailServer } from "../account/credentials.ts";
import { isLoopback, resolveHost } from "../account/host.ts";

/** Timeouts in milliseconds. */
const timeout = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 45_000,
  socketCloseTimeout: 1_000,
};

/** `token`: an OAuth token, in place of the password. */
export type SignIn = { server: MailServer; token?: string | null };
export type Envelope = { from: string; to: string[] };
/** Addresses that the server refused beside those it accepted, in its words. */
export type Accepted = { refused: { address: string; says: string }[] };

export type SmtpError = Error & {
  code?: string;
  /** The socket's own code, where `code` is nodemailer's. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  /** The whole mail was handed over before the error. */
  handedOver?: boolean;
};

export type SmtpSession = {
  /** Rejects with an `SmtpError`. */
  send(envelope: Envelope, raw: Buffer): Promise<Accepted>;
  close(): void;
};

/** Rejects with an `SmtpError`, `NotPublic` or the resolver's error. */
export async function openSession(
  config: Pick<Config, "channelSettings">,
  { server, token = null }: SignIn,
  signal: AbortSignal,
): Promise<SmtpSession> {
  const { host, servername } = await resolveHost(config, server.host);
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const { default: XOAuth2 } = await import("nodemailer/lib/xoauth2");
  signal.throwIfAborted();
  const connection = new Connection({
    host,
    port: server.port,
    secure: server.secure,
    // A server of the same machine may have no certificate.
    requireTLS: !server.secure && !isLoopback(host),
    ignoreTLS: isLoopback(host),
    servername,
    ...timeout,
  });
  // An error between two commands, or after the last, concerns no request; without a listener it would end the process.
  connection.on("error", () => undefined);
  const { user, password: pass = "" } = server;
  const auth = token
    ? { user, oauth2: new XOAuth2({ user, accessToken: token }) }
    : { user, credentials: { user, pass } };
  try {
    await ask(connection, signal, (done) => connection.connect(done));
    await ask(connection, signal, (done) => connection.login(auth, done));
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    send: (envelope, raw) => hand(connection, signal, envelope, raw),
    close: () => connection.quit(),
  };
}

async function hand(
  connection: SMTPConnection,
  signal: AbortSignal,
  envelope: Envelope,
  raw: Buffer,
): Promise<Accepted> {
  let handedOver = false;
  const body = Readable.from([raw]).once("end", () => {
    handedOver = true;
  });
  try {
    const info = await ask<SentInfo>(connection, signal, (done) =>
      connection.send({ ...envelope, size: raw.length }, body, done),
    );
    return {
      refused: (info.rejectedErrors ?? []).map(({ recipient = "", response, message }) => ({
        address: recipient,
        says: response ?? message,
      })),
    };
  } catch (error) {
    throw Object.assign(error as SmtpError, { handedOver });
  } finally {
    body.destroy();
  }
}

type SentInfo = { rejectedErrors?: (SmtpError & { recipient?: string })[] };
type Done<Answer> = (error?: Error | null, answer?: Answer) => void;

/** An aborted or lost connection rejects any request. */
function ask<Answer = unknown>(
  connection: SMTPConnection,
  signal: AbortSignal,
  command: (done: Done<Answer>) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      connection.off("error", failed);
      connection.off("end", ended);
      signal.removeEventListener("abort", aborted);
      act();
    };
    const failed = (error: Error) => settle(() => reject(error));
    const ended = () =>
      failed(Object.assign(new Error("The server closed the connection"), { code: "ECONNECTION" }));
    const aborted = () => {
      connection.close();
      failed(Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" }));
    };
    connection.once("error", failed);
    connection.once("end", ended);
    signal.addEventListener("abort", aborted, { once: true });
    command((error, answer) => {
      if (error) failed(error);
      else settle(() => resolve(answer as Answer));
    });
  });
}
