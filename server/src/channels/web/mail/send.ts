/** Mails unread answers to a visitor, together, with a link back that works once. */
import { createHash, randomBytes } from "node:crypto";
import { typesThat } from "@parley/contract/timeline";
import type { Context } from "../../../floor/context.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { queueMail } from "../../../mail/queue.ts";
import { lockTicket, type TicketRow } from "../../../support/ticket/access.ts";
import { sweepDue } from "../../../support/tickets/sweep-due.ts";
import { settingsOf } from "../widget/settings.ts";
import { carriedBy } from "./carrier.ts";
import { stopLink } from "./stop.ts";
import { fillCompany, textsFor } from "./texts.ts";

export const sweepUnreadAnswers = (context: Context): Promise<void> =>
  sweepDue(context, {
    table: "visitor_mail_due",
    work: (scope, ticketId) => mailAnswers(context, scope, ticketId),
    retryAfter: 10 * 60_000,
    failed: "A visitor's answers could not be mailed",
  });

/** Sends one mail for all unread answers; each answer is mailed once. */
async function mailAnswers(context: Context, scope: Scope, ticketId: string): Promise<void> {
  const ticket = await lockTicket(scope, ticketId);
  const due = await scope.db
    .deleteFrom("visitor_mail_due")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("due_on", "<=", scope.now)
    .returning("ticket_id")
    .executeTakeFirst();
  if (!due || !ticket) return;
  const to = await recipientOf(scope, ticket);
  const answers = to && (await unreadAnswers(scope, ticket));
  if (!to || !answers || answers.length === 0) return;
  const seq = Math.max(...answers.map((answer) => answer.seq));
  const code = randomBytes(24).toString("base64url");
  const by = await carriedBy(scope, ticket, settingsOf(to).mail);
  await scope.db
    .insertInto("visitor_mail")
    .values({
      ...{ company_id: scope.companyId, channel_id: ticket.channel_id, external_id: to.externalId },
      ...{ ticket_id: ticket.id, seq, sent_on: scope.now },
      ...(by && { id: by.id, carrier_id: by.channelId, message_ref: by.ref }),
      code_hash: createHash("sha256").update(code).digest(),
    })
    .execute();
  await queueMail(
    { db: scope.db, now: scope.now, secrets: context.secrets },
    {
      address: to.email,
      content: { kind: "page", ...letter(context, to, answers, code), ...(by && { by }) },
      until: new Date(scope.now.getTime() + day),
    },
  );
}

const day = 24 * 3_600_000;

type Recipient = {
  externalId: string;
  email: string;
  language: string;
  name: string;
  company: string;
  key: string;
  options: unknown;
  channelId: string;
  page: unknown;
};

/**
 * Null without an address, and when the visitor wants no mails. For an anonymous visitor who was merged, their present
 * client's.
 */
async function recipientOf(scope: Scope, ticket: TicketRow): Promise<Recipient | null> {
  const found = await scope.db
    .selectFrom("client_identity as identity")
    .innerJoin("visitor", (join) =>
      join
        .onRef("visitor.company_id", "=", "identity.company_id")
        .onRef("visitor.channel_id", "=", "identity.channel_id")
        .on((eb) => eb("visitor.external_id", "=", eb.fn.coalesce("identity.alias", "identity.external_id"))),
    )
    .innerJoin("client", (join) =>
      join
        .onRef("client.company_id", "=", "identity.company_id")
        .onRef("client.id", "=", "identity.client_id"),
    )
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "identity.company_id")
        .onRef("channel.id", "=", "identity.channel_id"),
    )
    .innerJoin("company", "company.company_id", "identity.company_id")
    .leftJoin("visit", (join) =>
      join
        .onRef("visit.company_id", "=", "identity.company_id")
        .onRef("visit.channel_id", "=", "identity.channel_id")
        .on("visit.thread", "=", ticket.thread),
    )
    .select(["visitor.external_id as externalId", "visitor.email", "visitor.language", "client.name"])
    .select(["company.name as company", "channel.external_id as key", "channel.options", "visit.page"])
    .select("channel.id as channelId")
    .where("identity.company_id", "=", scope.companyId)
    .where("identity.channel_id", "=", ticket.channel_id)
    .where("identity.external_id", "=", ticket.client_external_id)
    .where("visitor.mails_off_on", "is", null)
    .where("client.blocked_on", "is", null)
    .where("channel.removed_on", "is", null)
    .executeTakeFirst();
  return found?.email ? { ...found, email: found.email } : null;
}

type Answer = { seq: number; content: string; caption: string | null };

const mostAnswers = 20;

/** Answers by an agent, after the last that was read or mailed. */
function unreadAnswers({ db, companyId }: Scope, ticket: TicketRow): Promise<Answer[]> {
  return db
    .selectFrom("message")
    .select(["seq", "content", "caption"])
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", ticket.id)
    .where("is_agent", "=", true)
    .where("agent_id", "is not", null)
    .where("type", "in", typesThat("crossesChannel"))
    .where("status", "in", ["queued", "sent", "delivered"])
    .where("seq", ">", (eb) =>
      eb
        .selectFrom("visitor_mail")
        .select((mailed) => mailed.fn.coalesce(mailed.fn.max("visitor_mail.seq"), mailed.lit(0)).as("seq"))
        .where("visitor_mail.company_id", "=", companyId)
        .where("visitor_mail.ticket_id", "=", ticket.id),
    )
    .orderBy("seq")
    .limit(mostAnswers)
    .execute();
}

function letter(context: Context, to: Recipient, answers: Answer[], code: string) {
  const { lang, texts } = textsFor(to.language);
  const said = answers.map(({ content, caption }) => content || caption || texts.file);
  const back = `${backTo(context, to)}#parley-chat=${code}`;
  const page = {
    lang,
    title: fillCompany(texts.subject, to.company),
    hello: fillCompany(texts.lead, to.company),
    lead: said.join("\n\n"),
    code: null,
    codeNote: null,
    link: { text: texts.button, url: back },
    note: texts.note,
    footer: `${texts.stop} ${stopLink(context, to)}`,
  };
  return { subject: page.title, page };
}

/** The page that they wrote from while it may show the chat, else the desk's own. */
function backTo({ config }: Context, { options, page, key }: Recipient): string {
  const settings = settingsOf({ options });
  const written = page as { url: string } | null;
  if (settings.page && written && isAllowed(settings.origins, new URL(written.url)))
    return written.url.split("#")[0] ?? written.url;
  return `${config.publicUrl}/chat/${key}`;
}

const isAllowed = (origins: string[], { origin, protocol, host }: URL): boolean =>
  origins.some((allowed) => {
    if (allowed === origin) return true;
    const [scheme, parent] = allowed.split("://*");
    return parent !== undefined && `${scheme}:` === protocol && host.endsWith(parent);
  });
