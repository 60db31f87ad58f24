/** Splitting a ticket: who may, what is refused, what the new ticket has, and what undoing leaves. */
import { randomUUID } from "node:crypto";
import type { ChatAnswer, Message } from "@parley/contract/messages";
import type { NotesAnswer } from "@parley/contract/notes";
import type { EverythingAnswer } from "@parley/contract/search";
import type { Ticket } from "@parley/contract/tickets";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { form } from "../../../../test/world/form.ts";
import { plantPair } from "../../../../test/world/merged-pair.ts";
import { messageIds, plantTexts, split } from "../../../../test/world/split-ticket.ts";
import { connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { receive } from "../../channels/inbound/receive.ts";
import type { Channel } from "../../channels/seam/adapter.ts";
import { insertMail } from "../messages/mail-rows.ts";
import { recountTotals, storedTotals } from "../totals/totals.fixture.ts";
import { addUpTotals } from "../totals/totals.ts";
import { purgeDeleted } from "./purge.ts";

let world: World;
let channel: Channel;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  const { id, companyId, externalId, token } = world.channels.harbour;
  channel = { id, companyId, externalId, platform: "telegram", name: "Harbour Travel", credentials: token };
});
afterAll(() => world.close());
beforeEach(() => {
  world.clock.advance(60_000);
  world.published.length = 0;
});

type Agent = Parameters<World["as"]>[0];
const ask = (agent: Agent, ticketid: string, messageids: string[], subject = "The invoice") =>
  world.as(agent).post("/split-ticket", { ticketid, messageids, subject });
const undo = (agent: Agent, ticketid: string) => world.as(agent).post("/unsplit-ticket", { ticketid });
const get = async <Answer>(path: string, agent: Agent = "mira") =>
  (await world.as(agent).get(path)).json<Answer>();
const chatOf = async (id: string) =>
  Object.values((await get<ChatAnswer>(`/${id}/3/chat`)).selectedSections).flat();
const query = async (text: string, values: unknown[]) => (await world.context.pool.query(text, values)).rows;

/** Removes what was deleted, as after thirty-one days. */
async function purgeAll() {
  await query(
    "update ticket set deleted_on = deleted_on - interval '31 days' where deleted_on is not null",
    [],
  );
  await purgeDeleted(world.context);
}

const write = (thread: string, content: string) =>
  receive(world.context, channel, [
    {
      kind: "message",
      ...{ externalId: `${thread}:${randomUUID()}`, sentOn: world.clock.now(), type: "text", content },
      ...{ from: { externalId: thread, name: "Olena Koval", username: null, lang: "en" } },
      ...{ caption: null, media: null, album: null, replyToExternalId: null },
    },
  ]);

