/** Every read begins with the agent's present rights. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let paths: string[];
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.ticket({ department: "bookings", messages: ["one"] });
  paths = [
    "/auth/agents",
    "/tickets",
    "/tickets?limit=60",
    `/tickets?limit=60&after=${id}`,
    `/tickets/${id}`,
    `/${id}/0/ticketHandler`,
    `/${id}/1/chat`,
    `/get-chat-slice?ticketid=${id}&after=0`,
    `/${id}/get-pinned-msg`,
    "/drafts",
    "/private-chats",
  ];
});
afterAll(() => world.close());

type Name = "mira" | "tomas";
const ask = async (name: Name) => {
  const answers = await Promise.all(paths.map((path) => world.as(name).get(path)));
  return answers.map(({ statusCode }) => statusCode);
};
const all = (status: number) => paths.map(() => status);
const change = (name: Name, to: object) =>
  world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set(to).where("id", "=", world.agents[name].id).execute(),
  );

test("an agent who lost sight of a department sees nothing of it, at once", async () => {
  expect(await ask("tomas")).toEqual(all(200));
  await change("tomas", { role: null, department_id: world.departments.groups.id });
  expect(await ask("tomas")).toEqual([200, 200, 200, 404, 404, 404, 404, 404, 404, 200, 200]);
  expect((await world.as("tomas").get("/tickets")).json()).toBe("no tickets");
});

test("an agent who is disabled, or whose session has ended, is refused at once", async () => {
  expect(await ask("mira")).toEqual(all(200));
  await change("mira", { disabled_on: world.clock.now() });
  expect(await ask("mira")).toEqual(all(401));
  await change("mira", { disabled_on: null });
  expect(await ask("mira")).toEqual(all(200));
  await world.desk("harbour", ({ db }) =>
    db.deleteFrom("session").where("agent_id", "=", world.agents.mira.id).execute(),
  );
  expect(await ask("mira")).toEqual(all(401));
});
