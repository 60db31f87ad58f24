import type { Message, Sections, SliceAnswer } from "@parley/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import type { TicketRow } from "../ticket/access.ts";

let world: World;
/** 100 messages: slices 71–100, 41–70, 11–40 and 1–10. */
let long: TicketRow;
beforeAll(async () => {
  world = await createWorld();
  long = await world.ticket({ messages: Array.from({ length: 100 }, (_, index) => `number ${index + 1}`) });
});
afterAll(() => world.close());

const chat = (id: string, index: number | string, query = "") =>
  world.as("mira").get(`/${id}/${index}/chat${query}`);
const slice = (query: Record<string, string | number | boolean>, agent: "mira" | "jonas" = "mira") => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return world.as(agent).get(`/get-chat-slice?${text}`);
};
const seqs = (sections: Sections | undefined) =>
  Object.values(sections ?? {}).flatMap((messages) => messages.map(({ seq }) => seq));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const idOf = (ticket: TicketRow, seq: number) =>
  world.desk("harbour", async ({ db }) => {
    const found = db
      .selectFrom("message")
      .select("id")
      .where("ticket_id", "=", ticket.id)
      .where("seq", "=", seq);
    return (await found.executeTakeFirstOrThrow()).id;
  });

test("a chat is not found signed out, or from another department or company", async () => {
  const refunds = await world.ticket({ department: "refunds" });
  const theirs = await world.ticket({ department: "general" });
  expect((await world.stranger.get(`/${long.id}/3/chat`)).statusCode).toBe(401);
  for (const { id } of [refunds, theirs]) {
    expect((await chat(id, 3)).statusCode).toBe(404);
    expect((await slice({ ticketid: id, around: 1 })).statusCode).toBe(404);
  }
});

test("an invalid count or time is refused, an invalid zone is not", async () => {
  for (const index of ["0", "-1", "x", "100000"])
    expect((await chat(long.id, index)).statusCode, index).toBe(400);
  expect((await chat(long.id, 3, "?tz=Mars/Base")).statusCode).toBe(200);
  expect((await chat(long.id, 3, "?created_on=yesterday")).statusCode).toBe(400);
  expect((await slice({ ticketid: long.id })).statusCode).toBe(400);
});

test("a chat is its newest slices together, in the order of their numbers", async () => {
  const answers = await Promise.all([1, 3, 4, 9].map((count) => chat(long.id, count)));
  const found = answers.map((answer) => seqs(answer.json().selectedSections));
  expect(found).toEqual([range(71, 100), range(11, 100), range(1, 100), range(1, 100)]);
  expect(seqs((await chat(long.id.slice(0, 8), 1)).json().selectedSections)).toEqual(range(71, 100));
});

test("a ticket without messages has an empty chat", async () => {
  const { id } = await world.ticket({ messages: [] });
  expect((await chat(id, 3)).json()).toEqual({ selectedSections: {} });
});

test("scrolling goes slice by slice and ends with null at both ends", async () => {
  const scroll = async (direction: "scrollUp" | "scrollDown", lastIndex: number) => {
    const answer = (await slice({ ticketid: long.id, [direction]: true, lastIndex })).json<SliceAnswer>();
    return answer && { newIndex: answer.newIndex, seqs: seqs(answer.selectedSections) };
  };
  expect(await scroll("scrollUp", 3)).toEqual({ newIndex: 4, seqs: range(1, 10) });
  expect(await scroll("scrollUp", 4)).toBeNull();
  expect(await scroll("scrollDown", 3)).toEqual({ newIndex: 2, seqs: range(41, 70) });
  expect(await scroll("scrollDown", 2)).toEqual({ newIndex: 1, seqs: range(71, 100) });
  expect(await scroll("scrollDown", 1)).toBeNull();
});

test("a jump returns the slice of the message, between its neighbours", async () => {
  const messageid = await idOf(long, 35);
  const answer = (await slice({ ticketid: long.id, messageid, isInitialClick: true })).json<SliceAnswer>();
  expect(answer).toMatchObject({ targetSectionIndex: 3, newIndex: 3 });
  expect(seqs(answer?.selectedSections)).toEqual(range(1, 70));
});

test("a jump to a message of another ticket finds nothing", async () => {
  const other = await world.ticket();
  const theirs = await world.ticket({ department: "general" });
  const foreign = await world.desk("northwind", ({ db }) =>
    db.selectFrom("message").select("id").where("ticket_id", "=", theirs.id).executeTakeFirstOrThrow(),
  );
  for (const messageid of [await idOf(other, 1), foreign.id, crypto.randomUUID()]) {
    expect((await slice({ ticketid: long.id, messageid, isInitialClick: true })).statusCode).toBe(404);
  }
});

test("slices before, after and around a number do not drift while messages arrive", async () => {
  const ticket = await world.ticket({ messages: range(1, 40).map((number) => `number ${number}`) });
  const found = async (query: Record<string, number>) => {
    const answer = (await slice({ ticketid: ticket.id, ...query })).json<SliceAnswer>();
    return answer && seqs(answer.selectedSections);
  };
  const ask = async () => [await found({ before: 21 }), await found({ around: 5 })];
  const before = await ask();
  expect(before).toEqual([range(1, 20), range(1, 35)]);
  expect(await found({ after: 40 })).toBeNull();
  await world.message(ticket);
  expect(await ask()).toEqual(before);
  expect(await found({ after: 40 })).toEqual([41]);
  expect(await found({ before: 1 })).toBeNull();
  expect(await found({ around: 42 })).toBeNull();
});

test("the days are those of the reader's zone, else of the company's", async () => {
  const [message] = Object.values(
    (await chat(long.id, 1, "?tz=Pacific/Kiritimati")).json().selectedSections as Sections,
  ).flat();
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date((message as Message).created_on));
  const keys = async (query = "") => Object.keys((await chat(long.id, 1, query)).json().selectedSections);
  expect(await keys("?tz=Pacific/Kiritimati")).toEqual([dayIn("Pacific/Kiritimati")]);
  expect(await keys("?tz=Pacific/Pago_Pago")).toEqual([dayIn("Pacific/Pago_Pago")]);
  await world.desk("harbour", ({ db }) =>
    db.updateTable("company").set({ time_zone: "Pacific/Kiritimati" }).execute(),
  );
  expect(await keys()).toEqual([dayIn("Pacific/Kiritimati")]);
});

test("the number of statements does not grow with the history or with what messages carry", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const file = await world.desk("harbour", ({ db, companyId }) =>
    db
      .insertInto("file")
      .values({
        company_id: companyId,
        ticket_id: ticket.id,
        name: "plan.pdf",
        state: "ready",
        storage_key: "x",
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const quoted = await idOf(ticket, 1);
  const grow = async () => {
    for (let index = 0; index < 100; index++) {
      const agent = index % 2 ? world.agents.mira : world.agents.jonas;
      await world.message(ticket, {
        agent,
        original_id: quoted,
        file_id: file.id,
        type: "document",
        content: "",
      });
    }
  };
  const count = async () => (await countStatements(world, () => chat(ticket.id, 3))).statements.length;
  await grow();
  const before = await count();
  await grow();
  expect(await count()).toBe(before);
  // The statements are session, begin, ticket, messages, quotes, files, names, zone, commit.
  expect(before).toBe(9);
});
