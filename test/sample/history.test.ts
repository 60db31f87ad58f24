import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox } from "../world/mail-account.ts";
import { createWorld, type World } from "../world.ts";
import { plantHistory } from "./history.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("the history has four weeks of closed tickets over all accounts, the same when planted again", async () => {
  const { context, companies } = world;
  await connectMailbox(world);
  await world.desk("harbour", ({ db, companyId, now }) =>
    db
      .insertInto("channel")
      .values({
        ...{
          company_id: companyId,
          platform: "viber",
          external_id: "pa:1",
          name: "Harbour",
          username: "harbour",
        },
        ...{ credentials: Buffer.alloc(1), created_on: now },
      })
      .execute(),
  );
  const counts = () =>
    world.desk("harbour", ({ db }) =>
      db
        .selectFrom("ticket")
        .select(({ fn }) => ["platform", fn.countAll<string>().as("count")])
        .where("closed_on", "is not", null)
        .groupBy("platform")
        .orderBy("platform")
        .execute(),
    );
  await plantHistory(context, companies.harbour.id);
  const planted = await counts();
  expect(planted.map(({ platform }) => platform)).toEqual(["email", "telegram", "viber"]);
  for (const { count } of planted) expect(Number(count)).toBeGreaterThan(20);
  await plantHistory(context, companies.harbour.id);
  expect(await counts()).toEqual(planted);
  const mails = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("ticket", "ticket.id", "message.ticket_id")
      .leftJoin("message_mail as mail", "mail.message_id", "message.id")
      .select(["mail.subject", "message.is_agent", "mail.sender"])
      .where("ticket.platform", "=", "email")
      .where("message.type", "<>", "rating")
      .execute(),
  );
  expect(mails.filter(({ subject }) => !subject)).toEqual([]);
  const ours = mails.filter(({ sender }) => sender?.address === "desk@harbour.example");
  expect(ours.every(({ is_agent }) => is_agent)).toBe(true);
  expect(ours.length).toBeGreaterThan(10);
});
