/** Four weeks of a desk at work: clients who wrote and came back, agents who answered, tags, stars. Each start makes the same. */
import { randomUUID } from "node:crypto";
import type { TagColour } from "@parley/contract/tag-colours";
import type { Platform } from "@parley/contract/values";
import type { Context } from "../../server/src/floor/context.ts";
import { asJson } from "../../server/src/floor/database/json.ts";
import { type Desk, inCompany, type Scope } from "../../server/src/floor/database/scope.ts";
import { appendMessage } from "../../server/src/support/messages/append.ts";
import { replyMail } from "../../server/src/support/messages/mail-reply.ts";
import type { MailDraft } from "../../server/src/support/messages/mail-rows.ts";
import { people, returns, starWords, stories } from "./stories.ts";

const days = 28;
const day = 24 * 3_600_000;
const minute = 60_000;

/** Tags of the past, which the present goes on with. */
const tags: [name: string, colour: TagColour][] = [
  ["Refund", "red"],
  ["Invoice", "blue"],
  ["Luggage", "orange"],
  ["Overbooked", "purple"],
];

type Handler = { id: string; name: string; departmentId: string };

/**
 * Plants closed tickets of the past, over all the company's accounts. Nothing is published, and a repeat plants
 * nothing.
 */
export async function plantHistory(context: Context, companyId: string): Promise<void> {
  const desk = { kind: "desk", companyId } as const;
  const today = context.clock().getTime();
  const chance = dice(20_261_121);
  const planted = await inCompany(context, desk, async (scope) =>
    (await isPlanted(scope))
      ? null
      : {
          handlers: await handlersOf(scope),
          clients: await plantClients(scope, new Date(today - (days + 2) * day)),
          tagIds: await plantTags(scope, new Date(today - (days + 2) * day)),
        },
  );
  if (!planted) return;
  const { handlers, clients, tagIds } = planted;
  for (let back = days; back >= 1; back--) {
    const date = new Date(today - back * day);
    const quiet = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    const count = Math.round((quiet ? 1 : 3) + chance() * (quiet ? 2 : 4));
    for (let n = 0; n < count; n++) {
      // Most clients write around noon.
      const fromNoon = Math.round((chance() + chance() - 1) * 6 * 60) * minute;
      const noon = Math.floor(date.getTime() / day) * day + 11.5 * 60 * minute;
      const opened = Math.min(noon + fromNoon, today - 6 * 60 * minute);
      const handler = pick(handlers, chance());
      const client = pick(clients, chance());
      const longer = chance() < 0.08 ? 90 : 0;
      const waited = Math.round((1 + chance() * chance() * 14 + longer * chance()) * minute);
      const at = (minutes: number) => () => new Date(opened + waited + minutes * minute);
      const story = pick(stories, chance());
      const rating = chance() < 0.7 ? pick([3, 3, 3, 2, 2, 1] as const, chance()) : null;
      const words = rating !== null && chance() < 0.3 ? pick(starWords[rating], chance()) : null;
      const past = { ...context, clock: () => new Date(opened) };
      const ticketId = await inCompany(past, desk, (scope) =>
        openTicket(scope, {
          client,
          handler,
          first: story[0],
          tagId: chance() < 0.45 ? pick(tagIds, chance()) : null,
        }),
      );
      for (const [turn, text] of story.slice(1).entries()) {
        await inCompany({ ...context, clock: at(turn * 4) }, desk, (scope) =>
          say(scope, ticketId, turn % 2 === 0 ? handler : null, client, text),
        );
      }
      await inCompany({ ...context, clock: at(story.length * 5) }, desk, (scope) =>
        close(scope, ticketId, { handler, client, accepted: new Date(opened + waited), rating, words }),
      );
      if (chance() < 0.1 && back > 2) {
        const again = opened + waited + Math.round((20 + chance() * 20) * 60) * minute;
        await comeBack(context, desk, { ticketId, handler, client, again, texts: pick(returns, chance()) });
      }
    }
  }
}

const isPlanted = async (scope: Scope): Promise<boolean> =>
  (await scope.db
    .selectFrom("client")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("account_number", "=", people[0]?.number ?? "")
    .executeTakeFirst()) !== undefined;