describe("splitting", () => {
  test("strangers, agents of another department or company, and those who do not handle the ticket are refused", async () => {
    const { ticket, ids } = await plantTexts(world, ["One", "Two"], { handler: "jonas" });
    const body = { ticketid: ticket.id, messageids: ids, subject: "The invoice" };
    expect((await world.stranger.post("/split-ticket", body)).statusCode).toBe(401);
    expect((await world.stranger.post("/unsplit-ticket", { ticketid: ticket.id })).statusCode).toBe(401);
    expect((await ask("mira", ticket.id, ids)).statusCode).toBe(403);
    const hidden = await plantTexts(world, ["One"], { department: "refunds", handler: "jonas" });
    const foreign = await world.ticket({ department: "general" });
    expect((await ask("mira", hidden.ticket.id, hidden.ids)).statusCode).toBe(404);
    expect((await ask("mira", foreign.id, await messageIds(world, foreign.id))).statusCode).toBe(404);
    expect((await undo("mira", foreign.id)).statusCode).toBe(404);
  });

  test("splitting takes from one to a hundred messages, all of the ticket, and a subject", async () => {
    const { ticket, ids } = await plantTexts(world, ["One"]);
    const other = await plantTexts(world, ["Other"]);
    const many = Array.from({ length: 500 }, () => randomUUID());
    expect((await ask("mira", ticket.id, [])).statusCode).toBe(400);
    expect((await ask("mira", ticket.id, many)).statusCode).toBe(400);
    expect((await ask("mira", ticket.id, ids, "  ")).statusCode).toBe(400);
    expect((await ask("mira", ticket.id, [...ids, ...other.ids])).statusCode).toBe(404);
    expect((await ask("mira", ticket.id, [...ids, randomUUID()])).statusCode).toBe(404);
    expect(await query("select 1 from ticket where split_from = $1", [ticket.id])).toEqual([]);
  });

  test("a closed or deleted ticket is not split", async () => {
    const { ticket, ids } = await plantTexts(world, ["One"]);
    await world.as("mira").post("/close-ticket", { ticketid: ticket.id, silently: true });
    expect((await ask("mira", ticket.id, ids)).statusCode).toBe(403);
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
    expect((await ask("ingrid", ticket.id, ids)).statusCode).toBe(404);
  });

  test("lines of the timeline and messages that the client does not have are not copied", async () => {
    const { ticket } = await plantTexts(world, ["One"]);
    for (const draft of [
      { status: "queued" as const, content: "Not yet" },
      { status: "failed" as const, content: "Never" },
      { status: "uncertain" as const, content: "Perhaps" },
      { type: "close" as const, content: "Mira" },
    ]) {
      const { id } = await world.message(ticket, { agent: world.agents.mira, ...draft });
      expect((await ask("mira", ticket.id, [id])).json()).toMatchObject({
        reason: { code: "split_not_at_client" },
      });
    }
  });

  test("the later of two agents who split the same message at once is refused; a repeat by the same one changes nothing", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { ticket, ids } = await plantTexts(world, ["One", "Two"]);
      const [first, second] = ids as [string, string];
      const answers = await Promise.all([
        ask("mira", ticket.id, [first]),
        ask("ingrid", ticket.id, [first, second]),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      expect(refused?.json()).toMatchObject({ reason: { code: "split_already" } });
    }
    const { ticket, ids } = await plantTexts(world, ["One", "Two"]);
    const [made, again] = [await ask("mira", ticket.id, ids), await ask("mira", ticket.id, ids)];
    expect(again.json<Ticket>().ticketid).toBe(made.json<Ticket>().ticketid);
    expect((await ask("ingrid", ticket.id, ids)).statusCode).toBe(409);
    expect((await ask("mira", ticket.id, ids.slice(1))).statusCode).toBe(409);
    expect(await query("select 1 from ticket where split_from = $1", [ticket.id])).toHaveLength(1);
  });
});

