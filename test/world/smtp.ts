/** A real mail server on this machine, for tests: stores its mails, refuses on demand, and can go away. */
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type Received = {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
};

export type SmtpStub = {
  url: string;
  /** The mails, oldest first. */
  received: Received[];
  /** The next mail to an address that was not returned yet. Rejects after ten seconds. */
  next(to: string): Promise<Received>;
  /** Answers every recipient with this status until it is null. */
  refuse(status: number | null): void;
  /** Closes the port; `up` opens it again. */
  down(): Promise<void>;
  up(): Promise<void>;
};

export async function startSmtp(): Promise<SmtpStub> {
  const received: Received[] = [];
  const taken = new Set<Received>();
  const listeners = new Set<() => void>();
  let refusal: number | null = null;
  let port = 0;
  let server = open();
  port = await listen(server, port);

  function open(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      onRcptTo(_address, _session, done) {
        done(refusal === null ? null : Object.assign(new Error("Not here"), { responseCode: refusal }));
      },
      async onData(stream, { envelope }, done) {
        const parts: Buffer[] = [];
        for await (const part of stream) parts.push(part as Buffer);
        const {
          subject = "",
          text = "",
          html = "",
          from,
          headers: all,
        } = await PostalMime.parse(Buffer.concat(parts));
        const to = envelope.rcptTo.map(({ address }) => address).join();
        const headers = Object.fromEntries(all.map(({ key, value }) => [key, value]));
        received.push({ to, from: from?.address ?? "", subject, text, html, headers });
        done();
        for (const listener of listeners) listener();
      },
    });
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next(to) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = received.find((mail) => mail.to === to && !taken.has(mail));
          if (!found) return;
          taken.add(found);
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`No mail came to ${to}, but to ${received.map((mail) => mail.to).join()}`));
        }, 10_000);
        listeners.add(look);
        look();
      });
    },
    refuse(status) {
      refusal = status;
    },
    down: () => new Promise((closed) => server.close(() => closed())),
    async up() {
      server = open();
      await listen(server, port);
    },
  };
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((ready, failed) => {
    server.on("error", failed);
    server.listen(port, "127.0.0.1", () => ready((server.server.address() as AddressInfo).port));
  });
}

/** The six digits of a mail. */
export function codeIn({ text }: Pick<Received, "text">): string {
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
  if (!code) throw new Error(`There is no code in:\n${text}`);
  return code;
}
