import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { removeOldGreetings } from "./greetings.ts";

const day = 24 * 3_600_000;
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const greet = (company: "harbour" | "northwind", external_id: string, daysAgo: number) =>
  world.desk(company, ({ db, companyId, now }) =>
    db
      .insertInto("greeting")
      .values({
        company_id: companyId,
        channel_id: world.channels[company].id,
        external_id,
        token: "1",
        greeted_on: new Date(now.getTime() - daysAgo * day),
      })
      .execute(),
  );

test("greetings of ninety days ago are removed, of every company; later ones stay", async () => {
  await greet("harbour", "olena", 90);
  await greet("harbour", "dimitar", 89);
  await greet("northwind", "olena", 200);
  await removeOldGreetings(world.context);
  const { rows } = await world.context.pool.query("select external_id from greeting");
  expect(rows).toEqual([{ external_id: "dimitar" }]);
});