describe("the new ticket", () => {
  test("the new ticket has copies in their order and with their times, a subject, and the client, handler and department", async () => {
    const { ticket, ids } = await plantTexts(world, ["One", "Two"]);
    const answer = await world.message(ticket, {
      ...{ agent: world.agents.mira, content: "Mine", status: "read", external_id: randomUUID() },
      ...{ original_id: ids[1], reaction: "👍" },
    });
    await world.message(ticket, { content: "Three" });
    world.clock.advance(3_600_000);
    const before = await chatOf(ticket.id);
    const made = await split(world, "mira", ticket.id, [answer.id, ids[1] as string]);
    expect(made).toMatchObject({
      ...{ subject: "The invoice", clientid: ticket.client_id, stage: "accepted", split_from: ticket.id },
      ...{ userid: world.agents.mira.id, departmentid: ticket.department_id, last_seq: 2 },
      ...{ client_messages: 0, unread: 0, updated_on: world.clock.now().toISOString() },
      last_message: { content: "Mine", isagent: true },
    });
    expect(made).not.toHaveProperty("waits_since");
    const copies = await chatOf(made.ticketid);
    expect(copies).toMatchObject([
      { seq: 1, content: "Two", copied: true, isagent: false, created_on: before[1]?.created_on },
      {
        ...{ seq: 2, content: "Mine", copied: true, created_by: world.agents.mira.id, reaction: null },
        ...{ status: null, created_on: before[2]?.created_on, originalMessageId: copies[0]?.messageid },
      },
    ]);
    const marked = (await chatOf(ticket.id)).map(({ split_into }) => split_into);
    expect(marked).toEqual([undefined, made.ticketid, made.ticketid, undefined]);
    const open = (await get<Ticket[]>("/tickets")).map(({ ticketid }) => ticketid);
    expect(open).toEqual(expect.arrayContaining([ticket.id, made.ticketid]));
  });

  test("both tickets have a line that names the other; screens hear of all", async () => {
    const { ticket, ids } = await plantTexts(world, ["One", "Two"]);
    const made = await split(world, "mira", ticket.id, ids);
    const linesOf = async (id: string) => (await get<NotesAnswer>(`/${id}/notes`)).lines;
    expect(await linesOf(ticket.id)).toMatchObject([
      { kind: "ticket_split", other: made.ticketid, messages: 2 },
    ]);
    expect(await linesOf(made.ticketid)).toMatchObject([
      { kind: "ticket_split_off", other: ticket.id, messages: 2 },
    ]);
    const names = world.published.map(({ event }) => event);
    expect(names).toEqual([
      ...["messageUpdate", "messageUpdate", "newTicket", "newEventLine", "updateTicket", "newEventLine"],
    ]);
    const lines = world.published.flatMap(({ event, payload }) =>
      event === "newEventLine" ? [payload] : [],
    );
    expect(lines).toEqual([...(await linesOf(made.ticketid)), ...(await linesOf(ticket.id))]);
    world.published.length = 0;
    expect((await undo("mira", made.ticketid)).json()).toEqual({ ticketid: ticket.id });
    expect(world.published).toMatchObject([
      { event: "messageUpdate", payload: { split_into: null } },
      { event: "messageUpdate", payload: { split_into: null } },
      { event: "removeTicket", payload: { ticketid: made.ticketid, into: ticket.id } },
      { event: "newEventLine", payload: { kind: "ticket_unsplit" } },
    ]);
    expect(await linesOf(ticket.id)).toMatchObject([
      { kind: "ticket_unsplit" },
      { kind: "ticket_split", other: null },
    ]);
  });

  test("the new ticket waits to be accepted where the old one does, and answers on the client's account", async () => {
    const waiting = await world.ticket({ messages: ["One"] });
    const made = await split(world, "ingrid", waiting.id, await messageIds(world, waiting.id));
    expect(made).toMatchObject({ stage: "pending", userid: null });
    const { ticket, ids } = await plantTexts(world, ["One"]);
    const answered = await split(world, "mira", ticket.id, ids);
    const copy = (await messageIds(world, answered.ticketid))[0];
    await query("update message set external_id = $2 where id = $1", [
      ids[0],
      `${ticket.client_external_id}:77`,
    ]);
    const sent = await world.as("mira").post("/send-message", {
      ...{ ticketid: answered.ticketid, content: "Here it is", originalMessageId: copy },
    });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(sent.json<Message>()).toMatchObject({ ticketid: answered.ticketid, seq: 2 });
    await world.drain();
    // The simulated network does not know the client, and says so: it was tried.
    const [{ status }] = await query("select status from message where id = $1", [
      sent.json<Message>().messageid,
    ]);
    expect(status).toBe("failed");
  });

  test("the new ticket gets no message of the client's thread, and is in the figures once", async () => {
    const { ticket, ids, thread } = await plantTexts(world, ["One"]);
    const made = await split(world, "mira", ticket.id, ids);
    await write(thread, "On the same thread");
    expect((await chatOf(ticket.id)).map(({ content }) => content)).toEqual(["One", "On the same thread"]);
    expect(await get<Ticket>(`/tickets/${ticket.id}`)).toMatchObject({ client_messages: 2, unread: 2 });
    expect(await get<Ticket>(`/tickets/${made.ticketid}`)).toMatchObject({ client_messages: 0, last_seq: 1 });
    await addUpTotals(world.context);
    expect(await storedTotals(world)).toEqual(await recountTotals(world));
    expect((await undo("mira", made.ticketid)).statusCode).toBe(200);
    await addUpTotals(world.context);
    expect(await storedTotals(world)).toEqual(await recountTotals(world));
  });

  test("the new ticket has messages of merged tickets, and answers on the account of the client's newest", async () => {
    const pair = await plantPair(world);
    await world.as("mira").post("/merge-tickets", { ticketid: pair.merged, into: pair.target });
    const [first] = await messageIds(world, pair.target);
    const [second] = await messageIds(world, pair.merged);
    const made = await split(world, "mira", pair.merged, [second as string, first as string]);
    expect((await chatOf(made.ticketid)).map(({ content }) => content)).toEqual(["The first", "The second"]);
    expect(made.split_from).toBe(pair.target);
    const [row] = await query("select client_external_id from ticket where id = $1", [made.ticketid]);
    expect(row).toEqual({ client_external_id: pair.threads.merged });
    const updates = world.published.filter(({ event }) => event === "messageUpdate");
    expect(updates.map(({ payload }) => (payload as Message).ticketid)).toEqual([pair.target, pair.target]);
    // Taken apart meanwhile, the originals are in two tickets.
    await world.as("mira").post("/unmerge-ticket", { ticketid: pair.merged });
    expect((await undo("mira", made.ticketid)).json()).toEqual({ ticketid: pair.target });
    expect(await query("select 1 from message where split_into = $1", [made.ticketid])).toEqual([]);
  });

  test("a visitor sees it as a conversation of its own", async () => {
    const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
    const browser = openVisitorBrowser(world, chat);
    const { conversation } = await browser.write("Hello from the page");
    await world.as("mira").post("/acceptTicket", { ticketid: conversation.id });
    const made = await split(world, "mira", conversation.id, await messageIds(world, conversation.id));
    const written = await browser.write("About the invoice", { conversation: made.ticketid });
    expect(written.conversation).toMatchObject({ id: made.ticketid, seq: 2 });
    expect((await undo("mira", made.ticketid)).json()).toMatchObject({ reason: { code: "split_changed" } });
    const other = await browser.write("Back to the first", { conversation: conversation.id });
    expect(other.conversation).toMatchObject({ id: conversation.id, seq: 2 });
  });
});

