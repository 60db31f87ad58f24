/** The calls that a page's visitor may make over HTTP, and the access that their token gives. */

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { VisitorConversation, VisitorMessage } from "@parley/contract/visitors";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { blackPng } from "../../../../../test/world/black-png.ts";
import { oddValues } from "../../../../../test/world/odd-values.ts";
import {
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { sweepTokens } from "./session.ts";
import { sweepUploads } from "./upload.ts";

let world: World;
let chat: WebChat;
let theirs: WebChat;
let visitor: VisitorBrowser;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
  theirs = await connectWebChat(world, { company: "northwind" });
});
afterAll(() => world.close());
beforeEach(() => {
  visitor = openVisitorBrowser(world, chat);
});

const sessions = () =>
  world.desk("harbour", ({ db }) => db.selectFrom("visitor_session").selectAll().execute());
const messagesOf = async (browser: VisitorBrowser, id: string) =>
  (await browser.get(`messages?conversation=${id}`)).json() as { messages: VisitorMessage[]; more: boolean };
const conversations = async (browser: VisitorBrowser) =>
  (await browser.get("me")).json().conversations as VisitorConversation[];
const accept = (ticketid: string) => world.as("mira").post("/acceptTicket", { ticketid });
const reply = (ticketid: string, more = {}) =>
  world.as("mira").post("/send-message", { ticketid, content: "It is on its way.", ...more });

describe("a browser's details", () => {
  test("a browser's details are never refused: the first message arrives, and the next one", async () => {
    for (const odd of oddValues) {
      const page = { url: odd, title: odd };
      for (const first of [
        { name: odd, email: odd, departmentid: odd, language: odd, shown: odd, page },
        { language: odd, page: odd },
        odd ?? {},
      ]) {
        const browser = openVisitorBrowser(world, chat);
        const { message } = await browser.write("Hello", { first });
        expect(message.content, JSON.stringify(first)).toBe("Hello");
        await browser.write("Are you there?", { first });
      }
    }
  });

  test("a browser's details choose the language: the appearance is in English for a browser of another language", async () => {
    const answer = await world.stranger.get(`/visitor/${chat.key}/settings?language=en-US@posix`);
    expect(answer.json()).toMatchObject({ language_chosen: "en" });
  });
});

