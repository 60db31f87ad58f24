/** Two calls connect one account at the same time: a double click, or two administrators. */
import { createHash } from "node:crypto";
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../../../simulator/src/email/server.ts";
import { Faults } from "../../../../simulator/src/faults.ts";
import { driverOf } from "../../../../simulator/src/registry.ts";
import { accessAccount } from "../../../../simulator/src/viber/accounts.ts";
import { callDesk, fileOfDesk } from "../../../../test/world/desk-calls.ts";
import { openNumbers } from "../../../../test/world/numbers.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let mails: MailServer;
beforeAll(async () => {
  world = await createWorld({
    env: { MAIL_PRIVATE_HOSTS: "127.0.0.1", PUBLIC_URL: "https://desk.example" },
  });
  mails = await startMailServer({ faults: new Faults(), now: () => world.clock.now().getTime() });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

/** The calls that connect a new account of each platform. */
const accounts = {
  telegram: () => ({ bot_id: world.telegram.control.createBot({ name: "Groups" }).token }),
  viber() {
    const driver = driverOf("viber", world.telegram, callDesk(world), fileOfDesk(world));
    return {
      token: accessAccount(world.telegram.network, Number(driver.newAccount().externalId.slice(3))).token,
    };
  },
  whatsapp() {
    const { control, reach } = openNumbers(world);
    const { token, number } = control.createNumber({ reach });
    return { access_token: token, waba_id: number.wabaId, phone_number_id: number.id };
  },
  email() {
    const id = mails.office.mailboxes().length + 1;
    const { address, password } = mails.office.create({
      id,
      address: `help${id}@harbour.test`,
      name: "Help",
    });
    const sign = { secure: false, user: address, password };
    return { address, name: "Help", imap: { ...mails.imap, ...sign }, smtp: { ...mails.smtp, ...sign } };
  },
};

const connect = (platform: string, body: object, agent: "ingrid" | "freya" = "ingrid") =>
  world.as(agent).post(`/channels/${platform}/connect`, body);
const connected = async (platform: string) =>
  (await world.as("ingrid").get("/channels"))
    .json<ChannelRow[]>()
    .filter((row) => row.platform === platform)
    .map(({ channelid }) => channelid);

test.each(Object.keys(accounts) as (keyof typeof accounts)[])(
  "two calls that connect %s at once both succeed, with one account",
  async (platform) => {
    const before = await connected(platform);
    const body = accounts[platform]();
    const answers = await Promise.all([1, 2, 3].map(() => connect(platform, body)));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      answers.map(() => [200, expect.any(String)]),
    );
    const [first] = new Set(answers.map((answer) => answer.json<ChannelRow>().channelid));
    expect(await connected(platform)).toEqual([...before, first]);
  },
);

test.each(["telegram", "viber", "whatsapp"] as const)(
  "one of two companies that connect %s at once succeeds, and the other learns why not",
  async (platform) => {
    const body = accounts[platform]();
    const answers = await Promise.all([connect(platform, body), connect(platform, body, "freya")]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: "conflict",
      reason: { code: expect.stringContaining("taken") },
    });
  },
);

test("two web chats of one name are two", async () => {
  const before = await connected("web");
  const answers = await Promise.all([1, 2].map(() => connect("web", { name: "Shop" })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await connected("web")).toHaveLength(before.length + 2);
});

test("Telegram's calls are admitted whichever call set the webhook last", async () => {
  const body = accounts.telegram();
  const [answer] = await Promise.all([connect("telegram", body), connect("telegram", body)]);
  const { channelid } = answer.json<ChannelRow>();
  const calls = world.telegram.control.requests({ method: "setWebhook" }).slice(-2);
  const [row] = await world.desk("harbour", ({ db }) =>
    db.selectFrom("channel").select("webhook_secret_hash").where("id", "=", channelid).execute(),
  );
  for (const { params } of calls) {
    const { url, secret_token: secret } = params as Record<string, string>;
    expect(url).toBe(`https://desk.example/webhooks/telegram/${channelid}`);
    expect(createHash("sha256").update(String(secret)).digest()).toEqual(row?.webhook_secret_hash);
  }
});

test("a refused call of the same time takes nothing away from one that succeeds", async () => {
  const body = accounts.viber();
  const refusal = { method: "set_webhook", kind: "error", code: 1, times: 1 } as const;
  world.telegram.control.addFault(refusal as never);
  const answers = await Promise.all([connect("viber", body), connect("viber", body)]);
  world.telegram.control.clearFaults();
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const { channelid } = answers.find(({ statusCode }) => statusCode === 200)?.json<ChannelRow>() ?? {};
  expect(await connected("viber")).toContain(channelid);
});