describe("mails", () => {
  async function plantMail() {
    const { ticket } = await plantTexts(world, []);
    const message = await world.message(ticket, { content: "See below", has_mail: true });
    const html = await plantFile(ticket.id, "message.json");
    const fileId = await plantFile(ticket.id, "pelican.pdf");
    await world.desk("harbour", (scope) =>
      insertMail(scope, ticket, message.id, {
        ...{ ref: `<${message.id}@mail.example>`, references: ["<r@mail.example>"], html: null },
        ...{ why: { kind: "new" }, subject: "Zeppelin", sender: { name: null, address: "o@quay.example" } },
        ...{ to: [], cc: [{ name: "Bruno", address: "b@ferrante.example" }], htmlFileId: html },
        ...{ files: [{ fileId, cid: null, inline: false }] },
        people: [{ name: "Bruno", address: "b@ferrante.example" }],
      }),
    );
    return { ticket, message };
  }

  test("a mail is copied with its head, files and people; what answers it stays on its thread", async () => {
    const { ticket, message } = await plantMail();
    const made = await split(world, "mira", ticket.id, [message.id]);
    const [copy] = await chatOf(made.ticketid);
    expect(copy).toMatchObject({
      mail: { subject: "Zeppelin", cc: [{ name: "Bruno", address: "b@ferrante.example" }] },
      files: [{ name: "pelican.pdf" }],
    });
    const [original] = await chatOf(ticket.id);
    expect(copy?.files[0]?.fileid).not.toBe(original?.files[0]?.fileid);
    expect(made.subject).toBe("The invoice");
    expect(await query("select external_id from participant where ticket_id = $1", [made.ticketid])).toEqual([
      { external_id: "b@ferrante.example" },
    ]);
    expect(
      await query("select ticket_id from mail_reference where message_ref = $1", [
        `<${message.id}@mail.example>`,
      ]),
    ).toEqual([{ ticket_id: ticket.id }]);
    expect((await undo("mira", made.ticketid)).statusCode).toBe(200);
    expect(await query("select 1 from file where ticket_id = $1", [made.ticketid])).toEqual([]);
  });
});

async function plantFile(ticketId: string, name: string): Promise<string> {
  const key = `${world.companies.harbour.id}/${randomUUID()}`;
  await world.context.files.put(key, Buffer.from("bytes"));
  const [row] = await query(
    "insert into file (company_id, ticket_id, name, state, size, media_type, storage_key) values ($1, $2, $3, 'ready', 5, 'text/plain', $4) returning id",
    [world.companies.harbour.id, ticketId, name, key],
  );
  return row.id;
}