describe("a token", () => {
  test("a token that is missing, malformed or unknown gives nothing, and stores nothing", async () => {
    const before = (await sessions()).length;
    const path = `/visitor/${chat.key}/me`;
    expect((await world.stranger.get(path)).statusCode).toBe(401);
    expect((await world.stranger.get(path, { headers: { authorization: "Visitor x" } })).statusCode).toBe(
      401,
    );
    expect((await visitor.get("me")).json()).toMatchObject({ code: "signed_out" });
    const unsaid = { messageid: randomUUID(), conversation: null, type: "text", content: "Hello" };
    expect((await visitor.post("send", unsaid)).statusCode).toBe(401);
    expect((await sessions()).length).toBe(before);
  });

  test("a token is kept as its hash alone", async () => {
    await visitor.write("Hello");
    const hash = createHash("sha256").update(visitor.token).digest();
    const found = (await sessions()).find(({ token_hash }) => token_hash.equals(hash));
    expect(JSON.stringify(found)).not.toContain(visitor.token);
    expect(world.logged.join()).not.toContain(visitor.token);
  });

  test("a token of another company's chat, or an agent's session, gives nothing here", async () => {
    const { conversation } = await visitor.write("Hello");
    const elsewhere = openVisitorBrowser(world, theirs, visitor.token);
    expect((await elsewhere.get("me")).statusCode).toBe(401);
    const other = openVisitorBrowser(world, chat);
    await other.write("Hi");
    expect((await other.get(`messages?conversation=${conversation.id}`)).statusCode).toBe(404);
    expect((await world.as("ingrid").get(`/visitor/${chat.key}/me`)).statusCode).toBe(401);
    const headers = { authorization: `Visitor ${visitor.token}` };
    expect((await world.stranger.get("/tickets", { headers })).statusCode).toBe(401);
  });

  test("a token of an unknown or disconnected chat is refused as if it had never been", async () => {
    const gone = await connectWebChat(world);
    const browser = openVisitorBrowser(world, gone);
    await browser.write("Hello");
    await world.as("ingrid").post(`/channels/${gone.channelid}/disconnect`);
    expect((await browser.get("me")).statusCode).toBe(404);
    const unknown = openVisitorBrowser(world, { key: `wk_${"a".repeat(22)}` });
    expect((await unknown.get("me")).statusCode).toBe(404);
  });

  test("a token is noted as used, once a day", async () => {
    await visitor.write("Hello");
    const hash = createHash("sha256").update(visitor.token).digest();
    const used = async () => (await sessions()).find(({ token_hash }) => token_hash.equals(hash))?.used_on;
    const made = await used();
    await visitor.get("me");
    expect(await used()).toEqual(made);
    await world.context.pool.query("update visitor_session set used_on = used_on - interval '2 days'");
    await visitor.get("me");
    expect(await used()).toEqual(world.clock.now());
  });

  test("a token that was not used for a year ends; the conversations stay", async () => {
    const { conversation } = await visitor.write("Hello");
    const other = openVisitorBrowser(world, chat);
    await other.write("Hello");
    const hash = createHash("sha256").update(visitor.token).digest();
    const age = (days: number) =>
      world.context.pool.query(
        "update visitor_session set used_on = $2::timestamptz - make_interval(days => $3) where token_hash = $1",
        [hash, world.clock.now(), days],
      );
    await age(364);
    await sweepTokens(world.context);
    expect((await visitor.get("me")).statusCode).toBe(200);
    await age(366);
    await sweepTokens(world.context);
    expect([(await visitor.get("me")).statusCode, (await other.get("me")).statusCode]).toEqual([401, 200]);
    expect(await ticketOf(conversation.id)).toBeDefined();
  });

  test("a token ends with sign-out", async () => {
    await visitor.write("Hello");
    expect((await visitor.post("sign-out")).statusCode).toBe(200);
    expect((await visitor.get("me")).statusCode).toBe(401);
  });

  test("a blocked client's token is refused", async () => {
    const { conversation } = await visitor.write("Hello");
    const ticket = await ticketOf(conversation.id);
    await world.as("ingrid").post(`/admin/${ticket.client_id}/block`);
    expect((await visitor.get("me")).statusCode).toBe(403);
    await expect(visitor.write("Again")).rejects.toThrow(/blocked/);
  });
});

const ticketOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );

/** The key as `floor/limits/rate-limit.ts` stores it. */
const keyOf = ({ remoteAddress }: VisitorBrowser) =>
  createHash("sha256").update(`new visitor\0${remoteAddress}`).digest();
const beginningsOf = async (browser: VisitorBrowser): Promise<number> => {
  const { rows } = await world.context.pool.query("select count from rate_count where key = $1", [
    keyOf(browser),
  ]);
  return rows[0]?.count;
};

