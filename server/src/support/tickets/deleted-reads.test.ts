/** Tries every read, and every call that changes something, with the ids of a deleted ticket: nothing of it is found. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changingCalls, type Ids, plantIds } from "../../../../test/world/changing-calls.ts";
import { form } from "../../../../test/world/form.ts";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { connectVisitor, connectWebChat, openVisitorBrowser } from "../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { publicLink } from "../../files/public-link.ts";
import { routesOf } from "../../http/guard.ts";
import { notifyFailure } from "../notifications/failure.ts";
import { notifyUnreadTicket } from "../notifications/unread.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
let ids: Ids;
beforeAll(async () => {
  world = await createWorld({ manyCalls: true });
  ids = await plantIds(world, "harbour");
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

/** A word that is in each text of the ticket. */
const canary = "Zanzibarcanary";
const readers = ["mira", "jonas", "tomas", "ingrid"] as const;

async function plant() {
  const ticket = await world.ticket({ handler: "mira", messages: [`${canary} one`] });
  const agent = { id: world.agents.mira.id };
  const message = await world.message(ticket, { agent, content: `${canary} two`, status: "failed" });
  await world.desk("harbour", ({ db, companyId, now }) =>
    db
      .insertInto("failed_message")
      .values({
        ...{ company_id: companyId, message_id: message.id, ticket_id: ticket.id },
        ...{ agent_id: agent.id, failed_on: now },
      })
      .execute(),
  );
  const mira = world.as("mira");
  const noteid = randomUUID();
  const mentions = { agents: [world.agents.jonas.id] };
  const calls: [string, object][] = [
    ["/write-note", { ticketid: ticket.id, content: `${canary} note`, noteid, mentions }],
    ["/save-draft", { ticketid: ticket.id, content: `${canary} draft` }],
    ["/save-note-draft", { ticketid: ticket.id, content: `${canary} note draft` }],
    [`/${ticket.id}/pin-message`, { messageid: message.id }],
    ["/ticket/change-tags", { ticketid: ticket.id, add: [ids.tagid] }],
  ];
  for (const [path, body] of calls) {
    const answer = await mira.post(path, body);
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300);
  }
  await world.as("jonas").post("/follow-ticket", { ticketid: ticket.id });
  const file = { name: `${canary}.txt`, content: canary };
  const sent = await mira.post("/send-note-file", undefined, form({ ticketid: ticket.id }, file));
  expect(sent.statusCode, sent.body).toBe(201);
  await world.drain();
  world.clock.advance(3_000);
  await world.drain();
  return { ticket, message, noteid, fileLink: linkIn(sent.body) };
}

const linkIn = (body: string) => /"(\/files\/[^"]+)"/.exec(body)?.[1] ?? "";

type Planted = Awaited<ReturnType<typeof plant>>;

/** The path of each read, with the ticket's ids and the canary wherever it takes any. */
function readsOf({ ticket, message }: Planted): string[] {
  const values: Record<string, string> = {
    ...{ ticketid: ticket.id, messageid: message.id, clientid: ticket.client_id, keyword: canary },
    ...{
      state: "open",
      offset: "0",
      index: "1",
      created_on: "0",
      term: "Petrov",
      userid: world.agents.jonas.id,
    },
    ...{ channelid: ids.channelid, id: ticket.client_id, name: "x", file: "x", variant: "original" },
    fileid: randomUUID(),
    username: "mira",
    platform: "telegram",
  };
  const gets = routesOf(world.app).filter(
    ({ method, ability }) => method === "GET" && !["public", "webhook", "visitor"].includes(ability),
  );
  const paths = gets.map(({ url }) =>
    url.replace(/:(\w+)/g, (_all, slot: string) => values[slot] ?? randomUUID()),
  );
  const closed = paths.map((path) => path.replace(/\/open$/, "/closed"));
  const more = [
    `/tickets/${ticket.id.slice(0, 8)}`,
    `/get-chat-slice?ticketid=${ticket.id}&before=9`,
    `/search-message?ticketid=${ticket.id}&keyword=${canary}`,
    `/search?q=${canary}`,
    ...["tickets", "messages", "notes", "files"].map((kind) => `/search?q=${canary}&kind=${kind}`),
    `/search?q=${ticket.id.slice(0, 8)}`,
    `/search-ticket/${ticket.id.slice(0, 8)}/open`,
    `/search-ticket/${ticket.id.slice(0, 8)}/closed`,
    `/admin/${world.agents.mira.id}/user-actions?filter=ALL`,
    `/admin/${ticket.client_id}/get-client`,
    `/get-tickets?stage=closed`,
    `/get-tickets?agent=${world.agents.mira.id}`,
  ];
  return [...new Set([...paths, ...closed, ...more])];
}

