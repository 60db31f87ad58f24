/**
 * Random sequences of messages, replies, merges, splits, undoings, closings and reopenings in the tickets of one client, held
 * against a model after each step, and lists, counts, export and search at its end. `MERGES=500` tries so many sequences.
 */
import type { ServerEvents } from "@parley/contract/events";
import type { ChatAnswer, Message, SearchResult } from "@parley/contract/messages";
import type { Ticket, TicketLine } from "@parley/contract/tickets";
import type { View } from "@parley/contract/views";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel } from "../../channels/seam/adapter.ts";
import { recountTotals, storedTotals } from "../totals/totals.fixture.ts";
import { addUpTotals } from "../totals/totals.ts";

let world: World;
let channel: Channel;
/** The view that counts Mira's tickets. */
let view: string;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
  const condition = { all: [{ field: "handler", operator: "is", value: "me" }] };
  const made = await world.as("mira").post("/create-view", { name: "Mine", condition });
  view = made.json<View>().viewid;
});
afterAll(() => world.close());

/** These sequences do between them all that is wanted. */
const few = [1, 2, 4];
const wanted = [
  ...["the client writes", "the client writes on a merged thread", "the client reopens"],
  ...["an agent answers", "an agent answers on a merged thread", "a ticket is closed"],
  ...["tickets are merged", "a merging is refused", "a merging is undone"],
  ...["a merging into a closed ticket is undone", "a merging leaves no trace once it is undone"],
  ...["a ticket is split", "a splitting is refused", "a splitting is undone"],
  "a splitting leaves no trace once it is undone",
];
const seeds = process.env.MERGES
  ? Array.from({ length: Number(process.env.MERGES) }, (_, at) => at + 1)
  : few;
/** After every sixth step, in the long form after each, all tickets are checked; after the others those that it changes. */
const steps = 18;
const threads = 3;
/** More tickets are not split off in one sequence. */
const mostTickets = 6;

/** Numbers from 0 up to 1, the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** `of`: the first original of a copy. */
type Line = { content: string; client: boolean; of?: Line };
type Thread = {
  /** Null for a ticket that was split off, whose thread no provider knows. */
  externalId: string | null;
  id: string;
  into: number | null;
  lines: Line[];
  closed: boolean;
  /** The ticket was split off, and nothing has happened to it since. */
  undoable?: boolean;
  gone?: boolean;
};

let number = 0;
/** Collects what the sequences do. */
const done = new Set<string>();
const did = (what: string) => void done.add(what);

/** Tickets of one client over three identities of theirs. */
async function plantThreads(): Promise<Thread[]> {
  const all: Thread[] = [];
  for (let at = 0; at < threads; at += 1) {
    const externalId = String(500_000_000 + ++number);
    const ticket = await world.ticket({ externalId, handler: "mira", messages: [`begin ${number}`] });
    all.push({
      externalId,
      id: ticket.id,
      into: null,
      lines: [{ content: `begin ${number}`, client: true }],
      closed: false,
    });
    world.clock.advance(1_000);
  }
  const ids = all.map(({ id }) => id);
  await world.desk("harbour", async ({ db }) => {
    const { client_id } = await db
      .selectFrom("ticket")
      .select("client_id")
      .where("id", "=", ids[0] as string)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("client_identity")
      .set({ client_id })
      .where(
        "external_id",
        "in",
        all.flatMap(({ externalId }) => externalId ?? []),
      )
      .execute();
    await db.updateTable("ticket").set({ client_id }).where("id", "in", ids).execute();
    await db.updateTable("message").set({ client_id }).where("ticket_id", "in", ids).execute();
  });
  return all;
}

const write = (from: string, content: string, externalId: string) =>
  receive(world.context, channel, [
    {
      kind: "message",
      ...{
        externalId,
        from: { externalId: from, name: "Olena Koval", username: null, lang: "en" },
      },
      ...{ sentOn: world.clock.now(), type: "text", content },
      ...{ caption: null, media: null, album: null, replyToExternalId: null },
    },
  ]);

const chatOf = async (id: string) => {
  const answer = await world.as("mira").get(`/${id}/3/chat`);
  expect(answer.statusCode, answer.body).toBe(200);
  return Object.values(answer.json<ChatAnswer>().selectedSections).flat();
};
const ticketOf = async (id: string) => (await world.as("mira").get(`/tickets/${id}`)).json<Ticket>();

