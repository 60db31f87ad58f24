import { expect, test } from "vitest";
import { loadConfig } from "../../app/config.ts";
import { createSecrets } from "../../floor/secrets/secrets.ts";
import { webhook } from "./webhook.ts";

const base = { APP_SECRET: "a".repeat(32), PUBLIC_URL: "https://desk.example", NODE_ENV: "test" };
const app = { WHATSAPP_APP_ID: "880011223344556", WHATSAPP_APP_SECRET: "s".repeat(32) };
const note = (env: Record<string, string>) => {
  const config = loadConfig({ ...base, ...env });
  return webhook.operatorNote(config, createSecrets(config.appSecret));
};

test("doctor shows address and verify token of the installation's app", () => {
  expect(note({})).toBeNull();
  expect(note({ ...app, WHATSAPP_VERIFY_TOKEN: "a token of the operator" })).toBe(
    "webhook https://desk.example/webhooks/whatsapp with the verify token a token of the operator",
  );
  expect(note(app)).toBe(note(app));
  expect(note(app)).not.toBe(note({ ...app, APP_SECRET: "b".repeat(32) }));
});