/** Administrators read in these what was deleted; the ledger's record of it names the ticket. */
const listing = ["/admin/deleted-tickets", "/admin/audit-log", "/admin/export-audit-log"];

async function found(planted: Planted): Promise<string[]> {
  const { ticket } = planted;
  const hits: string[] = [];
  for (const reader of readers)
    for (const path of [...readsOf(planted), planted.fileLink]) {
      const answer = await world.as(reader).get(path);
      const named = answer.body.includes(ticket.id) && !listing.some((one) => path.startsWith(one));
      if (answer.body.includes(canary) || named) hits.push(`${reader} ${path} ${answer.statusCode}`);
      if (answer.statusCode >= 500) hits.push(`${reader} ${path} ${answer.statusCode}`);
    }
  return hits;
}

test("no read finds a deleted ticket, and each finds it again once it is restored", async () => {
  const planted = await plant();
  const { ticket, fileLink } = planted;
  expect(fileLink).not.toBe("");
  const before = await found(planted);
  expect(before.length).toBeGreaterThan(40);
  const line = await connectSocket(live.url, { cookie: await world.as("mira").cookie(), origin: live.url });
  expect(await line.emit("openTicket", { ticketid: ticket.id })).toEqual({ ok: true });
  const ingrid = world.as("ingrid");
  const wasOpen = await ingrid.post("/admin/delete-ticket", { ticketid: ticket.id });
  expect(wasOpen.statusCode, wasOpen.body).toBe(200);
  expect(await line.receives("removeTicket")).toEqual({ ticketid: ticket.id, deleted: true });
  expect(await found(planted)).toEqual([]);

  line.received.length = 0;
  expect(await line.emit("openTicket", { ticketid: ticket.id })).toMatchObject({ ok: false });
  expect(await line.emit("typing", { ticketid: ticket.id })).toMatchObject({ ok: false });
  expect(JSON.stringify(line.received)).not.toContain(canary);

  // Jobs that were waiting say nothing of it either.
  world.published.length = 0;
  const { companyId } = world.agents.mira.actor;
  await notifyUnreadTicket(world.context, { companyId, ticketId: ticket.id });
  await notifyFailure(world.context, { companyId, messageId: planted.message.id });
  await world.drain();
  expect(world.published).toEqual([]);

  const back = await ingrid.post("/admin/restore-ticket", { ticketid: ticket.id, reopen: true });
  expect(back.statusCode, back.body).toBe(200);
  const again = await found(planted);
  expect(before.filter((hit) => !again.includes(hit))).toEqual([]);
});