describe("files", () => {
  const plant = async () => {
    const { ticket } = await plantTexts(world, ["With a file"]);
    const file_id = await plantFile(ticket.id, "walrus.txt");
    const message = await world.message(ticket, { type: "document", content: "", file_id });
    return { ticket, message, file_id };
  };
  const keyOf = async (ticketId: string) => {
    const [row] = await query("select storage_key as key from file where ticket_id = $1", [ticketId]);
    return row?.key as string;
  };
  const bytes = async (key: string) => {
    const chunks = [];
    for await (const chunk of await world.context.files.read(key)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  test("a copy is read in the new ticket, and its bytes stay when the old one is removed for good", async () => {
    const { ticket, message } = await plant();
    const made = await split(world, "mira", ticket.id, [message.id]);
    const [copy] = await chatOf(made.ticketid);
    const key = await keyOf(made.ticketid);
    expect(key).toBe(await keyOf(ticket.id));
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
    expect((await world.as("mira").get(copy?.path ?? "")).body).toBe("bytes");
    expect((await undo("mira", made.ticketid)).json()).toMatchObject({
      reason: { code: "split_source_gone" },
    });
    await purgeAll();
    expect(await query("select id from ticket where id = $1", [ticket.id])).toEqual([]);
    expect(await bytes(key)).toBe("bytes");
    expect(await get<Ticket>(`/tickets/${made.ticketid}`)).not.toHaveProperty("split_from");
    expect((await undo("mira", made.ticketid)).json()).toMatchObject({ reason: { code: "not_split" } });
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: made.ticketid });
    await purgeAll();
    await expect(bytes(key)).rejects.toThrow();
  });

  test("the bytes of a copy stay when the client deletes the original, and go with the last row that names them", async () => {
    const { ticket, message } = await plant();
    await query("update message set external_id = $2 where id = $1", [message.id, `del:${message.id}`]);
    const made = await split(world, "mira", ticket.id, [message.id]);
    const key = await keyOf(made.ticketid);
    await receive(world.context, channel, [{ kind: "delete", externalId: `del:${message.id}` }]);
    expect(await chatOf(ticket.id)).toMatchObject([{}, { type: "deleted" }]);
    expect(await chatOf(made.ticketid)).toMatchObject([{ type: "document", file_name: "walrus.txt" }]);
    expect(await bytes(key)).toBe("bytes");
    expect((await undo("mira", made.ticketid)).statusCode).toBe(200);
    await expect.poll(() => bytes(key).catch(() => "gone")).toBe("gone");
  });

  test("a file that the provider still holds is fetched for the copy, too", async () => {
    const { ticket, message, file_id } = await plant();
    await query(
      "update file set state = 'arriving', storage_key = null, remote_ref = 'there', attempts = 3 where id = $1",
      [file_id],
    );
    const made = await split(world, "mira", ticket.id, [message.id]);
    const rows = await query("select copy_of, state, remote_ref from file where ticket_id = $1", [
      made.ticketid,
    ]);
    expect(rows).toEqual([{ copy_of: null, state: "arriving", remote_ref: "there" }]);
    const jobs = await query("select 1 from graphile_worker.jobs where task_identifier = 'fetch_media'", []);
    expect(jobs.length).toBeGreaterThan(0);
    await world.drain();
  });

  test("the client's gallery shows a copied file once", async () => {
    const { ticket, message } = await plant();
    const made = await split(world, "mira", ticket.id, [message.id]);
    const files = await get<{ ticketid: string }[]>(`/admin/${ticket.client_id}/client-files`, "ingrid");
    expect(files).toMatchObject([{ ticketid: ticket.id }]);
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
    const left = await get<{ ticketid: string }[]>(`/admin/${ticket.client_id}/client-files`, "ingrid");
    expect(left).toMatchObject([{ ticketid: made.ticketid }]);
  });
});

describe("the search", () => {
  const ticketsOf = async (q: string, kind: string, agent: Agent) =>
    (await get<EverythingAnswer>(`/search?q=${q}`, agent)).groups
      .filter((group) => group.kind === kind)
      .flatMap(({ hits }) => hits.map(({ ticket }) => ticket?.ticketid));

  test("the search finds a copied text once, in the original; in the copy where that is not seen", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const { ticket, ids } = await plantTexts(world, [`A ${word} here`]);
    const file = await plantFile(ticket.id, `${word}.txt`);
    const message = await world.message(ticket, { type: "document", content: "", file_id: file });
    const made = await split(world, "ingrid", ticket.id, [...ids, message.id]);
    for (const kind of ["messages", "files"])
      expect(await ticketsOf(word, kind, "ingrid")).toEqual([ticket.id]);
    const { id: departmentid } = world.departments.refunds;
    const moved = await world
      .as("ingrid")
      .post("/ticket/change-department", { ticketid: ticket.id, newDepartment: departmentid });
    expect(moved.statusCode, moved.body).toBe(200);
    for (const kind of ["messages", "files"])
      expect(await ticketsOf(word, kind, "mira")).toEqual([made.ticketid]);
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
    for (const kind of ["messages", "files"])
      expect(await ticketsOf(word, kind, "ingrid")).toEqual([made.ticketid]);
  });
});

