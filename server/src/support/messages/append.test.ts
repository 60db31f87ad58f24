import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { appendMessage, type MessageDraft } from "./append.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const soon = () => new Date(world.clock.now().getTime() + 3_600_000);
const drafts = (): Record<string, MessageDraft> => ({
  "a client's text": { type: "text", is_agent: false, content: "Where is it?" },
  "a client's picture": { type: "image", is_agent: false, caption: "It looks like this" },
  "a person of the conversation": {
    type: "text",
    is_agent: false,
    content: "Hello",
    author: "rosa@x.example",
  },
  "an agent's text": { type: "text", is_agent: true, agent_id: world.agents.mira.id, content: "On its way" },
  "an agent's text that waits": {
    ...{ type: "text", is_agent: true, agent_id: world.agents.mira.id, content: "Later" },
    ...{ status: "queued", next_attempt_on: soon(), deadline_on: soon() },
  },
  "an automatic message": { type: "text", is_agent: true, purpose: "automatic", content: "We are closed." },
  "a line of the timeline": {
    type: "close",
    is_agent: true,
    agent_id: world.agents.mira.id,
    content: "Mira",
  },
  "a rating": { type: "rating", is_agent: false, content: "3" },
});
const locked = async (scope: Scope, { id }: { id: string }) => {
  const ticket = await lockTicket(scope, id);
  if (!ticket) throw new Error("The ticket is there");
  return ticket;
};

test("the code that appends a message knows the ticket as its row then is", async () => {
  for (const [what, draft] of Object.entries(drafts())) {
    const { id } = await world.ticket({ handler: "mira" });
    await world.desk("harbour", async (scope) => {
      const ticket = await locked(scope, { id });
      const appended = await appendMessage(scope, ticket, draft, { windowUntil: soon() });
      expect(appended?.ticket, what).toEqual({ ...(await locked(scope, { id })), ticket_goals: null });
      const { rows } = await sql`select * from message where id = ${appended?.message.id}`.execute(scope.db);
      expect(rows, what).toEqual([appended?.message]);
    });
  }
});

test("half a surrogate pair is stored as U+FFFD, and a text that looks like its escape as it is", async () => {
  const { id } = await world.ticket({ handler: "mira" });
  for (const [content, stored] of [
    ["Half \ud83d", "Half \ufffd"],
    ["\\ud83d", "\\ud83d"],
    ["\ud83d\ude00", "\ud83d\ude00"],
  ] as const)
    await world.desk("harbour", async (scope) => {
      const draft = { type: "text", is_agent: false, content } as const;
      expect((await appendMessage(scope, await locked(scope, { id }), draft))?.message.content).toBe(stored);
    });
});

test("a message without an event of its own leaves none, and a repeat leaves nothing", async () => {
  const { id } = await world.ticket({ messages: [] });
  const draft = { type: "text", is_agent: false, content: "Once", external_id: "once" } as const;
  await world.desk("harbour", async (scope) => {
    await appendMessage(scope, await locked(scope, { id }), draft, { silent: true });
    const before = await locked(scope, { id });
    expect(await appendMessage(scope, before, draft)).toBeNull();
    expect(await locked(scope, { id })).toEqual(before);
    const { rows } =
      await sql`select from event where subject_id = ${id} and kind = 'ticket_message'`.execute(scope.db);
    expect(rows).toEqual([]);
  });
});

/** A call of `append_message` as a process of the version before makes it, which numbers the message itself. */
function asBefore(scope: Scope, ticket: TicketRow, draft: MessageDraft): RawBuilder<{ id: string }> {
  const { last_message_on: last } = ticket;
  const counts = !draft.is_agent && draft.type !== "rating";
  const values = {
    ...{
      content: "",
      attempts: 0,
      id: randomUUID(),
      ...draft,
      company_id: scope.companyId,
      ticket_id: ticket.id,
    },
    ...{ channel_id: ticket.channel_id, client_id: ticket.client_id, seq: ticket.last_seq + 1 },
    client_no: ticket.client_messages + (counts ? 1 : 0),
    author: draft.author ?? (draft.is_agent ? null : ticket.client_external_id),
    created_on: last && last >= scope.now ? new Date(last.getTime() + 1) : scope.now,
  };
  const from = !draft.is_agent ? "client" : draft.agent_id ? "agent" : "desk";
  const event = {
    ...{ actor_kind: from, actor_id: from === "client" ? ticket.client_id : (draft.agent_id ?? null) },
    ...{ time: scope.now, facts: { message: values.id, seq: values.seq, from } },
  };
  const told = draft.type === "close" || draft.type === "rating" ? null : JSON.stringify(event);
  return sql`select * from append_message(${JSON.stringify(values)}::jsonb, ${draft.caption ?? draft.content},
    ${counts}, ${told}::jsonb, ${soon()})`;
}

test("a process of the version before, which runs beside this one, appends the same rows", async () => {
  const contents = async (
    append: (scope: Scope, ticket: TicketRow, draft: MessageDraft) => Promise<unknown>,
  ) => {
    const { id } = await world.ticket({ handler: "mira", client: "Rosa", externalId: String(++telegramId) });
    await world.desk("harbour", async (scope) => {
      for (const draft of Object.values(drafts())) await append(scope, await locked(scope, { id }), draft);
    });
    const { rows } = await world.context.pool.query(
      `select to_jsonb(t) as ticket, (select jsonb_agg(m order by seq) from message m where m.ticket_id = t.id) as messages,
        (select jsonb_agg(to_jsonb(e) - 'id' - 'place' order by number) from event e where e.subject_id = t.id) as events
      from ticket t where t.id = $1`,
      [id],
    );
    const seen: string[] = [];
    const numbered = (one: string) => `id ${seen.includes(one) ? seen.indexOf(one) : seen.push(one) - 1}`;
    const text = JSON.stringify(rows).replaceAll(String(telegramId), "the client");
    return JSON.parse(text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered));
  };
  const now = await contents((scope, ticket, draft) =>
    appendMessage(scope, ticket, draft, { windowUntil: soon() }),
  );
  expect(await contents((scope, ticket, draft) => asBefore(scope, ticket, draft).execute(scope.db))).toEqual(
    now,
  );
});
let telegramId = 770_000_000;