test("no call changes anything of a deleted ticket: it is answered as an unknown one", async () => {
  const { ticket, message, noteid } = await plant();
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
  const state = async () => {
    const { rows } = await world.context.pool.query(
      "select to_jsonb(t) as ticket, (select jsonb_agg(m order by seq) from message m where m.ticket_id = t.id) as messages from ticket t where id = $1",
      [ticket.id],
    );
    return rows;
  };
  const before = await state();
  const gone: Ids = { ...ids, ticketid: ticket.id, otherTicket: ticket.id, messageid: message.id, noteid };
  let tried = 0;
  for (const [route, callOf] of Object.entries(changingCalls)) {
    if (route.startsWith("POST /admin/delete-ticket") || route.startsWith("POST /admin/restore-ticket"))
      continue;
    const { path, body = {}, form: sent } = callOf(gone);
    const given = JSON.stringify({ path, body, sent: sent?.fields });
    if (!given.includes(ticket.id)) continue;
    const [, url = ""] = route.split(" ");
    const payload = sent && form(sent.fields, { name: "black.png", content: sent.file, field: sent.field });
    const send = (agent: "mira" | "ingrid") =>
      payload
        ? world.as(agent).post(path ?? url, undefined, payload)
        : world.as(agent).post(path ?? url, body);
    for (const agent of ["mira", "ingrid"] as const) {
      const answer = await send(agent);
      expect([route, agent, answer.statusCode, answer.body.includes(canary)]).toEqual([
        route,
        agent,
        404,
        false,
      ]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(30);
  const many = { ticketids: [ticket.id], change: { kind: "close" } };
  const answer = await world.as("ingrid").post("/tickets/change", many);
  expect(answer.json()).toMatchObject({ changed: [], refused: [{ ticketid: ticket.id }] });
  expect(await state()).toEqual(before);
});

test("a public link to a file of a deleted ticket is answered with 404", async () => {
  const ticket = await world.ticket({ handler: "mira" });
  const key = `${ticket.company_id}/${randomUUID()}`;
  await world.context.files.put(key, Buffer.from(canary));
  const file = await world.desk("harbour", ({ db, companyId }) =>
    db
      .insertInto("file")
      .values({
        ...{ company_id: companyId, ticket_id: ticket.id, name: "a.txt", state: "ready" as const },
        ...{ storage_key: key, size: canary.length, media_type: "text/plain" },
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const { pathname, search } = new URL(publicLink(world.context, file, { days: 1 }));
  expect((await world.stranger.get(pathname + search)).statusCode).toBe(200);
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
  const answer = await world.stranger.get(pathname + search);
  expect([answer.statusCode, answer.body.includes(canary)]).toEqual([404, false]);
});

test("a visitor's page leaves a conversation that was deleted, and no call of theirs finds it", async () => {
  const chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  const browser = openVisitorBrowser(world, chat);
  const { conversation } = await browser.write(`${canary} from a page`);
  const sent = await browser.sendFile("canary.txt", Buffer.from(canary), { conversation: conversation.id });
  const link = linkIn(JSON.stringify(sent)) || "";
  const page = await connectVisitor(live.url, { key: chat.key, token: browser.token });
  expect((await browser.get("me")).body).toContain(conversation.id);
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: conversation.id });
  expect(await page.cut).toBe("io server disconnect");
  const reads = ["me", `messages?conversation=${conversation.id}&limit=50`];
  for (const read of reads) {
    const answer = await browser.get(read);
    expect([read, answer.body.includes(canary), answer.body.includes(conversation.id)]).toEqual([
      read,
      false,
      false,
    ]);
  }
  expect((await browser.get(reads[1] ?? "")).statusCode).toBe(404);
  if (link) expect((await world.stranger.get(link)).statusCode).toBe(404);
  for (const [call, body] of [
    ["rate", { conversation: conversation.id, stars: 3 }],
    ["read", { conversation: conversation.id, seq: 1 }],
  ] as const)
    expect([call, (await browser.post(call, body)).statusCode]).toEqual([call, 404]);
  await world.as("ingrid").post("/admin/restore-ticket", { ticketid: conversation.id });
  expect((await browser.get("me")).body).toContain(conversation.id);
});

test("an agent whose only ticket of a client was deleted no longer finds the client", async () => {
  const ticket = await world.ticket({ handler: "mira", client: "Quentin Halloway" });
  const search = async () => (await world.as("mira").get("/Halloway/search-clients")).body;
  expect(await search()).toContain("Halloway");
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: ticket.id });
  expect(await search()).not.toContain("Quentin");
});

test("a tag is counted without deleted tickets", async () => {
  const { tagid } = (await world.as("ingrid").post("/create-tag", { name: "Counted" })).json<{
    tagid: string;
  }>();
  const tagged = [await world.ticket({ handler: "mira" }), await world.ticket({ handler: "mira" })];
  for (const { id } of tagged)
    await world.as("mira").post("/ticket/change-tags", { ticketid: id, add: [tagid] });
  await world.as("ingrid").post("/admin/delete-ticket", { ticketid: tagged[0]?.id });
  const uses = (await world.as("ingrid").get("/admin/tag-uses")).json<{ tagid: string; tickets: number }[]>();
  expect(uses.find((one) => one.tagid === tagid)?.tickets).toBe(1);
});