describe("undoing", () => {
  test("undoing leaves every row as it was, and is refused to who does not handle the new ticket, and again", async () => {
    const { ticket, ids } = await plantTexts(world, ["One", "Two"]);
    const tables = [
      "ticket",
      "message",
      "file",
      "message_mail",
      "message_file",
      "ticket_read",
      "participant",
    ];
    const snapshot = async () => {
      const rows = [];
      for (const table of tables)
        rows.push(await query(`select to_jsonb(t) as row from "${table}" t order by to_jsonb(t)::text`, []));
      return rows;
    };
    const before = await snapshot();
    const made = await split(world, "mira", ticket.id, ids);
    expect((await undo("jonas", made.ticketid)).statusCode).toBe(403);
    expect((await undo("mira", ticket.id)).json()).toMatchObject({ reason: { code: "not_split" } });
    await get(`/tickets/${made.ticketid}`);
    await world.as("mira").post("/follow-ticket", { ticketid: made.ticketid });
    expect((await undo("mira", made.ticketid)).statusCode).toBe(200);
    expect(await snapshot()).toEqual(before);
    expect((await undo("mira", made.ticketid)).statusCode).toBe(404);
    expect((await split(world, "mira", ticket.id, ids)).last_seq).toBe(2);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["a message", (ticketid) => world.as("mira").post("/send-message", { ticketid, content: "Yes" })],
    ["a note", (ticketid) => world.as("mira").post("/write-note", { ticketid, content: "Look" })],
    [
      "a file in a note",
      (ticketid) =>
        world
          .as("mira")
          .post("/send-note-file", undefined, form({ ticketid }, { name: "a.txt", content: "x" })),
    ],
    [
      "a priority",
      (ticketid) => world.as("mira").post("/ticket/set-priority", { ticketid, priority: "high" }),
    ],
    ["a draft", (ticketid) => world.as("mira").post("/save-draft", { ticketid, content: "Dear" })],
    ["a closing", (ticketid) => world.as("mira").post("/close-ticket", { ticketid, silently: true })],
    [
      "a further splitting",
      async (ticketid) => split(world, "mira", ticketid, await messageIds(world, ticketid)),
    ],
    [
      "a merging",
      async (ticketid) => {
        const [{ split_from }] = await query("select split_from from ticket where id = $1", [ticketid]);
        return world.as("mira").post("/merge-tickets", { ticketid, into: split_from });
      },
    ],
    [
      "a merging into it",
      async (into) => {
        const [{ split_from }] = await query("select split_from from ticket where id = $1", [into]);
        return world.as("mira").post("/merge-tickets", { ticketid: split_from, into });
      },
    ],
  ])("undoing is refused after %s", async (_what, change) => {
    const { ticket, ids } = await plantTexts(world, ["One"]);
    const made = await split(world, "mira", ticket.id, ids);
    await change(made.ticketid);
    const refused = await undo("ingrid", made.ticketid);
    expect([400, 403, 409]).toContain(refused.statusCode);
    expect(await query("select 1 from message where split_from = $1", [ids[0]])).toHaveLength(1);
  });

  test("the later of two agents who undo at once is told that it is gone", async () => {
    const { ticket, ids } = await plantTexts(world, ["One"]);
    const made = await split(world, "mira", ticket.id, ids);
    const answers = await Promise.all([undo("mira", made.ticketid), undo("ingrid", made.ticketid)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  test("a deleted copy no longer marks its original once it is removed for good", async () => {
    const { ticket, ids } = await plantTexts(world, ["One"]);
    const made = await split(world, "mira", ticket.id, ids);
    await world.as("ingrid").post("/admin/delete-ticket", { ticketid: made.ticketid });
    await purgeAll();
    expect((await chatOf(ticket.id))[0]).not.toHaveProperty("split_into");
  });
});

test("no automatic message is sent for a splitting, nor for the client's first answer in the new ticket", async () => {
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const browser = openVisitorBrowser(world, chat);
  const { conversation } = await browser.write("Hello from the page");
  await world.as("mira").post("/acceptTicket", { ticketid: conversation.id });
  const rule = {
    ...{ name: "Welcome", occasion: "conversation_begins", delay_minutes: 0, closes: false },
    ...{ channel_ids: [], department_ids: [], default_language: "en", texts: { en: "Welcome!" } },
  };
  const created = await world.as("ingrid").post("/admin/automatic-messages", rule);
  expect(created.statusCode, created.body).toBeLessThan(500);
  const made = await split(world, "mira", conversation.id, await messageIds(world, conversation.id));
  await world.drain();
  expect(await query("select 1 from automatic_due where ticket_id = $1", [made.ticketid])).toEqual([]);
  expect(
    await query("select 1 from message where ticket_id = $1 and split_from is null", [made.ticketid]),
  ).toEqual([]);
});
