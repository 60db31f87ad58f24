/** A client writes on in a conversation whose ticket was deleted, and what was in it comes again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { connectWebChat, openVisitorBrowser, type WebChat } from "../../../../test/world/web-chat.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { purgeDeleted } from "../../support/tickets/purge.ts";
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
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.advance(60_000);
});

let last = 0;
type Write = (content: string, repeat?: string) => Promise<string>;

/** Each writes a text, or the same message again, and answers the provider's id. */
const person = (): Write => {
  const externalId = `client-${++last}`;
  const from = { externalId, name: "Olena Koval", username: null, lang: "en" };
  return async (content, repeat) => {
    const id = repeat ?? `${externalId}:${++last}`;
    await receive(world.context, messenger, [
      {
        kind: "message",
        ...{ externalId: id, from, sentOn: world.clock.now(), type: "text", content },
        ...{ caption: null, media: null, album: null, replyToExternalId: null },
      },
    ]);
    return id;
  };
};

const sender = (): Write => {
  const from = `Rosa Lind <rosa${++last}@jetty.example>`;
  let first: string | null = null;
  return async (text, repeat) => {
    const headers = first && !repeat ? [`In-Reply-To: ${first}`, `References: ${first}`] : [];
    const id = await mailbox.receive({
      from,
      text,
      subject: "An order",
      headers,
      ...(repeat && { id: repeat }),
    });
    first ??= id;
    return id;
  };
};

const visitor = (): Write => {
  const browser = openVisitorBrowser(world, chat);
  let conversation: string | null = null;
  return async (content, repeat) => {
    const messageid = repeat ?? crypto.randomUUID();
    const body = { messageid, conversation, type: "text", content, first: { language: "en" } };
    const answer = await browser.post("send", body);
    conversation = answer.statusCode === 200 ? answer.json().conversation.id : null;
    return messageid;
  };
};

/** As the tables' owner, who sees deleted tickets too. */
const tickets = async () =>
  (
    await world.context.pool.query(
      "select id, thread, deleted_on, closed_on from ticket order by created_on, id",
    )
  ).rows as {
    id: string;
    thread: string;
    deleted_on: Date | null;
    closed_on: Date | null;
  }[];
const contents = async (id: string) =>
  (
    await world.context.pool.query(
      "select content from message where ticket_id = $1 and type = 'text' and not is_agent order by seq",
      [id],
    )
  ).rows.map((row: { content: string }) => row.content);

async function deleted(write: Write) {
  const before = (await tickets()).map(({ id }) => id);
  const sent = await write("A secret");
  const found = (await tickets()).find(({ id }) => !before.includes(id));
  if (!found) throw new Error("The message opened no ticket");
  const answer = await world.as("ingrid").post("/admin/delete-ticket", { ticketid: found.id });
  expect(answer.statusCode, answer.body).toBe(200);
  return { id: found.id, sent };
}
async function purged(write: Write) {
  const { id, sent } = await deleted(write);
  await world.context.pool.query(
    "update ticket set deleted_on = deleted_on - interval '31 days' where id = $1",
    [id],
  );
  await purgeDeleted(world.context);
  expect((await tickets()).map((ticket) => ticket.id)).not.toContain(id);
  return { id, sent };
}

describe.each([
  ["a messenger", person],
  ["a mail", sender],
  ["a web chat", visitor],
])("in %s", (_, begin) => {
  test("a client who writes on after a deletion opens another ticket, and the deleted one stays as it is", async () => {
    const write = begin();
    const { id } = await deleted(write);
    const before = await tickets();
    await write("Are you there?");
    const opened = (await tickets()).filter((ticket) => !before.some((one) => one.id === ticket.id));
    expect(opened).toMatchObject([{ deleted_on: null, closed_on: null }]);
    expect(await contents(opened[0]?.id ?? "")).toEqual(["Are you there?"]);
    expect(await contents(id)).toEqual(["A secret"]);
    await write("One more thing");
    expect(await contents(opened[0]?.id ?? "")).toEqual(["Are you there?", "One more thing"]);
  });

  test.each([
    ["deleted", deleted],
    ["purged", purged],
  ])(
    "a message of a %s ticket that comes again brings nothing back, without and with another open ticket",
    async (__, gone) => {
      const write = begin();
      const { sent } = await gone(write);
      const before = await tickets();
      await write("A secret", sent);
      expect(await tickets()).toEqual(before);
      await write("Are you there?");
      const opened = (await tickets()).find((ticket) => !before.some((one) => one.id === ticket.id));
      await write("A secret", sent);
      expect(await contents(opened?.id ?? "")).toEqual(["Are you there?"]);
      expect((await tickets()).length).toBe(before.length + 1);
    },
  );
});

test("a text in an open ticket is appended by the first statement, also where another ticket was purged", async () => {
  const write = person();
  await write("Hello");
  await purged(person());
  const { statements } = await countStatements(world, () => write("Are you there?"));
  expect(statements).toHaveLength(2);
});

test("a visitor's conversations keep their threads apart when one of them was deleted", async () => {
  const browser = openVisitorBrowser(world, chat);
  const one = (await browser.write("One")).conversation.id;
  await world.as("ingrid").post("/close-ticket", { ticketid: one });
  const two = (await browser.write("Two")).conversation.id;
  await world.as("ingrid").post("/close-ticket", { ticketid: two });
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: one });
  const three = (await browser.write("Three")).conversation.id;
  const threads = (await tickets())
    .filter(({ id }) => [one, two, three].includes(id))
    .map(({ thread }) => thread);
  expect(new Set(threads).size).toBe(3);
});

test("another mail with the Message-ID of a purged one is received", async () => {
  const from = "Vera <vera@jetty.example>";
  const { sent } = await purged((text) => mailbox.receive({ from, text, subject: "Once more" }));
  const before = await tickets();
  await mailbox.receive({
    from: "Ivo <ivo@jetty.example>",
    text: "Something else",
    subject: "Hello",
    id: sent,
  });
  expect((await tickets()).length).toBe(before.length + 1);
});

test("a client who moves to another number, or is merged with another, is moved in deleted tickets too", async () => {
  const { id } = await deleted(person());
  const [client, other] = [`client-${last - 1}`, await world.ticket({ client: "Olena K." })];
  await receive(world.context, messenger, [
    {
      kind: "move",
      from: { externalId: client, name: "Olena Koval", username: null, lang: "en" },
      to: { externalId: "new-number", name: "Olena Koval", username: null, lang: "en" },
    } as never,
  ]);
  const { rows } = await world.context.pool.query(
    "select client_external_id, client_id from ticket where id = $1",
    [id],
  );
  expect(rows[0].client_external_id).toBe("new-number");
  const merge = await world
    .as("ingrid")
    .post(`/admin/${other.client_id}/merge-client`, { clientid: rows[0].client_id });
  expect(merge.statusCode, merge.body).toBe(200);
  const restored = await world.as("ingrid").post("/admin/restore-ticket", { ticketid: id });
  expect(restored.json()).toMatchObject({ clientid: other.client_id });
});
