import type { ChannelRow } from "@parley/contract/channels";
import { afterAll, beforeAll, expect, test } from "vitest";
import { driveWhatsApp } from "../../../../simulator/src/whatsapp/driver.ts";
import { stateOf } from "../../../../simulator/src/whatsapp/state.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { checkAccounts } from "../accounts/check.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a number whose quality drops deserves a look until it rises again", async () => {
  const made = driveWhatsApp(world.telegram, async () => 200).newAccount();
  const answer = await world.as("ingrid").post("/channels/whatsapp/connect", made.body);
  expect(answer.statusCode, answer.body).toBe(200);
  const { channelid } = answer.json() as ChannelRow;
  const number = stateOf(world.telegram.network).numbers.get(made.externalId);
  if (!number) throw new Error("The number is not there");
  const rated = async (quality: "GREEN" | "YELLOW" | "RED") => {
    number.quality = quality;
    for (let time = 0; time < 2; time++) {
      world.clock.advance(5 * 60_000);
      await checkAccounts(world.context);
    }
    const rows = (await world.as("ingrid").get("/channels")).json() as ChannelRow[];
    const row = rows.find((one) => one.channelid === channelid);
    return [row?.state, row?.reason?.code, row?.mend];
  };
  expect(await rated("GREEN")).toEqual(["working", undefined, null]);
  expect(await rated("YELLOW")).toEqual(["attention", "quality_medium", "check_quality"]);
  expect(await rated("RED")).toEqual(["attention", "quality_low", "check_quality"]);
  expect(await rated("GREEN")).toEqual(["working", undefined, null]);
});