const tables = [
  ...(["ticket", "message", "file", "message_mail", "message_file", "participant"] as const),
  ...(["ticket_read", "ticket_follower", "outgoing"] as const),
];
const snapshot = async () => {
  const rows = [];
  for (const table of tables)
    rows.push(
      (
        await world.context.pool.query(
          `select to_jsonb(t) - 'version' as row from "${table}" t where company_id = $1 order by to_jsonb(t)::text`,
          [world.companies.harbour.id],
        )
      ).rows,
    );
  return rows;
};

/** The lines of some tickets by time; a copy has that of its original. */
function linesOf(members: Thread[], order: Line[]): Line[] {
  const placed = members.flatMap(({ id, lines }) => lines.map((line) => ({ id, line })));
  const at = ({ line }: (typeof placed)[number]) => order.indexOf(line.of ?? line);
  return placed.sort((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1)).map(({ line }) => line);
}

const targetOf = (all: Thread[], thread: Thread) =>
  thread.into === null ? thread : (all[thread.into] as Thread);

const openIds = async () => {
  const listed = (await world.as("mira").get("/tickets")).json<Ticket[] | string>();
  return typeof listed === "string" ? [] : listed.map(({ ticketid }) => ticketid);
};
const stands = ({ gone, into }: Thread) => !gone && into === null;

/** Holds each ticket against the model: one that stands for itself with its messages and numbers. */
async function check(all: Thread[], order: Line[], checked = all) {
  const [open, seqs] = await Promise.all([openIds(), seqsOf(all)]);
  const checkOne = async (thread: Thread) => {
    if (thread.gone) {
      expect((await world.as("mira").get(`/tickets/${thread.id}`)).statusCode).toBe(404);
      return;
    }
    const own = seqs.get(thread.id) ?? [];
    expect(own).toEqual(own.map((_seq, index) => index + 1));
    const target = targetOf(all, thread);
    const shown = await ticketOf(thread.id);
    expect(shown.ticketid).toBe(target.id);
    expect(open.includes(thread.id)).toBe(thread.into === null && !target.closed);
    if (thread.into !== null) return;
    const members = [thread, ...all.filter(({ into }) => into !== null && all[into] === thread)];
    const chat = await chatOf(thread.id);
    expect(chat.map(({ seq }) => seq)).toEqual(chat.map((_one, index) => index + 1));
    expect(chat.every(({ ticketid }) => ticketid === thread.id)).toBe(true);
    const said = chat.filter(({ type, automatic }) => type === "text" && !automatic);
    const wanted = linesOf(members, order);
    expect(said.map(({ content }) => content)).toEqual(wanted.map(({ content }) => content));
    expect(shown.last_seq).toBe(chat.length);
    expect(shown.client_messages).toBe(wanted.filter(({ client, of }) => client && !of).length);
    expect(shown.can.reply).toBe(!thread.closed);
    checkCard(shown, chat);
  };
  await Promise.all([...new Set(checked)].map(checkOne));
}

async function seqsOf(all: Thread[]): Promise<Map<string, number[]>> {
  const { rows } = await world.context.pool.query<{ id: string; seqs: number[] }>(
    `select ticket_id as id, array_agg(seq order by created_on) as seqs from message where ticket_id = any($1) group by 1`,
    [all.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, seqs }) => [id, seqs]));
}

/** Holds lists, counts, the export and the search against the model. */
async function checkAround(all: Thread[]) {
  const standing = all.filter(stands);
  const among = (ids: string[]) => all.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  const idsOf = (wanted: Thread[]) => all.filter((one) => wanted.includes(one)).map(({ id }) => id);
  const ingrid = world.as("ingrid");
  const { clientid } = await ticketOf(standing[0]?.id as string);
  const ofClient = (await ingrid.get(`/admin/${clientid}/client-tickets`)).json<TicketLine[]>();
  expect(among(ofClient.map(({ ticketid }) => ticketid))).toEqual(idsOf(standing));
  const csv = (await ingrid.get("/export-tickets")).body;
  expect(among(all.flatMap(({ id }) => (csv.includes(id) ? id : [])))).toEqual(idsOf(standing));
  const closed = (await world.as("mira").get("/0/closed-tickets")).json<Ticket[]>();
  expect(among(closed.map(({ ticketid }) => ticketid))).toEqual(idsOf(standing.filter((one) => one.closed)));
  const counts = (await world.as("mira").get("/views/counts")).json<Record<string, number>>();
  expect(counts[view]).toBe((await openIds()).length);
  for (const thread of all.filter(({ gone }) => !gone)) {
    const [line] = thread.lines;
    if (!line) continue;
    const asked = new URLSearchParams({ ticketid: thread.id, keyword: line.content });
    const found = (await world.as("mira").get(`/search-message?${asked}`)).json<SearchResult[]>();
    expect(found.map(({ ticketid }) => ticketid)).toContain(targetOf(all, thread).id);
  }
}

