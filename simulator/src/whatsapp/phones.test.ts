import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openHook } from "../outside.ts";
import type { Account, PhoneChat } from "../phone.ts";
import { type Simulator, startSimulator } from "../server.ts";
import { fastTiming } from "../timing.ts";
import { stateOf } from "./state.ts";

type Call = { entry: { changes: { value: { statuses?: { status: string }[]; messages?: object[] } }[] }[] };

let simulator: Simulator;
let hook: Awaited<ReturnType<typeof openHook>>;
let account: Account;
let chat: PhoneChat;
let to: string;
const answered = Promise.resolve();
/** Calls with these words are answered when `held` resolves. */
let unanswered = "no call";
let held = answered;
beforeAll(async () => {
  simulator = await startSimulator({ timing: fastTiming });
  hook = await openHook((update) => (JSON.stringify(update).includes(unanswered) ? held : answered));
  account = simulator.control.createAccount({ platform: "whatsapp", name: "Meridian" });
  const { apps, wabas } = stateOf(simulator.network);
  const app = apps.get(String(account.connect.app_id));
  if (app) app.callbackUrl = hook.url;
  wabas.get(String(account.connect.waba_id))?.subscribed.add(String(account.connect.app_id));
});
afterAll(async () => {
  await simulator.close();
  await hook.close();
});
beforeEach(async () => {
  const person = await simulator.control.createPerson({ firstName: "Rosa", platform: "whatsapp" });
  chat = simulator.control.chat({ account: account.id, person: person.id });
  to = person.phone ?? "";
  hook.received.length = 0;
});

const values = () =>
  hook.received.flatMap(({ update }) =>
    (update as unknown as Call).entry.flatMap(({ changes }) => changes.map(({ value }) => value)),
  );
const statuses = () => values().flatMap(({ statuses = [] }) => statuses.map(({ status }) => status));

const written = () =>
  values().flatMap(({ messages = [] }) =>
    messages.map((one) => (one as { text: { body: string } }).text.body),
  );

async function send(body: object): Promise<string> {
  const response = await fetch(`${simulator.url}/v26.0/${account.externalId}/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${account.connect.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ messaging_product: "whatsapp", to, ...body }),
  });
  const answer = (await response.json()) as { messages?: { id: string }[]; error?: { code: number } };
  return answer.messages?.[0]?.id ?? `refused ${answer.error?.code}`;
}
const text = (body: string) => ({ type: "text", text: { body } });

test("a message of the business is on the phone, and is read once the chat is opened", async () => {
  await chat.send({ type: "text", text: "Hola" });
  const id = await send(text("Good morning"));
  const shown = await chat.waitFor(({ side }) => side === "bot");
  expect(shown).toMatchObject({ externalId: id, text: "Good morning", type: "text" });
  chat.readAll();
  chat.readAll();
  await simulator.control.delivered(account.id);
  expect(statuses()).toEqual(["sent", "delivered", "read"]);
  expect(chat.messages().at(-1)?.receipt).toBe("read");
});

const down = "a desk that is down (%i) is called until it is up again, and only then has the message";

// 502 and 504 come from a proxy before it.
test.each([503, 502, 504])(down, async (status) => {
  hook.statuses.push(...Array<number>(8).fill(status));
  const { id } = await chat.send({ type: "text", text: "Hola" });
  expect(chat.messages()[0]?.received).toBe(false);
  await chat.waitFor((message) => message.id === id && message.received);
  expect(hook.received.length).toBe(9);
});

test("reply buttons are pressed, and the press quotes the question", async () => {
  await chat.send({ type: "text", text: "Hola" });
  const buttons = ["⭐", "⭐⭐"].map((title) => ({
    type: "reply",
    reply: { id: `rate:${title.length}`, title },
  }));
  await send({
    type: "interactive",
    interactive: { type: "button", body: { text: "?" }, action: { buttons } },
  });
  const question = chat.messages().at(-1);
  expect(question?.buttons?.flat().map((one) => one.text)).toEqual(["⭐", "⭐⭐"]);
  chat.press(question?.id ?? 0, "⭐⭐");
  expect(chat.messages().at(-1)).toMatchObject({ side: "client", text: "⭐⭐", replyTo: { text: "?" } });
});

test("a business that was blocked sends without effect, and without a client's message it cannot send", async () => {
  expect(await send(text("Hello?"))).toBe("refused 131047");
  await chat.send({ type: "text", text: "Hola" });
  chat.block();
  expect(await send(text("Are you there?"))).toMatch(/^wamid/);
  chat.unblock();
  await simulator.control.delivered(account.id);
  expect(chat.messages().map((one) => one.text)).toEqual(["Hola"]);
  expect(statuses()).toEqual(["sent"]);
});

test("lost, reversed and repeated calls reach the desk as requested", async () => {
  const { control } = simulator;
  for (const order of ["lost", "reversed"] as const) {
    control.hold(account.id);
    for (const word of ["one", "two"]) await chat.send({ type: "text", text: `${order} ${word}` });
    control.release(account.id, order);
  }
  await hook.posts(2);
  expect(await control.repeat(account.id)).toEqual([200]);
  expect(written()).toEqual(["reversed two", "reversed one", "reversed one"]);
});

test("a call that the desk does not answer delays only its own person", async () => {
  const other = await simulator.control.createPerson({ firstName: "Pilar", platform: "whatsapp" });
  const others = simulator.control.chat({ account: account.id, person: other.id });
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  unanswered = "first";
  held = promise;
  for (const word of ["first", "second"]) await chat.send({ type: "text", text: word });
  await others.send({ type: "text", text: "beside" });
  await hook.posts(2);
  expect(written()).toEqual(["first", "beside"]);
  answer();
  await simulator.control.delivered(account.id);
  expect(written()).toEqual(["first", "beside", "second"]);
});
