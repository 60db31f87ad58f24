/** Mails in the name of a client, with the headers of Gmail and Fastmail and those that their sender adds. */
import { randomUUID } from "node:crypto";
import { inCompany } from "../../../server/src/floor/database/scope.ts";
import { replyMail } from "../../../server/src/support/messages/mail-reply.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { type Mailbox, openMailbox, pushSigned } from "./mailboxes.ts";

const on = "Mon, 23 Nov 2026 10:00:00 +0000";
const hosts = {
  "mx.google.com": (verdict: string) => [
    `Received: by 2002:a05:6512:3c9e:b0:5a1:77d2:1f0c with SMTP id h30csp1; ${on}`,
    `Received: from out.evil.example by mx.google.com with ESMTPS id a1; ${on}`,
    `Authentication-Results: mx.google.com; spf=pass smtp.mailfrom=evil.example; ${verdict}`,
  ],
  "messagingengine.com": (verdict: string) => [
    `Received: from phl-mx-05 by sloti22d1t12 (Cyrus 3.13.0) with LMTPA; ${on}`,
    `Received: from out.evil.example by phl-mx-05.messagingengine.com (Postfix) with ESMTPS id 1; ${on}`,
    "Authentication-Results: phl-mx-05.messagingengine.com; x-ptr=fail",
    `Authentication-Results: phl-mx-05.messagingengine.com; dkim=none; ${verdict}`,
  ],
};
const evil = "Reply-To: evil@evil.example";
const anna = "From: Anna <anna@client.example>";
const newId = () => `<${randomUUID()}@evil.example>`;

const mail = (id: string, lines: string[], subject: string): string =>
  [
    ...lines,
    anna,
    "To: desk@desk.example",
    `Message-ID: ${id}`,
    `Subject: ${subject}`,
    "",
    "Where is it?",
  ].join("\r\n");

export async function forgedSenders(stage: Stage, trial: Trial): Promise<void> {
  for (const [host, judged] of Object.entries(hosts)) {
    const mailbox = await openMailbox(stage, host);
    const first = `<first.${host}@client.example>`;
    await pushSigned(stage, mailbox, mail(first, judged("dmarc=pass header.from=client.example"), "Order"));
    const [ticket] = await ticketsOf(stage, mailbox);
    if (!ticket) return trial.note(`${host}: the client's own mail made no ticket`);
    const answers = `In-Reply-To: ${first}`;
    const fail = judged("dmarc=fail (p=none) header.from=client.example");
    const own = `Authentication-Results: ${host}; dmarc=pass header.from=client.example`;
    const forged: Record<string, [string[], string]> = {
      "the number": [[...fail, evil], `Re: Order [#${ticket.id.slice(0, 8)}]`],
      "the Message-ID": [[...fail, answers, evil], "Re: Order"],
      "a pass below": [[...fail, own, answers, evil], "Re: Order"],
      "a pass on the way": [[...fail, `Received: from x by ${host}; ${on}`, own, answers, evil], "Re: Order"],
    };
    for (const [what, [lines, subject]] of Object.entries(forged)) {
      const { status } = await pushSigned(stage, mailbox, mail(newId(), lines, subject));
      const joined = (await messagesOf(stage, ticket.id)) !== 1;
      trial.note(status === 200 && !joined ? null : `${host}, ${what} → ${status}, joined: ${joined}`);
    }
    const unjudged = mail(newId(), [answers, evil], "Re: Order");
    await pushSigned(stage, mailbox, unjudged);
    const to = await answeredAt(stage, mailbox, ticket.id);
    trial.note(to === "anna@client.example" ? null : `${host}: the next answer goes to ${to}`);
  }
}

const ticketsOf = ({ desk }: Stage, { channelid }: Mailbox) =>
  desk.query<{ id: string }>("select id from ticket where channel_id = $1", [channelid]);

const messagesOf = async ({ desk }: Stage, ticketId: string): Promise<number> =>
  (await desk.query("select 1 from message where ticket_id = $1", [ticketId])).length;

/** The addressees of an agent's next answer. */
function answeredAt(stage: Stage, { channelid }: Mailbox, ticketId: string): Promise<string> {
  const { companyId } = stage.house.harbour;
  return inCompany(stage.inside, { kind: "desk", companyId }, async (scope) => {
    const ticket = await scope.db
      .selectFrom("ticket")
      .selectAll()
      .where("id", "=", ticketId)
      .where("channel_id", "=", channelid)
      .executeTakeFirstOrThrow();
    const { to } = await replyMail(scope, ticket, ticketId);
    return to.map(({ address }) => address).join();
  });
}