function checkCard(shown: Ticket, chat: Message[]) {
  const last = chat.at(-1);
  expect(shown.last_message?.created_on).toBe(last?.created_on);
  expect(shown.last_message?.content).toBe(last?.content);
  const answered = chat.findLastIndex(({ isagent, automatic }) => isagent && !automatic);
  const waits = chat.slice(answered + 1).find(({ isagent, type }) => !isagent && type === "text");
  expect(shown.waits_since).toBe(waits?.created_on);
}

/** The events of new messages carry the number that a fetch gives them. */
function checkEvents(from: number) {
  const events = world.published.slice(from).filter(({ event }) => event === "newMessage");
  return events.map(({ payload }) => payload as ServerEvents["newMessage"]);
}

/** The numbers of steps, as often as each is tried. */
const kinds = [0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12];

/** Says which tickets a step is about. */
function aboutOf(all: Thread[], kind: number): (thread: Thread) => boolean {
  const isMergedOrClosed = (one: Thread) => one.into !== null || targetOf(all, one).closed;
  if (kind <= 2) return (one) => one.externalId !== null && isMergedOrClosed(one);
  if (kind <= 4 || kind === 7) return ({ into }) => into !== null;
  if (kind <= 6) return (one) => stands(one) && !one.closed;
  if (kind === 8) return (one) => all.some(({ into }) => into !== null && all[into] === one);
  return () => true;
}

