/** A client writes on in a conversation that is marked as spam. */
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { connectWebChat, openVisitorBrowser, type WebChat } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { sweepAutomatic } from "../../support/automatic/run.ts";
import type { Channel } from "../seam/adapter.ts";
import { receive } from "./receive.ts";

let world: World;
let messenger: Channel;
let mailbox: MailAccount;
let chat: WebChat;
beforeAll(async () => {
  world = await createWorld();
  const { id, companyId, externalId, token } = world.channels.harbour;
  messenger = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
  mailbox = await connectMailbox(world, { address: "desk@harbour.example" });
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const text = { delay: 0, closes: false, channelids: [], departmentids: [], default_language: "en" };
  for (const occasion of ["conversation_begins", "closed"]) {
    const rule = { ...text, name: occasion, occasion, enabled: true, texts: { en: "Hello" } };
    const made = await world
      .as("ingrid")
      .post("/automatic-messages", { ...rule, template: null, template_variables: [] });
    if (made.statusCode !== 200) throw new Error(made.body);
  }
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.advance(60_000);
});

let last = 0;
const person = () => {
  const externalId = `spammer-${++last}`;
  const from = { externalId, name: "Olena Koval", username: null, lang: "en" };
  return (content: string) =>
    receive(world.context, messenger, [
      {
        kind: "message",
        ...{ externalId: `${externalId}:${++last}`, from, sentOn: world.clock.now(), type: "text", content },
        ...{ caption: null, media: null, album: null, replyToExternalId: null },
      },
    ]);
};

const sender = () => {
  const from = `Rosa Lind <rosa${++last}@jetty.example>`;
  let first: string | null = null;
  return async (text: string) => {
    const headers = first ? [`In-Reply-To: ${first}`, `References: ${first}`] : [];
    const id = await mailbox.receive({ from, text, subject: "A prize", headers });
    first ??= id;
  };
};

const visitor = () => {
  const browser = openVisitorBrowser(world, chat);
  let conversation: string | null = null;
  return async (content: string) => {
    conversation = (await browser.write(content, { conversation })).conversation.id;
  };
};

const rowsOf = (table: "ticket" | "notification") =>
  world.desk("harbour", ({ db }) => db.selectFrom(table).select("id").execute());
const pushes = async () =>
  (await world.context.pool.query("select 1 from graphile_worker.jobs where key like 'push:%'")).rowCount;
const newest = () =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().orderBy("created_on", "desc").limit(1).executeTakeFirstOrThrow(),
  );
const ticketOf = async (id: string) => (await world.as("mira").get(`/tickets/${id}`)).json<Ticket>();
const contentsOf = async (id: string) => {
  const messages = await world.desk("harbour", ({ db }) =>
    db.selectFrom("message").selectAll().where("ticket_id", "=", id).orderBy("seq").execute(),
  );
  return messages.filter(({ type, is_agent }) => type === "text" && !is_agent).map(({ content }) => content);
};
/** All that follows from a message: the ledger's readers, a worker, a message that stays unread. */
async function settle() {
  await world.drain();
  world.clock.advance(5_000);
  await world.drain();
  await sweepAutomatic(world.context);
}
const all = async () => ({
  tickets: (await rowsOf("ticket")).length,
  notifications: (await rowsOf("notification")).length,
  pushes: await pushes(),
  automatic: (
    await world.desk("harbour", ({ db }) => db.selectFrom("automatic_outcome").selectAll().execute())
  ).length,
});

/** A conversation that an agent handles in Bookings and marks as spam. */
async function marked(write: (content: string) => Promise<unknown>) {
  await write("Win a lighthouse");
  const { id } = await newest();
  const to = { ticketid: id, newDepartment: world.departments.bookings.id, newUser: world.agents.mira.id };
  await world.as("ingrid").post("/ticket/reassign-user", to);
  await settle();
  const answer = await world.as("mira").post("/mark-spam", { ticketid: id });
  expect(answer.statusCode, answer.body).toBe(200);
  await settle();
  return id;
}

