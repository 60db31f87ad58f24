/**
 * `docs/message-path.md` names the server's files that a message crosses: those of which a function runs between the
 * webhook and the agent's socket, and between the agent's call and the provider. Files that any call and any unit of
 * work runs are the floor, listed separately.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { taskList } from "../server/src/app/worker/worker.ts";
import { channelsChanged } from "../server/src/channels/accounts/changes.ts";
import { hashOfSecret } from "../server/src/channels/telegram/webhook.ts";
import { connectSocket, type Line, startLive } from "./world/live.ts";
import { createWorld, type World } from "./world.ts";

const root = join(import.meta.dirname, "..");
const source = `${join(root, "server/src")}/`;
const doc = readFileSync(join(root, "docs/message-path.md"), "utf8");

const floor = [
  ...["actors", "database", "errors", "limits", "secrets"].map((folder) => `floor/${folder}`),
  ...["app", "http", "sign-in", "work"],
];
/** Code that runs periodically or for a socket itself, without a message. */
const aside = ["app/context.ts", "http/live", "work/repeat.ts"];
/** A message's events are published by it. */
const way = "http/live/publish.ts";
const isOf = (places: string[]) => (file: string) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

/** The list after a line with this beginning: the files in backticks up to the next empty line. */
function listed(start: string): string[] {
  const [, rest] = doc.split(`\n**${start}**`);
  if (rest === undefined) throw new Error(`docs/message-path.md has no list "${start}"`);
  return [...(rest.split("\n\n")[0] ?? "").matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = ""]) => file);
}

const secret = "kq3_Tz81-Lm";
let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  await world.desk("harbour", ({ db, companyId }) =>
    db
      .updateTable("channel")
      .set({ webhook_secret_hash: hashOfSecret(secret) })
      .where("company_id", "=", companyId)
      .execute(),
  );
  channelsChanged(world.context);
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

/**
 * The files that any walk has crossed, including one without caches: a body that arrives with its headers leaves a file
 * of the floor out.
 */
const ever = new Set<string>();

/** The files that every walk crosses once caches are filled: three walks run, so that chance adds none. */
async function crossed(walk: () => Promise<void>): Promise<string[]> {
  // An account and its opened credentials are cached for a moment.
  channelsChanged(world.context);
  for (const file of await filesOf(walk)) ever.add(file);
  const walks = [await filesOf(walk), await filesOf(walk), await filesOf(walk)];
  for (const file of walks.flat()) ever.add(file);
  const [first = []] = walks;
  return first
    .filter((file) => walks.every((files) => files.includes(file)) && (file === way || !isOf(aside)(file)))
    .sort();
}

/** The server's files of which a function runs meanwhile. */
async function filesOf(walk: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await walk();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ url }) => (url.startsWith("file:") ? fileURLToPath(url) : url))
      .filter((path) => path.startsWith(source))
      .map((path) => path.slice(source.length));
  } finally {
    session.disconnect();
  }
}

let update = 991_000;

/** Sends a client's text through the webhook, until the agent's socket has it. */
async function receive(line: Line, { first = false } = {}): Promise<void> {
  update += 1;
  const text = `Is the ferry running? ${update}`;
  const from = { id: 550_077, is_bot: false, first_name: "Olena" };
  const chat = { id: 550_077, type: "private" };
  const message = { message_id: update, from, chat, date: 1_795_000_100, text };
  const answer = await fetch(`${live.url}/webhooks/telegram/${world.channels.harbour.id}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret },
    body: JSON.stringify({ update_id: update, message }),
  });
  expect(answer.status).toBe(200);
  if (first) await line.receives("newTicket");
  await line.receives("newMessage", ({ content }) => content === text);
}

/** Sends an agent's text, until the provider has accepted it. */
async function reply(ticket: Awaited<ReturnType<World["ticket"]>>, cookie: string): Promise<void> {
  const answer = await fetch(`${live.url}/send-message`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: world.context.config.consoleOrigin, cookie },
    body: JSON.stringify({ ticketid: ticket.id, messageid: randomUUID(), content: "It is." }),
  });
  expect(answer.status).toBe(200);
  const { messageid } = (await answer.json()) as { messageid: string };
  const { deliver } = taskList(world.context);
  const { id: ticketId, company_id: companyId, channel_id: channelId, platform } = ticket;
  await deliver({ companyId, ticketId, channelId, platform }, undefined as never);
  const { status } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("message").select("status").where("id", "=", messageid).executeTakeFirstOrThrow(),
  );
  expect(status).toBe("sent");
}

let ownFloor: string[] = [];
const split = (files: string[]) => {
  const isFloor = (file: string) => file !== way && isOf(floor)(file);
  ownFloor = [...ownFloor, ...files.filter(isFloor)];
  return files.filter((file) => !isFloor(file));
};

test("a client's message crosses the files of its list, twenty at most", async () => {
  const { consoleOrigin: origin } = world.context.config;
  const line = await connectSocket(live.url, { origin, cookie: await world.as("ingrid").cookie() });
  await receive(line, { first: true });
  const files = split(await crossed(() => receive(line)));
  expect(listed("Its files, in order:").toSorted()).toEqual(files);
  expect(files.length).toBeLessThanOrEqual(20);
});

test("an agent's reply crosses the files of its list, twenty-one at most", async () => {
  const { control } = world.telegram;
  const { id: person } = await control.createPerson({ firstName: "Dimitar" });
  await control.phone({ bot: Number(world.channels.harbour.externalId), person }).start();
  const ticket = await world.ticket({ handler: "mira", externalId: String(person) });
  const cookie = await world.as("mira").cookie();
  const files = split(await crossed(() => reply(ticket, cookie)));
  expect(listed("The reply's files, in order:").toSorted()).toEqual(files);
  expect(files.length).toBeLessThanOrEqual(21);
});

test("the floor's files, which both cross, are listed", () => {
  const floorList = listed("The floor:");
  expect(ownFloor.filter((file) => !floorList.includes(file))).toEqual([]);
  expect(floorList.filter((file) => !ever.has(file))).toEqual([]);
});
