/** Every registered channel whose provider calls: without the provider's secret a call gives nothing. */
import { expect, test } from "vitest";
import { driverOf, simulated } from "../../../../simulator/src/registry.ts";
import { callDesk, fileOfDesk } from "../../../../test/world/desk-calls.ts";
import { createWorld } from "../../../../test/world.ts";
import { channelModules } from "../../app/channels.ts";

const called = channelModules
  .filter(({ platform, webhook }) => platform in simulated && webhook && !("store" in webhook))
  .map(({ platform }) => platform);

test.each(called)("a forged call of %s is 401 and leaves no trace", async (platform) => {
  const secure = await createWorld({ env: { PUBLIC_URL: "https://desk.example" } });
  try {
    const wire = driverOf(platform, secure.telegram, callDesk(secure), fileOfDesk(secure));
    const made = wire.newAccount();
    const answer = await secure.as("ingrid").post(`/channels/${platform}/connect`, made.body);
    const url = `/webhooks/${platform}/${answer.json().channelid}`;
    expect(wire.calls(made.externalId)).toBe(`https://desk.example${url}`);
    const { headers, body } = wire.forgedCall();
    const call = { method: "POST", url, payload: body } as const;
    const count = () => secure.context.pool.query("select count(*)::int as count from message");
    const before = (await count()).rows;
    for (const given of [headers, {}]) {
      const forged = await secure.app.inject({
        ...call,
        headers: { "content-type": "application/json", ...given },
      });
      expect(forged.statusCode).toBe(401);
    }
    expect((await count()).rows).toEqual(before);
    for (const secret of Object.values(headers)) expect(secure.logged.join("\n")).not.toContain(secret);
  } finally {
    await secure.close();
  }
});
