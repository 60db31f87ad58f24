import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import { channelsChanged, onChannelChange } from "../channels/accounts/changes.ts";
import { findChannel } from "../channels/accounts/find.ts";
import { isPaused, pauseSigns } from "../channels/outbound/signs.ts";
import { telegram } from "../channels/telegram/index.ts";
import type { Context } from "../floor/context.ts";
import { inCompany } from "../floor/database/scope.ts";
import { record } from "../floor/ledger/record.ts";
import { afterCommit } from "../floor/ledger/subscribers.ts";
import { createContext } from "./context.ts";
import { subscribers } from "./subscribers.ts";

/** Hears of each connected channel. */
const heard = vi.fn();
const listener = afterCommit(["channel_connect"], (_scope, { subject }) => heard(subject));

let world: World;
let other: Context;
beforeAll(async () => {
  world = await createWorld();
  const { config, log, clock } = world.context;
  other = await createContext(config, {
    ...{ log, clock, channels: [telegram] },
    subscribers: { ...subscribers, afterCommit: [listener] },
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
});

const recordIn = (context: Context) => {
  const { id: subject, companyId } = world.channels.harbour;
  return inCompany(context, { kind: "desk", companyId }, (scope) =>
    record(scope, { kind: "channel_connect", subject, name: "Harbour Travel", facts: {} }),
  );
};

test("each of two contexts in a process has the channels it was given", async () => {
  const { companyId } = world.channels.harbour;
  const known = (context: Context) =>
    inCompany(
      context,
      { kind: "desk", companyId },
      async ({ platforms }) => platforms.find("email") !== undefined,
    );
  expect([await known(world.context), await known(other)]).toEqual([true, false]);
  expect(() => other.adapters.of("email")).toThrow("There is no channel module for email");
  expect(world.context.adapters.of("email")).toBeDefined();
});

test("an event reaches the subscribers of the context in which it is recorded", async () => {
  await recordIn(world.context);
  expect(heard).not.toHaveBeenCalled();
  await recordIn(other);
  expect(heard.mock.calls).toEqual([[world.channels.harbour.id]]);
});

test("two contexts share neither what they found of accounts nor what they paused", async () => {
  const { id } = world.channels.harbour;
  const changed = vi.fn();
  onChannelChange(other, changed);
  const found = await findChannel(other, id);
  channelsChanged(world.context, id);
  expect(changed).not.toHaveBeenCalled();
  expect(await findChannel(other, id)).toBe(found);
  pauseSigns(other, id, 60_000);
  expect([isPaused(world.context, id), isPaused(other, id)]).toEqual([false, true]);
});
