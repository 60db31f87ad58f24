/** However clients' messages come in, their rows are the same: together, one by one, or each by the longer way. */
import { isType } from "@parley/contract/timeline";
import fc from "fast-check";
import type { Selectable } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import type { EventTable } from "../../floor/database/schema.ts";
import { appendNew, type MessageRow, messageEvent, previewOf } from "../../support/messages/append.ts";
import { queuedColumns } from "../../support/messages/send.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { closeLocked } from "../../support/tickets/close.ts";
import type { Channel, IncomingMessage } from "../seam/adapter.ts";
import { receive, receiveDecided } from "./receive.ts";

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  // A platform with a reply window.
  channel = { id, companyId, externalId, platform: "whatsapp", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());

const ways = ["together", "singly", "longer"] as const;
type Way = (typeof ways)[number];

const client = fc.integer({ min: 0, max: 2 });
/** The desk's acts on a client's conversation before the next messages come. */
const deed = fc.record({ client, does: fc.constantFrom("greet", "answer", "close", "block", "unblock") });
const written = fc.record({
  client,
  kind: fc.constantFrom("text", "text", "text", "image", "unsupported", "quote", "repeat"),
  content: fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
});
const round = fc.record({
  pause: fc.integer({ min: 0, max: 2 }),
  deeds: fc.array(deed, { maxLength: 2 }),
  messages: fc.array(written, { minLength: 1, maxLength: 6 }),
});
type Round = typeof round extends fc.Arbitrary<infer One> ? One : never;
type Deed = Round["deeds"][number];

let stream = 0;
/** The client's id at the provider: of each way a client of its own, who writes the same. */
const nameOf = (way: Way, who: number) => `${stream}/${way}/${who}`;

function messageFor(way: Way, number: number, { client: who, kind, content }: Round["messages"][number]) {
  const id = (of: number) => `${nameOf(way, who)}:${of}`;
  const media = { ref: "AgAC-l", name: "photo.jpg", mediaType: "image/jpeg", size: 1000 };
  const image = { ...media, width: 10, height: 10, duration: null };
  const isText = kind !== "image" && kind !== "unsupported";
  return {
    kind: "message",
    // A repeat has the id of the client's first message of the round before, or is new.
    externalId: id(kind === "repeat" ? 0 : number),
    from: { externalId: nameOf(way, who), name: `Client ${who}`, username: null, lang: "en" },
    sentOn: world.clock.now(),
    type: isText ? "text" : kind,
    content: isText ? content : "",
    caption: kind === "image" ? content : null,
    media: kind === "image" ? image : null,
    album: null,
    replyToExternalId: kind === "quote" ? id(0) : null,
  } satisfies IncomingMessage;
}

async function receiveBy(way: Way, messages: IncomingMessage[]): Promise<void> {
  if (way === "together") {
    await Promise.all(messages.map((message) => receive(world.context, channel, [message])));
    return;
  }
  for (const message of messages) {
    if (way === "singly") await receive(world.context, channel, [message]);
    else await receiveDecided(world.context, channel, { decide: async () => [message] });
  }
}

async function act(way: Way, { client: who, does }: Deed): Promise<void> {
  const [last] = await rowsOf<TicketRow>("ticket", nameOf(way, who));
  if (!last) return;
  await world.desk("harbour", async (scope) => {
    const ticket = await lockTicket(scope, last.id);
    if (!ticket) throw new Error("The ticket is there");
    if (does === "close") {
      if (!ticket.closed_on) await closeLocked(scope, ticket);
    } else if (does === "greet" || does === "answer") {
      const by = does === "greet" ? ({ purpose: "automatic" } as const) : { agent_id: world.agents.mira.id };
      const draft = { type: "text", is_agent: true, content: "We are closed." } as const;
      await appendNew(scope, ticket, { ...draft, ...by, ...queuedColumns(scope) });
    } else {
      const blocked_on = does === "block" ? scope.now : null;
      await scope.db.updateTable("client").set({ blocked_on }).where("id", "=", ticket.client_id).execute();
    }
  });
}

