/** A connected mailbox without its servers, and mails that arrive in it. */

import { openChannel } from "../../server/src/channels/accounts/find.ts";
import { acquireLease } from "../../server/src/channels/accounts/lease.ts";
import type { MailCredentials } from "../../server/src/channels/email/account/credentials.ts";
import { receiveMail } from "../../server/src/channels/email/receive-mail.ts";
import type { Channel } from "../../server/src/channels/seam/adapter.ts";
import type { World } from "../world.ts";

export type MailAccount = Channel & {
  /** Receives a mail. Returns its Message-ID. */
  receive(facts?: MailFacts): Promise<string>;
};

export type MailFacts = {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  /** Null for a mail without an id. */
  id?: string | null;
  date?: string;
  /** Further header lines. */
  headers?: string[];
  /** The body with its own header lines, instead of `text`. */
  body?: string;
  cursor?: object;
};

type Options = {
  company?: "harbour" | "northwind";
  address?: string;
  credentials?: Partial<MailCredentials>;
};

export async function connectMailbox(
  world: World,
  { company = "harbour", address = "desk@harbour.example", credentials = {} }: Options = {},
): Promise<MailAccount> {
  const smtp = { host: "127.0.0.1", port: 25, secure: false, user: address, password: "secret" };
  const sealed: MailCredentials = { imap: null, smtp, plus: true, ...credentials };
  const row = await world.desk(company, ({ db, companyId, now }) =>
    db
      .insertInto("channel")
      .values({
        ...{ company_id: companyId, platform: "email", external_id: address, name: "Harbour Desk" },
        ...{ username: address, created_on: now },
        department_id: world.departments[company === "harbour" ? "bookings" : "general"].id,
        credentials: world.context.secrets.seal(JSON.stringify(sealed)),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const channel = openChannel(row, world.context.secrets);
  let last = 0;
  return {
    ...channel,
    async receive({ cursor, ...facts } = {}) {
      last += 1;
      const id = facts.id === undefined ? `<${last}.${channel.id}@pier.example>` : facts.id;
      const raw = Buffer.from(rawMail({ to: address, ...facts, id }));
      // Only the holder of the lease moves a position.
      if (cursor) await acquireLease(world.context, channel.id);
      await receiveMail(world.context, channel, {
        raw,
        receivedOn: world.clock.now(),
        cursor: cursor ?? null,
      });
      return id ?? "";
    },
  };
}

export function rawMail({
  from = "Olena Koval <olena@pier.example>",
  to = "desk@harbour.example",
  subject = "Order 7",
  text = "Where is it?",
  id,
  headers = [],
  date = "Sun, 22 Nov 2026 08:00:00 +0000",
  body,
}: MailFacts): string {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(id ? [`Message-ID: ${id}`] : []),
    ...headers,
  ];
  const rest = body ?? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`;
  return [...head, `Date: ${date}`, "MIME-Version: 1.0", rest].join("\r\n");
}
