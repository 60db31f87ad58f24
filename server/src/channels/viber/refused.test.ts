import { afterAll, beforeAll, expect, test } from "vitest";
import { type Simulator, startSimulator } from "../../../../simulator/src/server.ts";
import { createAccount } from "../../../../simulator/src/viber/accounts.ts";
import type { Channel, Outgoing } from "../seam/adapter.ts";
import { createViberApi } from "./api.ts";
import { createViberSend } from "./send.ts";

let simulator: Simulator;
let channel: Channel;
let account: number;
beforeAll(async () => {
  simulator = await startSimulator();
  const { id, token } = createAccount(simulator.network, { name: "Harbour" });
  account = id;
  channel = { companyId: "", id: "", platform: "viber", externalId: "", name: "Harbour", credentials: token };
});
afterAll(() => simulator.close());

const message: Outgoing = {
  messageId: "m1",
  to: "someone==",
  type: "text",
  content: "Hello",
  caption: null,
  file: null,
  replyToExternalId: null,
  ratingFor: null,
};
const send = () =>
  createViberSend(createViberApi(simulator.url))(channel, message, AbortSignal.timeout(5000));

/** creators.viber.com/docs/bots-api/errors, and the meaning of each for the client and the account. */
test.each([
  [1, "address_refused", null],
  [2, "credentials_refused", "channelBroken"],
  [3, "request_malformed", null],
  [4, "request_incomplete", null],
  [5, "client_account_gone", "unreachable"],
  [6, "client_not_subscribed", "unreachable"],
  [7, "account_blocked", "channelBroken"],
  [8, "account_unknown", "channelBroken"],
  [9, "account_suspended", "channelBroken"],
  [10, "called_nowhere", "channelBroken"],
  [11, "client_device_unfit", "unreachable"],
  [13, "client_app_old", null],
  [14, "feature_not_in_version", null],
  [15, "account_not_authorized", "channelBroken"],
  [16, "inline_not_allowed", null],
  [17, "account_not_inline", null],
  [18, "account_without_chat", null],
  [19, "broadcast_failed", null],
  [20, "broadcast_not_allowed", null],
  [21, "country_unsupported", null],
  [22, "payments_unsupported", null],
  [23, "free_messages_used", null],
  [24, "no_balance", null],
  [99, "provider", null],
])("status %i is refused with %s", async (code, reason, says) => {
  simulator.control.addFault({ bot: account, kind: "error", code });
  const outcome = await send();
  expect(outcome).toMatchObject({ outcome: "refused", reason: { code: reason } });
  const { unreachable = false, channelBroken = false } = outcome as Record<string, unknown>;
  expect({ unreachable, channelBroken }).toEqual({
    unreachable: says === "unreachable",
    channelBroken: says === "channelBroken",
  });
});

test("too many requests is tried again after minutes", async () => {
  simulator.control.addFault({ bot: account, kind: "error", code: 12 });
  expect(await send()).toMatchObject({
    outcome: "tryAgain",
    afterMs: 300_000,
    reason: { code: "slow_down" },
  });
});

test("an unknown status is shown in Viber's own words", async () => {
  simulator.control.addFault({ bot: account, kind: "error", code: 77, description: "moonPhase" });
  expect(await send()).toMatchObject({ reason: { code: "provider", facts: { says: "moonPhase" } } });
});

test.each(["acceptThenDrop", "badJson"] as const)(
  "an outcome is unknown after the fault %s",
  async (kind) => {
    simulator.control.addFault({ bot: account, kind });
    expect(await send()).toMatchObject({ outcome: "unknown", reason: { code: "perhaps_arrived" } });
  },
);

test("a server that cannot be reached took nothing", async () => {
  const api = createViberApi("http://127.0.0.1:1");
  expect(await createViberSend(api)(channel, message, AbortSignal.timeout(5000))).toMatchObject({
    outcome: "tryAgain",
    reason: { code: "connection_refused" },
  });
});
