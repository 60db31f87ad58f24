import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { acquireLease } from "../accounts/lease.ts";
import { startListening } from "../accounts/listen.ts";
import { pollTelegram } from "./poll.ts";

let world: World;
let bot: number;
let listening: { stop(): Promise<void> } | undefined;

beforeAll(async () => {
  world = await createWorld();
  bot = Number(world.channels.harbour.externalId);
});
afterAll(() => world.close());
afterEach(async () => {
  await listening?.stop();
  listening = undefined;
  world.telegram.control.clearFaults();
});

const listen = async () => {
  listening = await startListening(world.context);
};

async function newPhone() {
  const { id } = await world.telegram.control.createPerson({ firstName: "Rosa" });
  return { id, phone: world.telegram.control.phone({ bot, person: id }) };
}

const textsOf = (person: number) =>
  world.desk("harbour", async ({ db }) => {
    const rows = await db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .select("message.content")
      .where("ticket.client_external_id", "=", String(person))
      .orderBy("message.seq")
      .execute();
    return rows.map(({ content }) => content);
  });

const channel = () =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("channel")
      .selectAll()
      .where("id", "=", world.channels.harbour.id)
      .executeTakeFirstOrThrow(),
  );

test("clients' messages arrive in order, each in their own ticket", async () => {
  await listen();
  const rosa = await newPhone();
  const ivan = await newPhone();
  for (let n = 1; n <= 5; n += 1) {
    await rosa.phone.write(`rosa ${n}`);
    await ivan.phone.write(`ivan ${n}`);
  }
  await world.telegram.control.drained(bot);
  expect(await textsOf(rosa.id)).toEqual([1, 2, 3, 4, 5].map((n) => `rosa ${n}`));
  expect(await textsOf(ivan.id)).toEqual([1, 2, 3, 4, 5].map((n) => `ivan ${n}`));
});

test("messages sent while the process was down arrive, none twice", async () => {
  const rosa = await newPhone();
  await rosa.phone.write("one");
  await listen();
  await world.telegram.control.drained(bot);
  await listening?.stop();
  await world.desk("harbour", ({ db }) =>
    db.updateTable("channel").set({ place: null }).where("id", "=", world.channels.harbour.id).execute(),
  );
  await rosa.phone.write("two");
  await listen();
  await world.telegram.control.drained(bot);
  expect(await textsOf(rosa.id)).toEqual(["one", "two"]);
});

test("a refused poll is repeated", async () => {
  world.telegram.control.addFault({ kind: "error", code: 502, bot, method: "getUpdates" });
  world.telegram.control.addFault({ kind: "badJson", bot, method: "getUpdates" });
  const rosa = await newPhone();
  await rosa.phone.write("still here");
  await listen();
  await world.telegram.control.drained(bot);
  expect(await textsOf(rosa.id)).toEqual(["still here"]);
});

test("a stop releases the channel at once, and one process polls at a time", async () => {
  world.telegram.control.clearRequests();
  await listen();
  await world.telegram.control.waitForRequest({ bot, method: "getUpdates" });
  expect((await channel()).poll_lease_by).toBe(world.context.processId);
  const other = { ...world.context, processId: crypto.randomUUID() };
  expect(await acquireLease(other, world.channels.harbour.id)).toBeNull();
  await listening?.stop();
  expect((await channel()).poll_lease_by).toBeNull();
  expect(await acquireLease(other, world.channels.harbour.id)).not.toBeNull();
  await world.desk("harbour", ({ db }) =>
    db
      .updateTable("channel")
      .set({ poll_lease_by: null })
      .where("id", "=", world.channels.harbour.id)
      .execute(),
  );
});

test("any process can acquire an expired lease", async () => {
  const dead = { ...world.context, processId: crypto.randomUUID() };
  await acquireLease(dead, world.channels.harbour.id);
  expect(await acquireLease(world.context, world.channels.harbour.id)).toBeNull();
  world.clock.advance(120_000);
  expect(await acquireLease(world.context, world.channels.harbour.id)).not.toBeNull();
});

