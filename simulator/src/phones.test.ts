/** Every platform keeps the promises of a phone, over the control's HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PersonView } from "./control.ts";
import type { Account, PhoneFeatures, PhoneMessage } from "./phone.ts";
import { simulated } from "./registry.ts";
import { type Simulator, startSimulator } from "./server.ts";

describe.each(Object.keys(simulated))("the platform %s", (platform) => {
  let simulator: Simulator;
  let account: Account;
  let features: PhoneFeatures;
  let chat: string;
  beforeAll(async () => {
    simulator = await startSimulator({ allowInsecureWebhooks: true });
    account = await ask<Account>("POST", "/accounts", { platform, name: "Meridian Travel" });
    features = (await ask<Record<string, PhoneFeatures>>("GET", "/platforms"))[platform] as PhoneFeatures;
  });
  afterAll(() => simulator.close());
  beforeEach(async () => {
    const person = await ask<PersonView>("POST", "/people", {
      firstName: "Olena",
      platform,
      picture: "none",
    });
    chat = `/chats/${account.id}/${person.id}`;
  });

  async function answer(method: string, path: string, body?: object) {
    return fetch(`${simulator.url}/_control${path}`, {
      method,
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
  }
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await answer(method, path, body);
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return JSON.parse(text) as T;
  }
  const messages = async () => (await ask<{ messages: PhoneMessage[] }>("GET", chat)).messages;
  const write = (text: string) => ask<PhoneMessage>("POST", `${chat}/messages`, { type: "text", text });

  test("a platform has the data that the desk needs to connect its account", () => {
    expect(account).toMatchObject({ platform, name: "Meridian Travel", id: expect.any(Number) });
    expect(Object.values(account.connect).every((value) => JSON.stringify(value).length > 2)).toBe(true);
    expect(account.externalId.length * account.handle.length).toBeGreaterThan(0);
  });

  test("a platform sends and shows every kind", async () => {
    const more: Record<string, object> = {
      text: { text: "Hello" },
      location: { latitude: 43.2, longitude: 27.9 },
      venue: { latitude: 43.2, longitude: 27.9, title: "Sea Garden", address: "Varna" },
    };
    for (const type of features.kinds) await ask("POST", `${chat}/messages`, { type, ...more[type] });
    const shown = await messages();
    expect(shown.map(({ type }) => (type === "other" ? "unsupported" : type))).toEqual(
      features.kinds.map((kind) =>
        kind === "animation" || kind === "video_note" ? expect.any(String) : kind,
      ),
    );
    for (const { media, type } of shown)
      if (media) {
        const file = await fetch(simulator.url + media.url);
        expect([type, (await file.arrayBuffer()).byteLength]).toEqual([type, media.size]);
      }
    const list = await ask<{ last: PhoneMessage }[]>("GET", `/accounts/${account.id}/chats`);
    expect(list.at(-1)?.last.id).toBe(shown.at(-1)?.id);
  });

  test("a platform offers its declared abilities, and refuses the others", async () => {
    const { id } = await write("First");
    const trials: [keyof PhoneFeatures, string, string, object | undefined][] = [
      ["edits", "PATCH", `${chat}/messages/${id}`, { text: "Second" }],
      ["reacts", "PUT", `${chat}/messages/${id}/reaction`, { emoji: "👍" }],
      ["albums", "POST", `${chat}/album`, { pieces: [{ type: "photo" }, { type: "photo" }] }],
      ["begins", "POST", `${chat}/begin`, undefined],
      ["deletes", "DELETE", `${chat}/messages/${id}`, undefined],
    ];
    for (const [feature, method, path, body] of trials) {
      const { status } = await answer(method, path, body);
      expect([feature, status]).toEqual([feature, features[feature] ? 200 : 400]);
      const [first] = await messages();
      if (feature === "edits") expect(first?.text).toBe(features.edits ? "Second" : "First");
      if (feature === "reacts") expect(first?.reactions.client).toBe(features.reacts ? "👍" : undefined);
    }
    expect((await messages()).some((message) => message.id === id)).toBe(!features.deletes);
    expect((await answer("POST", `${chat}/messages/999/press`, { button: "⭐" })).status).toBe(400);
  });

  test("a platform quotes another message, where it can", async () => {
    const { id } = await write("Where is order 7?");
    const reply = await answer("POST", `${chat}/messages`, { type: "text", text: "And 8?", replyTo: id });
    expect(reply.status).toBe(200);
    const quoted = (await messages()).at(-1)?.replyTo;
    expect(quoted).toEqual(features.quotes ? { id, side: "client", text: "Where is order 7?" } : undefined);
  });

  test("a platform marks an account that was left until it is taken back", async () => {
    const isBlocked = async () => (await ask<{ blocked: boolean }>("GET", chat)).blocked;
    expect(await isBlocked()).toBe(false);
    await write("Hello");
    await ask("POST", `${chat}/block`);
    expect(await isBlocked()).toBe(true);
    await ask("POST", `${chat}/unblock`);
    expect(await isBlocked()).toBe(false);
    await ask("POST", `${chat}/read`);
  });

  test("a platform hands over no held events, whatever the requested order", async () => {
    await ask("POST", `/accounts/${account.id}/hold`);
    await write("one");
    for (const order of ["lost", "reversed", "written"])
      await ask("POST", `/accounts/${account.id}/release`, { order });
    expect((await answer("POST", `/accounts/${account.id}/release`, { order: "sideways" })).status).toBe(400);
  });
});
