/** A submission server on this machine that signs in any account and stores its mails. */
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

export type Submitted = { from: string; to: string[]; raw: string };

/** The server's answers; when omitted, it accepts. `drop`: it closes the connection once it has the mail. */
export type Refusals = {
  auth?: number;
  rcpt?: (address: string) => number | null;
  data?: number | "drop";
  /** Milliseconds that it takes for a mail. */
  takes?: number;
};

export type Submission = {
  port: number;
  /** The mails, oldest first. */
  taken: Submitted[];
  /** The most mails that were under way at once. */
  atOnce(): number;
  refuse(how: Refusals): void;
  close(): Promise<void>;
};

export async function startSubmission({ size }: { size: number }): Promise<Submission> {
  const taken: Submitted[] = [];
  const connections = new Set<Socket>();
  let refusals: Refusals = {};
  let [underWay, most] = [0, 0];
  const server = new SMTPServer({
    ...{ size, disabledCommands: ["STARTTLS"], allowInsecureAuth: true },
    onAuth({ username }, _session, done) {
      if (refusals.auth) done(refusal(refusals.auth, "Bad credentials"));
      else done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const code = refusals.rcpt?.(address);
      done(code ? refusal(code, `No such person: ${address}`) : null);
    },
    async onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      if (refusals.data === "drop") {
        for (const connection of connections) connection.destroy();
        return;
      }
      if (refusals.data) return done(refusal(refusals.data, "Looks like spam"));
      underWay += 1;
      most = Math.max(most, underWay);
      if (refusals.takes) await wait(refusals.takes);
      underWay -= 1;
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      taken.push({ from, to, raw: String(Buffer.concat(parts)) });
      done();
    },
  });
  server.server.on("connection", (socket: Socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    atOnce: () => most,
    refuse(how) {
      refusals = how;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });
