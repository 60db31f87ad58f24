import type { Update } from "@grammyjs/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PersonView } from "./control.ts";
import type { LiveEvent } from "./live.ts";
import { type OutsideWorld, openWorld } from "./outside.ts";
import type { Account, PhoneMessage } from "./phone.ts";

let world: OutsideWorld;
let chat: string;
beforeAll(async () => {
  world = await openWorld();
  chat = `/chats/${world.bot.id}/${world.dimitar.id}`;
});
afterAll(() => world.simulator.close());

async function ask<T = unknown>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${world.url}/_control${path}`, {
    method,
    headers: { ...(body && !isForm ? { "content-type": "application/json" } : {}), ...headers },
    body: isForm ? body : body && JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

test("another site's page can neither read nor write", async () => {
  const foreign = { "sec-fetch-site": "cross-site" };
  expect((await ask("POST", `${chat}/messages`, { type: "text", text: "x" }, foreign)).status).toBe(403);
  const page = await fetch(`${world.url}/_control/people`);
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
});

test("an impossible request says why", async () => {
  expect(await ask("GET", "/chats/1/2")).toEqual({ status: 400, body: { message: "There is no account 1" } });
  expect((await ask<{ message: string }>("POST", "/faults", { kind: "flood" })).body.message).toBe(
    "Unknown fault: flood",
  );
  expect((await ask("GET", "/files/nothing")).status).toBe(404);
});

test("bots and people are made and listed", async () => {
  const made = await ask("POST", "/bots", { name: "Second", token: "424242:AAown" });
  expect(made.body).toMatchObject({ id: 424242, token: "424242:AAown", name: "Second", webhook: null });
  const person = await ask<PersonView>("POST", "/people", {
    firstName: "さくら",
    lastName: "西村",
    language: "ja",
  });
  expect((await ask("GET", "/people")).body).toContainEqual(person.body);
  expect((await fetch(`${world.url}${person.body.picture}`)).headers.get("content-type")).toBe("image/jpeg");
});

test("a client's conversations are played over HTTP", async () => {
  const { api, chat_id } = world;
  const written = await ask<PhoneMessage>("POST", `${chat}/messages`, { type: "text", text: "Hello" });
  expect(written.body).toMatchObject({ side: "client", type: "text", text: "Hello", received: false });
  expect(
    (await ask<PhoneMessage>("PATCH", `${chat}/messages/${written.body.id}`, { text: "Hello!" })).body.text,
  ).toBe("Hello!");
  const reaction = await ask<PhoneMessage>("PUT", `${chat}/messages/${written.body.id}/reaction`, {
    emoji: "🔥",
  });
  expect(reaction.body.reactions).toEqual({ client: "🔥" });

  const form = new FormData();
  form.set("type", "document");
  form.set("file", new Blob(["<script>alert(1)</script>"], { type: "text/html" }), "page.html");
  const uploaded = await ask<PhoneMessage>("POST", `${chat}/messages`, form);
  const file = await fetch(`${world.url}${uploaded.body.media?.url}`);
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(file.headers.get("content-type")).toBe("application/octet-stream");

  const reply_markup = { inline_keyboard: [[{ text: "⭐", callback_data: "rate:1" }]] };
  const asked = await api.ask<{ message_id: number }>("sendMessage", { chat_id, text: "?", reply_markup });
  const pressed = await ask<{ callbackQueryId: string }>(
    "POST",
    `${chat}/messages/${asked.message_id}/press`,
    { button: "⭐" },
  );
  expect(await api.ask("answerCallbackQuery", { callback_query_id: pressed.body.callbackQueryId })).toBe(
    true,
  );

  await ask("POST", `${chat}/block`);
  expect((await ask<{ blocked: boolean }>("GET", chat)).body.blocked).toBe(true);
  await ask("POST", `${chat}/unblock`);
  const list = await ask("GET", `/accounts/${world.bot.id}/chats`);
  expect(list.body).toMatchObject([{ person: chat_id, blocked: false, last: { text: "?" } }]);
});

test("faults and records are reachable over HTTP", async () => {
  const { body } = await ask<{ id: number }>("POST", "/faults", {
    kind: "error",
    code: 500,
    method: "getMe",
    times: 0,
  });
  expect((await world.api.raw("getMe")).status).toBe(500);
  expect((await ask("GET", "/faults")).body).toMatchObject([{ id: body.id, left: 0 }]);
  await ask("DELETE", `/faults/${body.id}`);
  const { body: requests } = await ask("GET", `/requests?method=getMe&bot=${world.bot.id}`);
  expect(requests).toMatchObject([{ method: "getMe", status: 500, fault: "error" }]);
});

test("raw updates and repeats go to the bot", async () => {
  const pushed = await ask<Update>("POST", `/bots/${world.bot.id}/updates`, {
    poll: { id: "1", question: "?" },
  });
  const again = await ask("POST", `/bots/${world.bot.id}/updates/${pushed.body.update_id}/redeliver`, {
    times: 2,
  });
  expect(again.body).toEqual({ statuses: [] });
  const updates = await world.api.ask<{ poll?: object }[]>("getUpdates");
  expect(updates.filter(({ poll }) => poll)).toHaveLength(3);
});

test("every platform's accounts and abilities are listed, and one more is made", async () => {
  const { body: platforms } = await ask<Record<string, { begins: string | null }>>("GET", "/platforms");
  expect(platforms.telegram).toMatchObject({ begins: "Start", deletes: false, leaves: "block" });
  const made = await ask<Account>("POST", "/accounts", { platform: "telegram", name: "Third" });
  expect(made.body).toMatchObject({ platform: "telegram", name: "Third", externalId: String(made.body.id) });
  expect((await ask("GET", "/accounts")).body).toContainEqual(made.body);
  expect((await ask("POST", "/accounts", { platform: "pigeon", name: "x" })).body).toEqual({
    message: "There is no platform pigeon",
  });
  const begun = `/chats/${made.body.id}/${world.chat_id}`;
  await ask("POST", `${begun}/begin`);
  expect((await ask("GET", begun)).body).toMatchObject({ messages: [{ text: "/start" }] });
  expect((await ask("DELETE", `${begun}/messages/1`)).status).toBe(400);
});

test("held messages are released, reversed, lost and repeated on demand", async () => {
  const account = `/accounts/${world.bot.id}`;
  const texts = async (offset: number) => {
    const updates = await world.api.ask<Update[]>("getUpdates", { offset });
    return updates.map(({ message }) => message?.text ?? "");
  };
  const [last] = await world.api.ask<Update[]>("getUpdates", { offset: -1 });
  const next = (last?.update_id ?? 0) + 1;
  await ask("POST", `${account}/hold`);
  for (const text of ["one", "two"]) await ask("POST", `${chat}/messages`, { type: "text", text });
  expect(await texts(next)).toEqual([]);
  await ask("POST", `${account}/release`, { order: "lost" });
  expect(await texts(next)).toEqual([]);
  await ask("POST", `${account}/repeat`, { times: 2 });
  expect(await texts(next)).toEqual(["two", "two"]);
  expect((await ask("POST", `${account}/release`, { order: "sideways" })).status).toBe(400);
});

test("an open phone gets events", async () => {
  const leave = new AbortController();
  const query = `account=${world.bot.id}&person=${world.chat_id}`;
  const stream = await fetch(`${world.url}/_control/events?${query}`, { signal: leave.signal });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  await world.api.ask("sendMessage", { chat_id: world.chat_id, text: "ping" });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (!heard.includes("ping")) heard += (await reader?.read())?.value ?? "";
  leave.abort();
  const event = JSON.parse(heard.slice(heard.indexOf("{"), heard.lastIndexOf("}") + 1)) as LiveEvent;
  expect(event).toMatchObject({ type: "message", message: { side: "bot", text: "ping" } });
});

test("the page is served under a strict policy and reached from the root", async () => {
  const page = await fetch(world.url);
  expect(page.url).toBe(`${world.url}/phone`);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await page.text()).not.toMatch(/<script>|style=|onclick=/);
});