describe("the first message", () => {
  test("the first message makes the client, with name, language and country, and a conversation that waits", async () => {
    const { conversation, message } = await visitor.write("Where is order 7?");
    expect(conversation).toMatchObject({ state: "waiting", agent: null, seq: 1, unread: 0 });
    expect(message).toMatchObject({ mine: true, seq: 1, content: "Where is order 7?", author: null });
    const ticket = await ticketOf(conversation.id);
    expect([ticket.platform, ticket.department_id]).toEqual(["web", world.departments.bookings.id]);
    const identity = await world.desk("harbour", ({ db }) =>
      db
        .selectFrom("client_identity")
        .innerJoin("client", "client.id", "client_identity.client_id")
        .select(["client.name", "client_identity.lang", "client_identity.country"])
        .where("client_identity.client_id", "=", ticket.client_id)
        .executeTakeFirstOrThrow(),
    );
    expect(identity).toEqual({
      name: expect.stringMatching(/^Visitor \d{4}$/),
      lang: "de-AT",
      country: "AT",
    });
  });

  test("the first message takes the name and the address that were entered, and the department that was chosen", async () => {
    const answer = await connectWebChat(world, { departments: [world.departments.refunds.id] });
    const browser = openVisitorBrowser(world, answer);
    const first = { language: "nl", name: "Rosa", email: "rosa@pier.example" };
    const { conversation } = await browser.write("Hello", {
      first: { ...first, departmentid: world.departments.refunds.id },
    });
    expect((await ticketOf(conversation.id)).department_id).toBe(world.departments.refunds.id);
    expect((await browser.get("me")).json().visitor).toEqual({
      name: "Rosa",
      email: "rosa@pier.example",
      identified: false,
    });
    const foreign = openVisitorBrowser(world, answer);
    const wrong = { first: { ...first, departmentid: world.departments.bookings.id } };
    await expect(foreign.write("Hello", wrong)).rejects.toThrow();
  });

  test("twenty first messages at once from one browser, each sent again four times, make one client and one conversation", async () => {
    const messages = Array.from({ length: 20 }, (_, at) => ({
      messageid: randomUUID(),
      content: `No. ${at}`,
    }));
    const send = (all: typeof messages) =>
      Promise.all(all.map((message) => visitor.write(message.content, message)));
    const answers = await send(messages);
    answers.push(...(await send([0, 1, 2, 3].flatMap(() => messages))));
    const [id = "", ...others] = new Set(answers.map(({ conversation }) => conversation.id));
    expect(others).toEqual([]);
    const { messages: stored } = await messagesOf(visitor, id);
    expect(stored.map(({ messageid }) => messageid).toSorted()).toEqual(
      messages.map(({ messageid }) => messageid).toSorted(),
    );
    expect(stored.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1));
    const { client_external_id: who } = await ticketOf(id);
    const own = (await sessions()).filter(({ external_id }) => external_id === who);
    expect(own).toHaveLength(1);
    // The network's limit of new visitors has counted one.
    expect(await beginningsOf(visitor)).toBe(1);
  });

  test("each message after the first is one unit of work, which also answers it", async () => {
    await visitor.write("Hello");
    await visitor.write("Is anyone there?");
    const units = vi.spyOn(world.context.shares, "run");
    await visitor.write("It is about order 7.");
    // The account is looked up beside it, unless it is cached.
    expect(units.mock.calls.filter(([company]) => company !== "none")).toHaveLength(1);
    units.mockRestore();
  });

  test("the first message names the page only when the company asks for it", async () => {
    const first = { language: "en", page: { url: "https://shop.example/boots", title: "Boots" } };
    const pages = () => world.desk("harbour", ({ db }) => db.selectFrom("visit").selectAll().execute());
    await visitor.write("Hello", { first });
    expect(await pages()).toEqual([]);
    const path = `/channels/${chat.channelid}/widget`;
    const { settings } = (await world.as("ingrid").get(path)).json();
    await world.as("ingrid").post(path, { ...settings, page: true });
    const other = openVisitorBrowser(world, chat);
    await other.write("Hello", { first });
    expect((await pages()).map(({ page }) => page)).toEqual([first.page]);
  });
});

