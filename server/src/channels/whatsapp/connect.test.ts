/** The refusals of connecting a number. Nothing is kept then, here or at the provider. */
import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateOf } from "../../../../simulator/src/whatsapp/state.ts";
import { openNumbers } from "../../../../test/world/numbers.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { connect as whatsappConnect } from "./connect.ts";

let world: World;
let numbers: ReturnType<typeof openNumbers>;
beforeAll(async () => {
  world = await createWorld();
  numbers = openNumbers(world);
});
afterAll(() => world.close());

type Made = ReturnType<typeof numbers.control.createNumber>;
const newNumber = (more: Parameters<typeof numbers.control.createNumber>[0] = {}) =>
  numbers.control.createNumber({ reach: numbers.reach, ...more });
const bodyOf = ({ token, number }: Made) => ({
  access_token: token,
  waba_id: number.wabaId,
  phone_number_id: number.id,
});
const connect = (body: object) => world.as("ingrid").post("/channels/whatsapp/connect", body);
const rows = async () => (await world.as("ingrid").get("/channels")).json<ChannelRow[]>();
/** The state at the provider after an account was connected. */
const agreed = ({ number }: Made) => ({
  overrides: [...number.overrides.values()],
  subscribed: [...(stateOf(world.telegram.network).wabas.get(number.wabaId)?.subscribed ?? [])],
});
const nothing = { overrides: [], subscribed: [] };

async function refusal(made: Made, more: object = {}) {
  const before = await rows();
  const answer = await connect({ ...bodyOf(made), ...more });
  expect(await rows()).toEqual(before);
  expect(agreed(made)).toEqual(nothing);
  const { code, reason } = answer.json<{ code: string; reason?: { code: string } }>();
  return [answer.statusCode, code, reason?.code];
}

test("a token of another app needs that app's secret", async () => {
  const made = newNumber({ app: numbers.control.createApp() });
  expect(await refusal(made)).toEqual([400, "provider_refused", "token_of_other_app"]);
  const own = { app_id: made.app.id, app_secret: made.app.secret };
  const answer = await connect({ ...bodyOf(made), ...own });
  const { channelid } = answer.json<ChannelRow>();
  expect(agreed(made).overrides).toEqual([
    `${world.context.config.publicUrl}/webhooks/whatsapp/${channelid}`,
  ]);
});

test("a secret that is not the token's app's is refused", async () => {
  const made = newNumber({ app: numbers.control.createApp() });
  const { secret } = numbers.control.createApp();
  expect(await refusal(made, { app_secret: secret })).toEqual([400, "provider_refused", "entry_refused"]);
  const { reason } = (await connect({ ...bodyOf(made), app_secret: secret })).json();
  expect(reason.facts).toMatchObject({
    field: "app_secret",
    says: expect.stringContaining("appsecret_proof"),
  });
});

test("an account id that the provider does not know is named as the refused entry", async () => {
  const { reason } = (await connect({ ...bodyOf(newNumber()), waba_id: "12345" })).json();
  expect(reason).toMatchObject({ code: "entry_refused", facts: { field: "waba_id" } });
});

test("a token that no longer holds is refused", async () => {
  const made = newNumber();
  numbers.control.revokeTokens(made.number.id);
  expect(await refusal(made)).toEqual([400, "provider_refused", "token_invalid"]);
});

test("a token of a company's own app that no longer holds is refused", async () => {
  const app = numbers.control.createApp();
  const made = newNumber({ app });
  numbers.control.revokeTokens(made.number.id);
  const own = { app_id: app.id, app_secret: app.secret };
  expect(await refusal(made, own)).toEqual([400, "provider_refused", "token_invalid"]);
});

test("a number outside the account is refused", async () => {
  const [made, other] = [newNumber(), newNumber()];
  const outside = { phone_number_id: other.number.id };
  expect(await refusal(made, outside)).toEqual([400, "provider_refused", "number_not_in_account"]);
  expect(agreed(other)).toEqual(nothing);
});

test("a wrong PIN is refused before the provider's calls are routed here; the right one registers", async () => {
  const made = newNumber();
  Object.assign(made.number, { pin: "730115", registered: false });
  expect(await refusal(made, { pin: "000000" })).toEqual([400, "provider_refused", "pin_wrong"]);
  expect(made.number.registered).toBe(false);
  expect((await connect({ ...bodyOf(made), pin: "730115" })).statusCode).toBe(200);
  expect(made.number.registered).toBe(true);
});

test("only a simulator on this machine can be connected over http", async () => {
  const { config } = world.context;
  const was = { publicUrl: config.publicUrl, channelSettings: config.channelSettings };
  const made = newNumber();
  const by = { kind: "desk", companyId: world.companies.harbour.id } as const;
  const connectByDesk = () => whatsappConnect.account(world.context, by, bodyOf(made), {});
  config.publicUrl = "http://desk.example";
  config.channelSettings = { ...was.channelSettings, WHATSAPP_API_URL: "https://graph.example" };
  try {
    await expect(connectByDesk()).rejects.toMatchObject({
      status: 400,
      details: { reason: { code: "https_needed", facts: { provider: "WhatsApp" } } },
    });
    expect(agreed(made)).toEqual(nothing);
    Object.assign(config, { ...was, publicUrl: "http://desk.example" });
    await connectByDesk();
    expect(agreed(made).overrides).toEqual(["http://desk.example/webhooks/whatsapp"]);
  } finally {
    Object.assign(config, was);
  }
});
