import type { RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isCommit, withLostConnection } from "../../../../test/world/lost-connection.ts";
import { endedProcess } from "../../../../test/world/processes.ts";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { held } from "../../app/held.ts";
import type { Context } from "../../floor/context.ts";
import { removeExpiredProcesses } from "../../http/live/lease.ts";
import { queuedColumns } from "../../support/messages/send.ts";
import { channelsChanged } from "../accounts/changes.ts";
import { deliver } from "./deliver.ts";
import { sweepDeliveries } from "./sweep.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function newReply(content: string) {
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Dimitar" });
  const phone = control.phone({ bot: Number(world.channels.harbour.externalId), person });
  await phone.start();
  const ticket = await world.ticket({ handler: "mira", externalId: String(person) });
  await world.message(ticket, {
    agent: world.agents.mira,
    content,
    ...queuedColumns({ now: world.clock.now() }),
  });
  const row = () =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("message")
        .selectAll()
        .where("ticket_id", "=", ticket.id)
        .where("is_agent", "=", true)
        .executeTakeFirstOrThrow(),
    );
  const go = (context: Context) =>
    deliver(context, { companyId: ticket.company_id, ticketId: ticket.id }, new AbortController().signal);
  const received = () => phone.messages().flatMap(({ side, text }) => (side === "bot" ? [text] : []));
  return { ticket, row, go, received };
}

const looksUpChannel = (node: RootOperationNode) =>
  node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes('"channel"');

test("a claim whose commit was not answered is given back, and the message goes out once", async () => {
  const { row, go, received } = await newReply("one");
  await expect(go(withLostConnection(world.context, isCommit))).rejects.toMatchObject({ code: "57P01" });
  expect(await row()).toMatchObject({ status: "queued", sending_until: null, attempts: 1 });
  expect(received()).toEqual([]);
  world.clock.advance(1000);
  await go(world.context);
  expect(await row()).toMatchObject({ status: "sent" });
  expect(received()).toEqual(["one"]);
});

test("a database that goes away before the provider was asked makes nothing uncertain", async () => {
  const { row, go, received } = await newReply("two");
  // The account is looked up again.
  channelsChanged(world.context);
  await go(withLostConnection(world.context, looksUpChannel));
  expect(await row()).toMatchObject({ status: "queued", sending_until: null });
  expect(received()).toEqual([]);
  world.clock.advance(1000);
  await go(world.context);
  expect(await row()).toMatchObject({ status: "sent" });
  expect(received()).toEqual(["two"]);
});

test("a message that an ended process was sending is uncertain once its lease expired, and the ticket's others are sent", async () => {
  const { ticket, row, received } = await newReply("three");
  await world.message(ticket, {
    agent: world.agents.mira,
    content: "four",
    ...queuedColumns({ now: world.clock.now() }),
  });
  const claim = {
    sending_by: await endedProcess(world.context),
    sending_until: new Date(world.clock.now().getTime() + 80_000),
    attempts: 1,
  };
  const { id } = await row();
  await world.desk("harbour", ({ db }) =>
    db.updateTable("message").set(claim).where("id", "=", id).execute(),
  );
  await world.drain();
  expect(received()).toEqual([]);
  await removeExpiredProcesses(world.context, held);
  await world.drain();
  expect(await row()).toMatchObject({ status: "uncertain" });
  expect(received()).toEqual(["four"]);
});

test("a reply that an ended process was giving to a visitor has arrived, and can be reacted to", async () => {
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const visitor = openVisitorBrowser(world, chat);
  const { conversation } = await visitor.write("Are you there?");
  await world.as("mira").post("/acceptTicket", { ticketid: conversation.id });
  const answer = await world.as("mira").post("/send-message", { ticketid: conversation.id, content: "Yes." });
  await world.drain();
  const { messageid: id } = answer.json();
  const change = (set: object) =>
    world.desk("harbour", ({ db }) => db.updateTable("message").set(set).where("id", "=", id).execute());
  await change({
    ...{ status: "queued", external_id: null, attempts: 1 },
    sending_by: await endedProcess(world.context),
    sending_until: new Date(world.clock.now().getTime() + 80_000),
  });
  await removeExpiredProcesses(world.context, held);
  await sweepDeliveries(world.context);
  await world.drain();
  const row = () =>
    world.desk("harbour", ({ db }) =>
      db.selectFrom("message").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
  expect(await row()).toMatchObject({ status: "sent", status_reason: null, external_id: id });
  expect((await visitor.post("react", { messageid: id, reaction: "👍" })).statusCode).toBe(200);
});