describe("a message", () => {
  test("a message sent twice at once by two tabs is one", async () => {
    const body = { messageid: randomUUID(), content: "Once" };
    const [one, two] = await Promise.all([visitor.write("Once", body), visitor.write("Once", body)]);
    expect(one?.message).toEqual(two?.message);
    expect((await messagesOf(visitor, one?.conversation.id ?? "")).messages).toHaveLength(1);
    expect(await conversations(visitor)).toHaveLength(1);
  });

  test("a message with an id of another visitor's is refused", async () => {
    const { message } = await visitor.write("Mine");
    const other = openVisitorBrowser(world, chat);
    await other.write("Hello");
    await expect(other.write("Theirs", { messageid: message.messageid })).rejects.toThrow(/taken/);
  });

  test("a message continues the open conversation, reopens a closed one, and begins another after the window", async () => {
    const { conversation } = await visitor.write("One");
    expect((await visitor.write("Two")).conversation.id).toBe(conversation.id);
    await accept(conversation.id);
    await world.as("mira").post("/close-ticket", { ticketid: conversation.id });
    const closed = (await conversations(visitor))[0];
    expect([closed?.state, closed?.can_rate]).toEqual(["closed", true]);
    const again = await visitor.write("Three", { conversation: conversation.id });
    expect([again.conversation.id, again.conversation.state]).toEqual([conversation.id, "accepted"]);
    await world.as("mira").post("/close-ticket", { ticketid: conversation.id });
    await world.desk("harbour", ({ db, now }) =>
      db
        .updateTable("ticket")
        .set({ closed_on: new Date(now.getTime() - 365 * 24 * 3_600_000) })
        .where("id", "=", conversation.id)
        .execute(),
    );
    const late = await visitor.write("Four", { conversation: conversation.id });
    expect(late.conversation.id).not.toBe(conversation.id);
  });

  test("a message has a text or a file", async () => {
    await expect(visitor.write("")).rejects.toThrow(/text or a file/);
    await expect(visitor.write("", { type: "file" })).rejects.toThrow(/text or a file/);
  });

  test("a message may quote, and an agent's answer carries the first name and nothing else", async () => {
    const { conversation } = await visitor.write("Where is it?");
    await accept(conversation.id);
    await reply(conversation.id);
    await world.drain();
    const [, answer] = (await messagesOf(visitor, conversation.id)).messages;
    expect(answer).toMatchObject({
      mine: false,
      author: world.agents.mira.actor.name.split(" ")[0],
      automatic: false,
    });
    expect(Object.keys(answer ?? {}).toSorted()).toEqual(
      [
        ...["messageid", "conversation", "seq", "mine", "author", "avatar", "type", "content", "caption"],
        ...["created_on", "edited_on", "automatic", "file", "reply_to", "reaction", "agent_reaction"],
      ].toSorted(),
    );
    const quoting = await visitor.write("Thanks", { reply_to: answer?.messageid });
    expect(quoting.message.reply_to).toMatchObject({
      messageid: answer?.messageid,
      excerpt: "It is on its way.",
    });
  });

  test("a message is edited, taken back and reacted to by its visitor alone", async () => {
    const { conversation, message } = await visitor.write("Oder 7");
    await accept(conversation.id);
    await reply(conversation.id);
    await world.drain();
    const edited = await visitor.post("edit", { messageid: message.messageid, content: "Order 7" });
    expect(edited.json().message).toMatchObject({ content: "Order 7", edited_on: expect.any(String) });
    const [, answer] = (await messagesOf(visitor, conversation.id)).messages;
    const reacted = await visitor.post("react", { messageid: answer?.messageid, reaction: "👍" });
    expect(reacted.json().message.reaction).toBe("👍");
    expect((await visitor.post("edit", { messageid: answer?.messageid, content: "No" })).statusCode).toBe(
      403,
    );
    expect((await visitor.post("delete", { messageid: answer?.messageid })).statusCode).toBe(403);
    const other = openVisitorBrowser(world, chat);
    await other.write("Hello");
    expect((await other.post("delete", { messageid: message.messageid })).statusCode).toBe(404);
    const deleted = await visitor.post("delete", { messageid: message.messageid });
    expect(deleted.json().message).toMatchObject({ type: "deleted", content: "" });
  });

  test("an agent's message counts as unread until the visitor sees it, and the agent sees that", async () => {
    const { conversation } = await visitor.write("Hello");
    await accept(conversation.id);
    await reply(conversation.id);
    await world.drain();
    expect((await conversations(visitor))[0]).toMatchObject({ unread: 1, seq: 2 });
    await visitor.post("seen", { conversation: conversation.id, seq: 2 });
    expect((await conversations(visitor))[0]).toMatchObject({ unread: 0 });
    const sent = await world.desk("harbour", ({ db }) =>
      db
        .selectFrom("message")
        .select("status")
        .where("ticket_id", "=", conversation.id)
        .where("seq", "=", 2)
        .execute(),
    );
    expect(sent).toEqual([{ status: "read" }]);
  });

  test("messages come in pages, in order", async () => {
    const { conversation } = await visitor.write("1");
    for (const text of ["2", "3", "4"]) await visitor.write(text);
    const page = async (query: string) => {
      const answer = (await visitor.get(`messages?conversation=${conversation.id}&${query}`)).json();
      return [answer.messages.map(({ content }: VisitorMessage) => content), answer.more];
    };
    expect(await page("limit=2")).toEqual([["3", "4"], true]);
    expect(await page("limit=2&before=3")).toEqual([["1", "2"], false]);
    expect(await page("limit=2&after=1")).toEqual([["2", "3"], true]);
    expect((await visitor.get(`messages?conversation=${conversation.id}&limit=51`)).statusCode).toBe(400);
  });
});