async function handlersOf(scope: Scope): Promise<Handler[]> {
  const rows = await scope.db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name", "department_id"])
    .where("company_id", "=", scope.companyId)
    .where("role", "is", null)
    .orderBy("email")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    departmentId: row.department_id,
  }));
}

/** Clients of all the company's accounts in turn. */
async function plantClients(scope: Scope, since: Date): Promise<Client[]> {
  const channels = await scope.db
    .selectFrom("channel")
    .select(["id", "platform"])
    .where("company_id", "=", scope.companyId)
    .orderBy("created_on")
    .execute();
  const clients = people.map((person, at) => {
    const channel = channels[at % channels.length];
    if (!channel) throw new Error("The sample company has no account");
    const externalId = externalIds[channel.platform]?.(at) ?? String(at);
    return { ...person, id: randomUUID(), channelId: channel.id, platform: channel.platform, externalId };
  });
  await scope.db
    .insertInto("client")
    .values(
      clients.map(({ id, name, number, address, note }, at) => ({
        company_id: scope.companyId,
        id,
        name,
        account_number: number ?? null,
        address: address ?? null,
        note: note ?? null,
        created_on: new Date(since.getTime() + at * 17 * minute),
      })),
    )
    .execute();
  await scope.db
    .insertInto("client_identity")
    .values(
      clients.map(({ id, channelId, externalId }) => ({
        company_id: scope.companyId,
        channel_id: channelId,
        external_id: externalId,
        client_id: id,
      })),
    )
    .execute();
  return clients;
}