async function run(seed: number) {
  const random = randomOf(seed);
  const all = await plantThreads();
  const order: Line[] = all.flatMap(({ lines }) => lines);
  /** One in four is any ticket, so that refusals are tried; the others are those that the step is about. */
  const pick = (about: (thread: Thread) => boolean) => {
    const there = all.filter(({ gone }) => !gone);
    const wanted = there.filter(about);
    const from = wanted.length > 0 && random() < 0.75 ? wanted : there;
    return from[Math.floor(random() * from.length)] as Thread;
  };
  const path: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    world.clock.advance(1_000 + Math.floor(random() * 60_000));
    const kind = kinds[Math.floor(random() * kinds.length)] as number;
    const thread = pick(aboutOf(all, kind));
    const other = pick((one) => one !== thread && aboutOf(all, kind)(one));
    const target = targetOf(all, thread);
    const at = (one: Thread) => all.indexOf(one);
    path.push(`${kind}:${at(thread)}:${at(other)}`);
    const from = world.published.length;
    const mira = world.as("mira");
    if (kind <= 2 && thread.externalId) {
      const content = `client ${++number}`;
      const externalId = `${thread.externalId}:${number}`;
      await write(thread.externalId, content, externalId);
      await write(thread.externalId, content, externalId);
      target.undoable = false;
      did(target === thread ? "the client writes" : "the client writes on a merged thread");
      if (target.closed) did("the client reopens");
      const line = { content, client: true };
      thread.lines.push(line);
      order.push(line);
      target.closed = false;
      const [event] = checkEvents(from).filter((one) => one.content === content);
      expect(event, path.join(" ")).toMatchObject({ ticketid: target.id });
      expect(event?.seq).toBe((await ticketOf(target.id)).last_seq);
    } else if (kind <= 4) {
      const content = `agent ${++number}`;
      const sent = await mira.post("/send-message", { ticketid: thread.id, content });
      expect(sent.statusCode, `${path.join(" ")} ${sent.body}`).toBe(target.closed ? 403 : 200);
      if (sent.statusCode === 200) {
        const message = sent.json<Message>();
        expect(message).toMatchObject({ ticketid: target.id, seq: (await ticketOf(target.id)).last_seq });
        const line = { content, client: false };
        order.push(line);
        const { rows } = await world.context.pool.query("select ticket_id from message where id = $1", [
          message.messageid,
        ]);
        const written = all.find(({ id }) => id === rows[0]?.ticket_id);
        did(written?.into === null ? "an agent answers" : "an agent answers on a merged thread");
        written?.lines.push(line);
        if (written) written.undoable = false;
      }
    } else if (kind <= 6) {
      const may =
        thread !== other &&
        thread.into === null &&
        other.into === null &&
        !all.some(({ into }) => into === at(thread)) &&
        !thread.closed &&
        !other.closed;
      const before = may && random() < 0.5 ? await snapshot() : null;
      const merged = await mira.post("/merge-tickets", { ticketid: thread.id, into: other.id });
      const repeated = thread.into !== null && all[thread.into] === other;
      expect(merged.statusCode === 200, `${path.join(" ")} ${merged.body}`).toBe(may || repeated);
      did(may ? "tickets are merged" : repeated ? "a merging is repeated" : "a merging is refused");
      if (may) thread.into = at(other);
      if (may) other.undoable = false;
      if (before) {
        await check(all, order);
        expect((await mira.post("/unmerge-ticket", { ticketid: thread.id })).statusCode).toBe(200);
        thread.into = null;
        expect(await snapshot()).toEqual(before);
        did("a merging leaves no trace once it is undone");
      }
    } else if (kind === 9 || kind === 10) {
      const known = (await chatOf(thread.id)).filter(({ type, isagent }) => type === "text" && !isagent);
      const chosen = known.filter(() => random() < 0.5).slice(0, 4);
      if (chosen.length === 0 || all.length === mostTickets) continue;
      const before = random() < 0.5 ? await snapshot() : null;
      const body = {
        ...{ ticketid: thread.id, subject: `split ${++number}` },
        messageids: chosen.map(({ messageid }) => messageid),
      };
      const answer = await mira.post("/split-ticket", body);
      const already = chosen.some(({ split_into }) => split_into);
      const repeats = already && answer.statusCode === 200;
      const wanted = target.closed ? 403 : already && !repeats ? 409 : 200;
      expect(answer.statusCode, `${path.join(" ")} ${answer.body}`).toBe(wanted);
      did(answer.statusCode === 200 ? "a ticket is split" : "a splitting is refused");
      if (answer.statusCode === 200 && !repeats) {
        const made = answer.json<Ticket>();
        const members = all.filter((one) => targetOf(all, one) === target);
        const lines = linesOf(members, order);
        const numbers = await chatOf(thread.id);
        const said = numbers.filter(({ type, automatic }) => type === "text" && !automatic);
        const copied = chosen.map(({ messageid }) => {
          const line = lines[said.findIndex((one) => one.messageid === messageid)] as Line;
          return { content: line.content, client: line.client, of: line.of ?? line };
        });
        all.push({
          ...{
            externalId: null,
            id: made.ticketid,
            into: null,
            lines: copied,
            closed: false,
            undoable: true,
          },
        });
        target.undoable = false;
        if (before) {
          await check(all, order);
          expect((await mira.post("/unsplit-ticket", { ticketid: made.ticketid })).statusCode).toBe(200);
          (all.at(-1) as Thread).gone = true;
          expect(await snapshot()).toEqual(before);
          did("a splitting leaves no trace once it is undone");
        }
      }
      if (repeats) {
        const made = all.find(({ id }) => id === answer.json<Ticket>().ticketid);
        expect(made?.lines.filter(({ of }) => of)).toHaveLength(chosen.length);
      }
    } else if (kind >= 11) {
      const off = all.find((one) => one.externalId === null && !one.gone && random() < 0.6);
      if (!off) continue;
      const free = off.into === null && !all.some(({ into }) => into === at(off));
      const may = off.undoable && free && !off.closed;
      const undone = await mira.post("/unsplit-ticket", { ticketid: off.id });
      expect(undone.statusCode === 200, `${path.join(" ")} ${undone.body}`).toBe(may);
      did(may ? "a splitting is undone" : "the undoing of a splitting is refused");
      if (may) off.gone = true;
    } else if (kind === 7) {
      const undone = await mira.post("/unmerge-ticket", { ticketid: thread.id });
      expect(undone.statusCode, undone.body).toBe(200);
      if (thread.into !== null) {
        did(target.closed ? "a merging into a closed ticket is undone" : "a merging is undone");
        thread.closed = target.closed;
        thread.into = null;
      }
    } else if (kind === 8) {
      const closed = await mira.post("/close-ticket", { ticketid: thread.id, silently: true });
      expect(closed.statusCode, closed.body).toBe(200);
      did("a ticket is closed");
      target.closed = true;
      target.undoable = false;
    }
    const isAll = process.env.MERGES || step % 6 === 5;
    const changed = [thread, other, target, targetOf(all, thread), all.at(-1) as Thread];
    await check(all, order, isAll ? all : changed).catch((error: unknown) => {
      throw new Error(`seed ${seed}, ${path.join(" ")}: ${String(error)}`, { cause: error });
    });
  }
  await checkAround(all);
}

test("merged and split tickets show and count what is in them, before, between and after", async () => {
  for (const seed of seeds) await run(seed);
  expect([...done].toSorted()).toEqual(expect.arrayContaining(wanted));
  await addUpTotals(world.context);
  expect(await storedTotals(world)).toEqual(await recountTotals(world));
}, 600_000);