describe("stars", () => {
  test("stars can be given when the conversation is closed, and changed", async () => {
    const { conversation } = await visitor.write("Hello");
    const rate = (stars: number) => visitor.post("rate", { conversation: conversation.id, stars });
    expect((await rate(3)).statusCode).toBe(409);
    await accept(conversation.id);
    await world.as("mira").post("/close-ticket", { ticketid: conversation.id });
    expect((await rate(2)).json().conversation.rating).toBe(2);
    expect((await rate(3)).json().conversation.rating).toBe(3);
    const lines = (await messagesOf(visitor, conversation.id)).messages.filter(
      ({ type }) => type === "rating",
    );
    expect(lines.map(({ content }) => content)).toEqual(["3"]);
    expect((await rate(4)).statusCode).toBe(400);
  });
});

describe("a file", () => {
  test("a file is uploaded and sent once, and its address is the visitor's and ends", async () => {
    await visitor.write("A file follows");
    const fileid = await visitor.upload("boots.png", blackPng(64));
    const { message } = await visitor.write("", { type: "file", fileid, caption: "These" });
    expect(message).toMatchObject({
      type: "image",
      caption: "These",
      file: { name: "boots.png", type: "image/png" },
    });
    const url = message.file?.url ?? "";
    world.context.log.warn({ url }, "A visitor's file");
    const line = world.logged.findLast((text) => text.includes("A visitor's file"));
    expect(line).toMatch(/signature=\[redacted\]/);
    const got = await world.stranger.get(url);
    expect([got.statusCode, got.headers["content-type"]]).toEqual([200, "image/png"]);
    expect((await world.stranger.get(url.replace("original", "thumbnail"))).statusCode).toBe(404);
    expect((await world.stranger.get(url.replace(chat.key, theirs.key))).statusCode).toBe(404);
    world.clock.advance(3_600_001);
    expect((await world.stranger.get(url)).statusCode).toBe(404);
    await expect(visitor.write("", { type: "file", fileid })).rejects.toThrow(/not here/);
  });

  test("a file that was never sent is kept for an hour", async () => {
    await visitor.write("A file follows");
    const fileid = await visitor.upload("boots.png", blackPng(64));
    const there = () =>
      world.desk("harbour", ({ db }) =>
        db.selectFrom("file").select("storage_key").where("id", "=", fileid).executeTakeFirst(),
      );
    const age = (minutes: number) =>
      world.desk("harbour", ({ db, now }) =>
        db
          .updateTable("visitor_upload")
          .set({ created_on: new Date(now.getTime() - minutes * 60_000) })
          .where("file_id", "=", fileid)
          .execute(),
      );
    const path = join(world.context.config.dataDir, "files", (await there())?.storage_key ?? "");
    await age(59);
    await sweepUploads(world.context);
    expect([await there(), existsSync(path)]).toEqual([expect.anything(), true]);
    await age(61);
    await sweepUploads(world.context);
    expect([await there(), existsSync(path)]).toEqual([undefined, false]);
  });

  test("a file of another browser cannot be sent", async () => {
    await visitor.write("A file follows");
    const fileid = await visitor.upload("boots.png", blackPng(64));
    const other = openVisitorBrowser(world, chat);
    await expect(other.write("", { type: "file", fileid })).rejects.toThrow(/not here/);
  });
});