/** The newest ticket comes first, a ticket's first message and event too. */
async function rowsOf<Row>(table: "ticket" | "message" | "event" | "client", who: string): Promise<Row[]> {
  const of = {
    ticket: "select t.* from ticket t where t.client_external_id = $1 order by t.created_on desc",
    message: `select m.* from message m join ticket t on t.id = m.ticket_id
      where t.client_external_id = $1 order by t.created_on, m.seq`,
    event: `select e.* from event e join ticket t on t.id = e.subject_id
      where t.client_external_id = $1 order by t.created_on, e.number`,
    client: `select c.blocked_messages from client c join client_identity i on i.client_id = c.id where i.external_id = $1`,
  };
  return (await world.context.pool.query(of[table], [who])).rows as Row[];
}

type EventRow = Selectable<EventTable>;
async function everythingOf(way: Way, who: number) {
  const name = nameOf(way, who);
  return {
    tickets: await rowsOf<TicketRow>("ticket", name),
    messages: await rowsOf<MessageRow>("message", name),
    // The order in which events of different tickets are written may differ.
    events: (await rowsOf<EventRow>("event", name)).map(({ id: _, place: __, ...event }) => event),
    clients: await rowsOf<object>("client", name),
  };
}
type Everything = Awaited<ReturnType<typeof everythingOf>>;

/** All columns, with each id as the number of its first appearance. */
function comparable(way: Way, rows: Everything): unknown {
  const seen = new Map<string, string>();
  const numbered = (id: string) => {
    if (!seen.has(id)) seen.set(id, `id ${seen.size + 1}`);
    return seen.get(id) ?? "";
  };
  const text = JSON.stringify(rows).replaceAll(`/${way}/`, "/way/");
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered));
}

/** A ticket's columns follow from its messages, and its events from them too. */
function expectToFollow({ tickets, messages, events }: Everything): void {
  for (const ticket of tickets) {
    const own = messages.filter(({ ticket_id }) => ticket_id === ticket.id);
    const said = own.filter(({ is_agent, type }) => !is_agent && isType(type, "countsAsUnread"));
    const [last, words] = [own.at(-1), said.at(-1)];
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
    expect(said.map(({ client_no }) => client_no)).toEqual(said.map((_, index) => index + 1));
    for (const [index, { created_on }] of own.entries())
      expect(created_on.getTime()).toBeGreaterThan(own[index - 1]?.created_on.getTime() ?? 0);
    expect(ticket).toMatchObject({
      ...{ last_seq: own.length, client_messages: said.length },
      ...{ last_message_on: last?.created_on, updated_on: last?.created_on },
      ...{ last_message_type: last?.type, last_message_content: last && previewOf(last) },
      ...{ last_message_is_agent: last?.is_agent, last_message_agent_id: last?.agent_id },
      ...{ last_message_automatic: last?.purpose !== null, last_message_author: null },
      client_wrote_on: words?.created_on ?? null,
      ...{ last_client_type: words?.type ?? null, last_client_content: words ? previewOf(words) : null },
    });
    const told = events.filter(({ subject_id }) => subject_id === ticket.id);
    expect(told.map(({ number }) => number)).toEqual(told.map((_, index) => index + 1));
    const counted = own.filter(({ type }) => isType(type, "countsAsUnread"));
    expect(
      told
        .filter(({ kind }) => kind === "ticket_message")
        .map(({ facts, actor_kind, actor_id, time }) => ({ facts, actor_kind, actor_id, time })),
    ).toEqual(
      counted.map((message) => {
        const { facts, by } = messageEvent(ticket, message);
        return { facts, actor_kind: by.kind, actor_id: by.id, time: expect.any(Date) };
      }),
    );
    for (const { author, is_agent } of own) expect(author).toBe(is_agent ? null : ticket.client_external_id);
  }
}

test("messages that come together leave the rows that they leave one by one, and by the longer way", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
      stream += 1;
      let number = 0;
      for (const { pause, deeds, messages } of rounds) {
        world.clock.advance(pause);
        for (const way of ways) {
          for (const one of deeds) await act(way, one);
          await receiveBy(
            way,
            messages.map((message, index) => messageFor(way, number + index, message)),
          );
        }
        number += messages.length;
      }
      for (const who of [0, 1, 2]) {
        const [together, singly, longer] = [
          await everythingOf("together", who),
          await everythingOf("singly", who),
          await everythingOf("longer", who),
        ];
        const expected = comparable("singly", singly);
        expect(comparable("together", together)).toEqual(expected);
        expect(comparable("longer", longer)).toEqual(expected);
        expectToFollow(together);
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