test.each([
  ["nothing", []],
  ["an old update", [{ update_id: -1 }]],
])("a server that answers at once with %s is polled once a second", async (_what, result) => {
  let questions = 0;
  const server = createServer((_request, response) => {
    questions += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { config } = world.context;
  const channelSettings = { ...config.channelSettings, TELEGRAM_API_URL: `http://127.0.0.1:${port}` };
  const ending = new AbortController();
  const polling = pollTelegram(
    { ...world.context, config: { ...config, channelSettings } },
    world.channels.harbour.id,
    ending.signal,
  );
  try {
    await expect.poll(() => questions).toBeGreaterThan(0);
    // The time is enough for dozens of polls without a pause.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(questions).toBeLessThanOrEqual(2);
  } finally {
    ending.abort();
    await polling;
    server.close();
  }
});

const secret = "the-secret-of-a-webhook";
const address = "http://127.0.0.1:9/";

/** Sets a webhook, as another process does when it connects the account. */
const setWebhook = () =>
  fetch(`${world.telegram.url}/bot${world.channels.harbour.token}/setWebhook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: address, secret_token: secret }),
  });

const storeSecret = (hash: Buffer | null) =>
  world.desk("harbour", ({ db }) =>
    db
      .updateTable("channel")
      .set({ webhook_secret_hash: hash })
      .where("id", "=", world.channels.harbour.id)
      .execute(),
  );

const webhook = () => world.telegram.control.bots().find(({ id }) => id === bot)?.webhook;

/** Polls until so many polls were refused. `meanwhile` runs between a poll and Telegram's handling of it. */
async function pollRefused(refusals: number, meanwhile: (question: number) => Promise<unknown>) {
  let questions = 0;
  let refused = 0;
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith("/getUpdates")) await meanwhile(++questions);
    const answer = await fetch(`${world.telegram.url}${request.url}`, { method: "POST" });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { config, log } = world.context;
  const channelSettings = { ...config.channelSettings, TELEGRAM_API_URL: `http://127.0.0.1:${port}` };
  const ending = new AbortController();
  const warn = () => {
    refused += 1;
    // The steps after the refusal are still taken.
    if (refused === refusals) ending.abort();
  };
  const context = {
    ...world.context,
    config: { ...config, channelSettings },
    log: Object.assign(Object.create(log) as typeof log, { warn }),
  };
  try {
    await pollTelegram(context, world.channels.harbour.id, ending.signal);
  } finally {
    server.close();
  }
}

describe("a webhook that is set while the channel is polled", () => {
  const connectBegins = (question: number) => (question === 1 ? setWebhook() : undefined);
  const connectEnds = () => storeSecret(createHash("sha256").update(secret).digest());
  afterEach(async () => {
    await storeSecret(null);
    await fetch(`${world.telegram.url}/bot${world.channels.harbour.token}/deleteWebhook`);
  });

  test("a webhook that is set while the channel is polled stays when its connection is stored", async () => {
    await pollRefused(1, async (question) => {
      await connectBegins(question);
      await connectEnds();
    });
    expect(webhook()).toBe(address);
  });

  test("a webhook stays while its connection is not stored yet, and when that is stored late", async () => {
    await pollRefused(1, async (question) => connectBegins(question));
    expect(webhook()).toBe(address);
    await pollRefused(2, async (question) => {
      await connectBegins(question);
      if (question === 1) return;
      world.clock.advance(30_000);
      await connectEnds();
    });
    expect(webhook()).toBe(address);
  });

  test("a webhook is removed half a minute later when no connection is stored", async () => {
    await pollRefused(2, async (question) => {
      await connectBegins(question);
      if (question > 1) world.clock.advance(30_000);
    });
    expect(webhook()).toBeNull();
  });
});

test("a revoked token marks the channel broken", async () => {
  world.telegram.control.addFault({ kind: "error", code: 401, bot, method: "getUpdates", times: 0 });
  await listen();
  await expect.poll(async () => (await channel()).broken_on).not.toBeNull();
});
