import { afterEach, expect, test } from "vitest";
import { CONVERSATIONS } from "./conversations.ts";
import { accessFolder } from "./email/mailbox.ts";
import { accessMailbox } from "./email/world.ts";
import { startActivity } from "./life.ts";
import { botClient } from "./outside.ts";
import { simulated } from "./registry.ts";
import { DEMO_TOKEN, demoWorld, type World } from "./seed.ts";
import { type Simulator, startSimulator } from "./server.ts";

const open: Simulator[] = [];
afterEach(() => Promise.all(open.splice(0).map((simulator) => simulator.close())));

const NEVER_MS = 3_600_000;

/** Eight of the demo's people, all on one platform. */
const eight = demoWorld.people.slice(0, 8);
const worldOn = (platform: string): World => ({
  accounts: demoWorld.accounts.filter((account) => account.platform === platform),
  people: eight.map((person) => ({ ...person, platform })),
});

/** All clients' messages after some steps, with an agent who answers each time. */
async function liveFor(steps: number, seed: number) {
  const simulator = await startSimulator({ seed: worldOn("telegram") });
  open.push(simulator);
  const { control } = simulator;
  const bot = control.bots()[0]?.id ?? 0;
  const api = botClient(simulator.url, DEMO_TOKEN);
  const life = startActivity(control, { everyMs: NEVER_MS, seed });
  for (let n = 0; n < steps; n += 1) {
    await life.step();
    for (const { person, last } of control.chats(bot)) {
      if (n % 3 === 0 && last?.side === "client")
        await api.ask("sendMessage", { chat_id: person, text: "…" });
    }
  }
  life.stop();
  return control.chats(bot).flatMap(({ person }) =>
    control
      .phone({ bot, person })
      .messages()
      .filter(({ side }) => side === "client")
      .map(({ type, text }) => `${person} ${type} ${text ?? ""}`),
  );
}

test("the language of every seeded client has conversations", () => {
  for (const { language } of demoWorld.people)
    expect(CONVERSATIONS[language ?? ""]?.length).toBeGreaterThan(0);
});

test("clients begin with /start, continue when answered, and send more than words", async () => {
  const lines = await liveFor(60, 7);
  expect(lines.filter((line) => line.endsWith("/start"))).toHaveLength(eight.length);
  const kinds = new Set(lines.map((line) => line.split(" ")[1]));
  expect([...kinds]).toEqual(expect.arrayContaining(["text", "photo", "voice", "document"]));
});

test("the same seed makes the same life", async () => {
  const [first, again, other] = [await liveFor(20, 3), await liveFor(20, 3), await liveFor(20, 4)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("a client who is asked for stars gives them", async () => {
  const simulator = await startSimulator({
    seed: { ...worldOn("telegram"), people: demoWorld.people.slice(0, 1) },
  });
  open.push(simulator);
  const { control } = simulator;
  const api = botClient(simulator.url, DEMO_TOKEN);
  const life = startActivity(control, { everyMs: NEVER_MS });
  await life.step();
  const reply_markup = { inline_keyboard: [[{ text: "⭐⭐⭐", callback_data: "rate:42:3" }]] };
  await api.ask("sendMessage", { chat_id: demoWorld.people[0]?.id, text: "How did we do?", reply_markup });
  await life.step();
  life.stop();
  expect(await api.ask<object[]>("getUpdates", { offset: -1 })).toMatchObject([
    { callback_query: { data: "rate:42:3" } },
  ]);
});

test.each(Object.keys(simulated))(
  "everyone on %s writes, and sends only what it can carry",
  async (platform) => {
    const simulator = await startSimulator({ seed: worldOn(platform) });
    open.push(simulator);
    const { control } = simulator;
    const life = startActivity(control, { everyMs: NEVER_MS });
    const [account] = control.accounts();
    const chats = () => control.chats(account?.id ?? 0);
    for (let n = 0; n < 200 && chats().length < eight.length; n += 1) await life.step();
    life.stop();
    expect(chats().length).toBe(eight.length);
    const { kinds = [] } = control.features()[platform] ?? {};
    for (const { last } of chats()) expect(kinds).toContain(last?.type);
  },
);

test("the writers by mail each write to the desk, and two of one conversation do not answer one another", async () => {
  const simulator = await startSimulator({ seed: { ...worldOn("email"), people: [] } });
  open.push(simulator);
  const { control, network } = simulator;
  const account = control.accounts()[0];
  if (!account) throw new Error("There is no mailbox");
  const people = await Promise.all(
    ["Olivia", "Edward"].map((firstName) => control.createPerson({ firstName, platform: "email" })),
  );
  const [olivia, edward] = people.map(({ id }) => control.chat({ account: account.id, person: id }));
  if (!olivia || !edward) throw new Error("A person is missing");
  const to = [{ name: account.name, address: account.handle }];
  await olivia.send({
    type: "text",
    text: "Wrong hotel",
    mail: { to, cc: [{ name: "Edward", address: edward.externalId }], subject: "Hotel" },
  });
  const life = startActivity(control, { everyMs: NEVER_MS });
  for (let n = 0; n < 20; n += 1) await life.step();
  life.stop();
  const written = [olivia, edward].flatMap((chat) => chat.messages().filter(({ side }) => side === "client"));
  const { mails } = accessFolder(accessMailbox(network, account.id), "INBOX");
  expect(mails).toHaveLength(written.length);
  expect(written.length).toBeLessThan(8);
});

test("people who blocked the bot, were removed or rest take no part", async () => {
  const simulator = await startSimulator({ seed: worldOn("telegram") });
  open.push(simulator);
  const { control } = simulator;
  const bot = control.bots()[0]?.id ?? 0;
  const [blocker, ...others] = control.people();
  control.phone({ bot, person: blocker?.id ?? 0 }).block();
  const [rested, ...removed] = others;
  for (const { id } of removed) control.deactivate(id);
  const life = startActivity(control, { everyMs: NEVER_MS, resting: [rested?.name ?? ""] });
  for (let n = 0; n < 5; n += 1) await life.step();
  life.stop();
  expect(control.chats(bot)).toEqual([]);
});