async function plantTags(scope: Scope, created_on: Date): Promise<string[]> {
  const rows = await scope.db
    .insertInto("tag")
    .values(tags.map(([name, colour]) => ({ company_id: scope.companyId, name, colour, created_on })))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids in each platform's form. */
const externalIds: Record<string, (at: number) => string> = {
  telegram: (at) => String(560_000 + at),
  whatsapp: (at) => `GB.sample${at}`,
  email: (at) => `sample${at}@mail.example`,
  viber: (at) => Buffer.from(`sample-client-${at}`.padEnd(16, "-")).toString("base64"),
};

type Client = { id: string; name: string; channelId: string; platform: Platform; externalId: string };
type Opening = { client: Client; handler: Handler; first: string; tagId: string | null };

async function openTicket(scope: Scope, { client, handler, first, tagId }: Opening): Promise<string> {
  const ticket = await scope.db
    .insertInto("ticket")
    .values({
      company_id: scope.companyId,
      client_id: client.id,
      channel_id: client.channelId,
      client_external_id: client.externalId,
      thread: client.externalId,
      platform: client.platform,
      department_id: handler.departmentId,
      handler_id: handler.id,
      created_on: scope.now,
      updated_on: scope.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (tagId)
    await scope.db
      .insertInto("ticket_tag")
      .values({ company_id: scope.companyId, ticket_id: ticket.id, tag_id: tagId })
      .execute();
  const mail = client.platform === "email" ? mailOf(client, first) : null;
  await appendMessage(scope, ticket, { type: "text", is_agent: false, content: first }, { mail });
  return ticket.id;
}

/** The subject is the beginning of the text. */
function mailOf({ name, externalId: address }: Client, text: string): MailDraft {
  return {
    ref: `<${randomUUID()}@mail.example>`,
    references: [],
    subject: text.split(/[.,!?:;\n。、？！]/)[0]?.slice(0, 60) ?? "",
    sender: { name, address },
    to: [],
    cc: [],
    html: null,
    why: { kind: "new" },
  };
}

async function say(
  scope: Scope,
  ticketId: string,
  agent: Handler | null,
  client: Client,
  content: string,
): Promise<void> {
  const id = randomUUID();
  const ticket = await scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  const reply = ticket.platform === "email" ? await replyMail(scope, ticket, id) : null;
  const theirs = { sender: { name: client.name, address: client.externalId }, to: [] };
  const mail = reply && !agent ? { ...reply, ...theirs } : reply;
  const draft = {
    ...{ id, type: "text" as const, content, is_agent: agent !== null },
    ...(agent && { agent_id: agent.id, status: "read" as const }),
  };
  await appendMessage(scope, ticket, draft, { mail });
}

type Closing = {
  handler: Handler;
  client: Client;
  accepted: Date;
  rating: number | null;
  words: string | null;
};

async function close(scope: Scope, ticketId: string, { handler, client, accepted, rating, words }: Closing) {
  const ticket = await scope.db
    .updateTable("ticket")
    .set({
      accepted_on: accepted,
      accepted_by: handler.id,
      closed_on: scope.now,
      closed_by: handler.id,
      closed_by_name: handler.name,
      updated_on: scope.now,
      rating,
      rated_on: rating === null ? null : scope.now,
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { created_on } = ticket;
  const about = { company_id: scope.companyId, client_id: client.id, ticket_id: ticketId };
  await scope.db
    .insertInto("action")
    .values([
      { ...about, type: "ticket_create", time: created_on, agent_id: null, rating: null },
      { ...about, type: "ticket_accept", time: accepted, agent_id: handler.id, rating: null },
      { ...about, type: "ticket_close", time: scope.now, agent_id: handler.id, rating: null },
    ])
    .execute();
  if (rating === null) return;
  await appendMessage(scope, ticket, {
    ...{ type: "rating", content: String(rating), caption: words, is_agent: false },
  });
  await scope.db
    .insertInto("action")
    .values({ ...about, type: "ticket_rating", time: scope.now, agent_id: handler.id, rating })
    .execute();
}

type Return = { ticketId: string; handler: Handler; client: Client; again: number; texts: [string, string] };

/** The client writes once more after the closing, and is answered: a second span of the ticket. */
async function comeBack(
  context: Context,
  desk: Desk,
  { ticketId, handler, client, again, texts: [asked, answered] }: Return,
): Promise<void> {
  const inPast = (minutes: number, work: (scope: Scope) => Promise<unknown>) =>
    inCompany({ ...context, clock: () => new Date(again + minutes * minute) }, desk, work);
  const about = { ticket_id: ticketId, client_id: client.id };
  await inPast(0, async ({ db, companyId: company_id, now: time }) => {
    const ofTicket = { company_id, subject_type: "ticket", subject_id: ticketId } as const;
    const { closed_on } = await db
      .selectFrom("ticket")
      .select("closed_on")
      .where("company_id", "=", company_id)
      .where("id", "=", ticketId)
      .executeTakeFirstOrThrow();
    const { last } = await db
      .selectFrom("event")
      .select(({ fn }) => fn.max("number").as("last"))
      .where("company_id", "=", company_id)
      .where("subject_type", "=", "ticket")
      .where("subject_id", "=", ticketId)
      .executeTakeFirstOrThrow();
    const closing = asJson({ client: client.id, agent: handler.id });
    const reopening = asJson({
      ...{ client: client.id, agent: null, department: handler.departmentId, handler: handler.id },
    });
    await db
      .insertInto("event")
      .values([
        {
          ...{ ...ofTicket, number: last + 1, kind: "ticket_close", time: closed_on ?? time, facts: closing },
          ...{ actor_kind: "agent", actor_id: handler.id },
        },
        {
          ...{ ...ofTicket, number: last + 2, kind: "ticket_reopen", time, facts: reopening },
          ...{ actor_kind: "client", actor_id: client.id },
        },
      ])
      .execute();
    await db
      .updateTable("ticket")
      .set({ closed_on: null, closed_by: null, closed_by_name: null, reopened_on: time, reopened_count: 1 })
      .where("company_id", "=", company_id)
      .where("id", "=", ticketId)
      .execute();
    await db
      .insertInto("action")
      .values({ company_id, ...about, type: "ticket_reopen", time, agent_id: null, rating: null })
      .execute();
  });
  await inPast(0, (scope) => say(scope, ticketId, null, client, asked));
  await inPast(9, (scope) => say(scope, ticketId, handler, client, answered));
  await inPast(14, async ({ db, companyId: company_id, now: time }) => {
    await db
      .updateTable("ticket")
      .set({ closed_on: time, closed_by: handler.id, closed_by_name: handler.name, updated_on: time })
      .where("company_id", "=", company_id)
      .where("id", "=", ticketId)
      .execute();
    await db
      .insertInto("action")
      .values({ company_id, ...about, type: "ticket_close", time, agent_id: handler.id, rating: null })
      .execute();
  });
}

const pick = <One>(from: readonly One[], roll: number): One => from[Math.floor(roll * from.length)] as One;

/** Numbers from 0 up to 1 that look random and are the same each time (a linear congruential generator). */
function dice(seed: number): () => number {
  let state = seed % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
