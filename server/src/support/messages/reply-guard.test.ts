import type { ErrorAnswer } from "@parley/contract/errors";
import { limits } from "@parley/contract/limits";
import type { Message } from "@parley/contract/messages";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import { startLive } from "../../../../test/world/live.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const send = (body: object) => world.as("mira").post("/send-message", body);
const sendFile = (fields: Record<string, string>) =>
  world
    .as("mira")
    .post("/send-file", undefined, form(fields, { name: "note.txt", content: "Booking BG-20417" }));
const lastSeq = async (id: string) =>
  (
    await world.context.database
      .selectFrom("ticket")
      .select("last_seq")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).last_seq;

test("unseen messages refuse the reply once, with the new messages, and the new number lets it through", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const news = await world.message(ticket, { content: "No, the other booking!" });
  const body = { ticketid: ticket.id, content: "I cancelled it.", messageid: crypto.randomUUID() };
  const refused = await send({ ...body, seenSeq: 1 });
  expect(refused.statusCode).toBe(409);
  expect(refused.json<ErrorAnswer>()).toMatchObject({
    code: "client_wrote",
    news: [{ messageid: news.id, seq: 2, content: "No, the other booking!", isagent: false }],
    lastSeq: 2,
  });
  expect(await lastSeq(ticket.id)).toBe(2);
  const again = await send({ ...body, seenSeq: 2 });
  expect([again.statusCode, again.json<Message>().seq]).toEqual([200, 3]);
});

test("a client's message between two tries refuses the second as well", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const body = { ticketid: ticket.id, content: "Done." };
  await world.message(ticket, { content: "Wait" });
  expect((await send({ ...body, seenSeq: 1 })).statusCode).toBe(409);
  await world.message(ticket, { content: "Please" });
  const second = await send({ ...body, seenSeq: 2 });
  expect(second.json<ErrorAnswer>().news).toMatchObject([{ seq: 3, content: "Please" }]);
  expect((await send({ ...body, seenSeq: 3 })).statusCode).toBe(200);
});

test("agents' messages and timeline entries do not count as new; without a number nothing is compared", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await world.message(ticket, { agent: world.agents.mira, content: "First" });
  await world.message(ticket, { type: "rating", content: "3" });
  expect((await send({ ticketid: ticket.id, content: "Second", seenSeq: 1 })).statusCode).toBe(200);
  await world.message(ticket, { content: "Unseen" });
  expect((await send({ ticketid: ticket.id, content: "Third" })).statusCode).toBe(200);
  expect((await send({ ticketid: ticket.id, content: "Fourth", seenSeq: -1 })).statusCode).toBe(400);
});

test("a repeat of an accepted reply returns its row, whatever the client has written since", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const body = { ticketid: ticket.id, content: "Once", messageid: crypto.randomUUID(), seenSeq: 1 };
  const first = await send(body);
  await world.message(ticket, { content: "And now?" });
  const repeat = await send(body);
  expect([repeat.statusCode, repeat.body]).toEqual([200, first.body]);
  const file = { ticketid: ticket.id, messageid: crypto.randomUUID(), seenSeq: "3" };
  const sent = await sendFile(file);
  await world.message(ticket, { content: "And then?" });
  const sentAgain = await sendFile(file);
  expect([sentAgain.statusCode, sentAgain.json<Message>().messageid]).toEqual([201, file.messageid]);
  expect(sentAgain.json<Message>().seq).toBe(sent.json<Message>().seq);
});

test("a file is refused as a text is, and sent with the new number", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await world.message(ticket, { content: "Not that one" });
  const refused = await sendFile({ ticketid: ticket.id, seenSeq: "1" });
  expect(refused.statusCode).toBe(409);
  expect(refused.json<ErrorAnswer>()).toMatchObject({ code: "client_wrote", lastSeq: 2, news: [{ seq: 2 }] });
  expect(await lastSeq(ticket.id)).toBe(2);
  expect((await sendFile({ ticketid: ticket.id, seenSeq: "2" })).statusCode).toBe(201);
});

test("a large file is refused before it has fully arrived, and the browser gets the reason", async () => {
  const live = await startLive(world);
  onTestFinished(live.close);
  const ticket = await world.ticket({ handler: "mira" });
  await world.message(ticket, { content: "Not that one" });
  const body = new FormData();
  body.set("ticketid", ticket.id);
  body.set("seenSeq", "1");
  body.set("file", new File([new Uint8Array(20 * 2 ** 20)], "film.bin"));
  const cookie = await world.as("mira").cookie();
  const headers = { cookie, origin: world.context.config.consoleOrigin };
  const answer = await fetch(`${live.url}/send-file`, { method: "POST", headers, body });
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: "client_wrote" }]);
});

test("an agent who may not reply gets that refusal, and nothing of what the client wrote", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  await world.message(ticket, { content: "Secret" });
  const body = { ticketid: ticket.id, content: "Hello", seenSeq: 1 };
  const jonas = await world.as("jonas").post("/send-message", body);
  expect([jonas.statusCode, jonas.json().code]).toEqual([403, "not_handler"]);
  expect((await world.as("naledi").post("/send-message", body)).statusCode).toBe(404);
});

test("a client and an agent write at once, forty times: either the reply was first, or its refusal has the message", async () => {
  for (let round = 0; round < 40; round++) {
    const ticket = await world.ticket({ handler: "mira" });
    const [answer, written] = await Promise.all([
      send({ ticketid: ticket.id, content: "Answer", seenSeq: 1 }),
      world.message(ticket, { content: "News" }),
    ]);
    if (answer.statusCode === 200) {
      expect([answer.json<Message>().seq, written.seq]).toEqual([2, 3]);
    } else {
      expect(answer.json<ErrorAnswer>()).toMatchObject({
        code: "client_wrote",
        news: [{ seq: 2 }],
        lastSeq: 2,
      });
      expect(await lastSeq(ticket.id)).toBe(2);
    }
  }
});

test("a refusal returns only the newest of many new messages, in order, at a fixed number of statements", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const count = async () =>
    countStatements(world, () => send({ ticketid: ticket.id, content: "Answer", seenSeq: 1 }));
  await world.message(ticket, { content: "2" });
  const few = await count();
  for (let number = 3; number <= limits.newsShown + 5; number++) {
    await world.message(ticket, { content: String(number) });
  }
  const many = await count();
  const { news = [], lastSeq: last } = many.answer.json<ErrorAnswer>();
  expect(news).toHaveLength(limits.newsShown);
  expect(news.map(({ content }) => Number(content))).toEqual(
    Array.from({ length: limits.newsShown }, (_, index) => index + 6),
  );
  expect(last).toBe(limits.newsShown + 5);
  expect(many.statements.length).toBe(few.statements.length);
});