describe.each([
  ["a messenger", person],
  ["a mail", sender],
  ["a web chat", visitor],
])("in %s", (_, begin) => {
  test("a client who writes on is heard by nobody, and nothing is lost", async () => {
    const write = begin();
    const id = await marked(write);
    const before = await all();
    world.published.length = 0;
    // After the company's window for reopening, too.
    await world.desk("harbour", ({ db }) =>
      db.updateTable("company").set({ reopen_window_hours: 1 }).execute(),
    );
    for (const hours of [0, 2]) {
      world.clock.advance(hours * 3_600_000);
      await write(`After ${hours} hours`);
      await settle();
    }
    expect(await all()).toEqual(before);
    expect(await contentsOf(id)).toEqual(["Win a lighthouse", "After 0 hours", "After 2 hours"]);
    const ticket = await world.desk("harbour", ({ db }) =>
      db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    expect(ticket).toMatchObject({ spam_by: world.agents.mira.id, reopened_count: 0, client_messages: 3 });
    expect(ticket.closed_on).not.toBeNull();
    // Agents who have it on screen see it come.
    const events = world.published.map(({ event }) => event);
    expect(events.filter((event) => event === "newMessage")).toHaveLength(2);
    for (const event of ["newTicket", "updateTicket", "newNotification"]) expect(events).not.toContain(event);
  });

  test("a client who is no spam any more reopens the ticket as ever", async () => {
    const write = begin();
    const id = await marked(write);
    await write("Still here");
    await world.as("mira").post("/unmark-spam", { ticketid: id });
    await write("A real question");
    expect(await ticketOf(id)).toMatchObject({ stage: "accepted", userid: world.agents.mira.id });
    expect(await contentsOf(id)).toEqual(["Win a lighthouse", "Still here", "A real question"]);
    const { tickets } = await all();
    await settle();
    expect((await all()).tickets).toBe(tickets);
  });
});

test("a mail with a new subject opens a ticket, and one of a blocked client none", async () => {
  await marked(async (text) => {
    await mailbox.receive({ from: "Rosa <rosa@new.example>", text, subject: "A prize" });
  });
  const { tickets } = await all();
  await mailbox.receive({ from: "Rosa <rosa@new.example>", text: "An order", subject: "An order" });
  expect((await all()).tickets).toBe(tickets + 1);
  const opened = await newest();
  await world.as("ingrid").post("/mark-spam", { ticketid: opened.id, block: true });
  await mailbox.receive({ from: "Rosa <rosa@new.example>", text: "Another", subject: "Another" });
  expect((await all()).tickets).toBe(tickets + 1);
});

test("a visitor who begins a new conversation opens a ticket", async () => {
  const browser = openVisitorBrowser(world, chat);
  const id = await marked((content) => browser.write(content));
  const { conversation } = await browser.write("An order");
  expect(conversation.id).not.toBe(id);
  expect(conversation.state).toBe("waiting");
});

test("a client with an open ticket beside the spam of the same conversation writes in the open one", async () => {
  const write = person();
  const id = await marked(write);
  const { thread, channel_id, client_id, client_external_id } = await newest();
  const open = await world.ticket({ handler: "mira", messages: [] });
  const same = { thread, channel_id, client_id, client_external_id };
  await world.desk("harbour", ({ db }) =>
    db.updateTable("ticket").set(same).where("id", "=", open.id).execute(),
  );
  await write("About my order");
  expect(await contentsOf(open.id)).toEqual(["About my order"]);
  await world.as("mira").post("/close-ticket", { ticketid: open.id });
  await write("One more thing");
  expect(await contentsOf(open.id)).toEqual(["About my order", "One more thing"]);
  expect(await contentsOf(id)).toEqual(["Win a lighthouse"]);
});