describe("the settings", () => {
  test("the settings are answered in one language, with nothing else of the company", async () => {
    const path = `/channels/${chat.channelid}/widget`;
    const { settings } = (await world.as("ingrid").get(path)).json();
    const texts = { nl: { title: "Hallo" } };
    await world.as("ingrid").post(path, { ...settings, texts, mail: null });
    const answer = await world.stranger.get(`/visitor/${chat.key}/settings?language=nl`);
    const frame = answer.json();
    expect(frame).toMatchObject({
      key: chat.key,
      company: "Harbour Travel",
      texts: { title: "Hallo", greeting: "", intro: "" },
      hours: { open: true, opens: null },
      reply_minutes: null,
    });
    expect(frame.others).toContainEqual(expect.objectContaining({ platform: "telegram" }));
    expect(Object.keys(frame)).not.toContain("origins");
    expect((await world.stranger.get("/visitor/wk_x/settings")).statusCode).toBe(404);
  });

  test("the settings show agents of the chat's department by first name and picture, if the company wants it", async () => {
    const faces = async () => (await world.stranger.get(`/visitor/${chat.key}/settings`)).json().faces;
    expect(await faces()).toEqual([]);
    const path = `/channels/${chat.channelid}/widget`;
    const { settings } = (await world.as("ingrid").get(path)).json();
    await world.as("ingrid").post(path, { ...settings, faces: true });
    const { id } = world.departments.bookings;
    await world.context.pool.query("update agent set profile_pic = '/pictures/last.webp' where id = $1", [
      world.agents.mira.id,
    ]);
    const { rows } = await world.context.pool.query(
      "select first_name, id from agent where department_id = $1 and disabled_on is null",
      [id],
    );
    const shown: { name: string; avatar: string | null }[] = await faces();
    expect(shown[0]).toEqual({ name: "Mira", avatar: `/visitor/${chat.key}/pictures/last.webp` });
    expect(shown.length).toBe(Math.min(3, rows.length));
    for (const { name } of shown) expect(rows.map(({ first_name }) => first_name)).toContain(name);
    await world.context.pool.query("update agent set disabled_on = now() where id = $1", [
      world.agents.mira.id,
    ]);
    expect((await faces()).map(({ name }: { name: string }) => name)).not.toContain("Mira");
    await world.context.pool.query("update agent set disabled_on = null where id = $1", [
      world.agents.mira.id,
    ]);
  });
});

describe("an address", () => {
  test("an address can be given later", async () => {
    await visitor.write("Hello");
    const answer = await visitor.post("email", { email: "rosa@pier.example" });
    expect(answer.json().visitor.email).toBe("rosa@pier.example");
    expect((await visitor.post("email", { email: "rosa" })).statusCode).toBe(400);
  });

  test("an address and a name can be given with a later conversation", async () => {
    await visitor.write("Hello");
    const first = { language: "en", name: "Rosa Lind", email: "rosa@pier.example" };
    await visitor.write("Hello again", { first });
    const { visitor: known } = (await visitor.get("me")).json();
    expect(known).toEqual({ name: "Rosa Lind", email: "rosa@pier.example", identified: false });
    await visitor.write("And again", { first: { ...first, name: "Rosa" } });
    expect((await visitor.get("me")).json().visitor.name).toBe("Rosa Lind");
  });

  test("a link in a mail brings one browser back, once", async () => {
    const { conversation } = await visitor.write("Hello");
    const ticket = await ticketOf(conversation.id);
    const code = randomBytes(16).toString("base64url");
    await world.desk("harbour", ({ db, companyId, now }) =>
      db
        .insertInto("visitor_mail")
        .values({
          ...{ company_id: companyId, channel_id: chat.channelid, external_id: ticket.client_external_id },
          ...{ ticket_id: ticket.id, seq: 1, sent_on: now },
          code_hash: createHash("sha256").update(code).digest(),
        })
        .execute(),
    );
    const phone = openVisitorBrowser(world, chat);
    expect((await phone.post("return", { code: "wrong" })).statusCode).toBe(404);
    expect((await phone.post("return", { code })).statusCode).toBe(200);
    expect((await conversations(phone)).map(({ id }) => id)).toEqual([conversation.id]);
    const again = openVisitorBrowser(world, chat);
    expect((await again.post("return", { code })).statusCode).toBe(404);
  });
});
