import { afterAll, beforeAll, expect, test } from "vitest";
import { type OutsideWorld, openHook, openWorld } from "../outside.ts";

let strict: OutsideWorld;
beforeAll(async () => {
  strict = await openWorld({ allowInsecureWebhooks: false });
});
afterAll(() => strict.simulator.close());

const BAD_ADDRESSES: [string, string][] = [
  ["not an address", "invalid webhook URL specified"],
  ["http://desk.example/hook", "bad webhook: An HTTPS URL must be provided for webhook"],
  ["http://127.0.0.1:3003/hook", "bad webhook: An HTTPS URL must be provided for webhook"],
  ["https://desk.example:3003/hook", "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443"],
  ["https://10.0.0.4/hook", "bad webhook: IP address 10.0.0.4 is reserved"],
  ["https://localhost/hook", "bad webhook: IP address 127.0.0.1 is reserved"],
  ["https://[2001:db8::1]/hook", "bad webhook: IPv6-only addresses are not allowed"],
];

test.each(BAD_ADDRESSES)("the webhook address %s is refused", async (url, why) => {
  expect(await strict.api.refusal("setWebhook", { url })).toBe(`400 Bad Request: ${why}`);
});

test("the webhook's secret has a length and an alphabet", async () => {
  const url = "https://desk.example/hook";
  expect(await strict.api.refusal("setWebhook", { url, secret_token: "x".repeat(257) })).toBe(
    "400 Bad Request: secret token is too long",
  );
  expect(await strict.api.refusal("setWebhook", { url, secret_token: "no spaces" })).toBe(
    "400 Bad Request: secret token contains unallowed characters",
  );
});

test("setting, reading and deleting a webhook answer in Telegram's words", async () => {
  const hook = await openHook();
  const world = await openWorld();
  const answerTo = async (method: string, params = {}) => {
    const { body } = await world.api.raw(method, params);
    return body.ok && "description" in body ? body.description : body;
  };
  const wanted = {
    url: hook.url,
    secret_token: "kq3_Tz81-Lm",
    allowed_updates: ["message"],
    max_connections: 20,
  };
  expect(await answerTo("setWebhook", wanted)).toBe("Webhook was set");
  expect(await answerTo("setWebhook", wanted)).toBe("Webhook is already set");
  expect(await world.api.ask("getWebhookInfo")).toMatchObject({
    url: hook.url,
    has_custom_certificate: false,
    pending_update_count: 0,
    max_connections: 20,
    allowed_updates: ["message"],
  });
  expect(await answerTo("deleteWebhook")).toBe("Webhook was deleted");
  expect(await answerTo("deleteWebhook")).toBe("Webhook is already deleted");
  expect(await world.api.ask("getWebhookInfo")).toMatchObject({ url: "" });
  await world.simulator.close();
  await hook.close();
});

test("dropping pending updates empties the backlog", async () => {
  await strict.phone.write("never seen");
  expect(await strict.api.ask("getWebhookInfo")).toMatchObject({ pending_update_count: 1 });
  await strict.api.ask("deleteWebhook", { drop_pending_updates: true });
  expect(await strict.api.ask("getUpdates")).toEqual([]);
});
