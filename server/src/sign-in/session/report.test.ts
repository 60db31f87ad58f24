import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setUpTwoStep } from "../../../../test/world/two-step.ts";
import { openVisitor } from "../../../../test/world/visitor.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  world.context.log.level = "info";
});
afterAll(() => world.close());
beforeEach(() => {
  world.logged.length = 0;
});

type Line = Record<string, unknown> & { event?: string };
const lines = (event: string) =>
  world.logged.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);
const figure = async (name: string) =>
  (await world.context.figures.registry.getSingleMetric(name)?.get())?.values;
const typed = "nobody.at.all@harbour.example";

test("a sign-in's outcome is in the log and in the metrics, without address and password", async () => {
  const { mira, jonas } = world.agents;
  const by = openVisitor(world, "198.51.100.4");
  await setUpTwoStep(world, "jonas");
  await by.post("/auth/login", { email: mira.email, password: "not this one" });
  await by.post("/auth/login", { email: typed, password: "not this one" });
  await by.post("/auth/login", { email: mira.email, password });
  await by.post("/auth/login", { email: mira.email, password });
  await by.post("/auth/login", { email: jonas.email, password });
  await by.post("/auth/second-step", { code: "000000" });
  for (let n = 0; n < 5; n++) await by.post("/auth/login", { email: typed, password: "not this one" });
  const network = "198.51.100.4";
  const hashed = expect.stringMatching(/^[\w-]{16}$/);
  expect(lines("sign_in")).toMatchObject([
    { outcome: "wrong_password", account: mira.id, network, known_device: false },
    { outcome: "wrong_password", account: null, address: hashed, network },
    { outcome: "signed_in", account: mira.id, network, known_device: false },
    { outcome: "signed_in", account: mira.id, network, known_device: true },
    { outcome: "wrong_code", account: jonas.id, network },
    ...Array(4).fill({ outcome: "wrong_password", account: null, address: hashed }),
    { outcome: "waits", account: null, address: hashed },
  ]);
  const [, unknown, , , , again] = lines("sign_in");
  expect(again?.address).toBe(unknown?.address);
  const logged = world.logged.join("");
  for (const secret of [typed, mira.email, "not this one", password]) expect(logged).not.toContain(secret);
  expect(await figure("parley_sign_ins_total")).toEqual([
    { labels: { step: "password", outcome: "refused" }, value: 6 },
    { labels: { step: "password", outcome: "signedIn" }, value: 2 },
    { labels: { step: "password", outcome: "secondStep" }, value: 1 },
    { labels: { step: "second_step", outcome: "refused" }, value: 1 },
    { labels: { step: "password", outcome: "wait" }, value: 1 },
  ]);
});

test("a call that is refused is in the log by kind, with its route and not its path", async () => {
  await world.stranger.get("/search-ticket/private-words/open", { remoteAddress: "2001:db8::9" });
  await world.as("mira").get("/admin/audit-log");
  await world.as("mira").get("/search-ticket/private-words/open");
  expect(lines("refused")).toMatchObject([
    { status: 401, code: "signed_out", agent: null, network: "2001:db8:0:0::/64" },
    { status: 403, code: "forbidden", method: "GET", route: "/admin/audit-log", agent: world.agents.mira.id },
  ]);
  expect(world.logged.join("")).not.toContain("private-words");
  expect(await figure("parley_refused_total")).toContainEqual({
    labels: { status: 403, code: "forbidden" },
    value: 1,
  });
});

test("an administrator's change is in the log once it is committed, without the values", async () => {
  const { ingrid, tomas } = world.agents;
  const flip = () => world.as("ingrid").post("/auth/delete-agent", { userid: tomas.id });
  expect((await flip()).statusCode).toBe(200);
  expect(lines("audit")).toMatchObject([
    {
      verb: "agent_disable",
      company: world.companies.harbour.id,
      actor: ingrid.id,
      subject: { type: "agent", id: tomas.id },
    },
  ]);
  expect(world.logged.join("")).not.toContain("Tomáš");
  await world.as("ingrid").post("/auth/set-admin", { userid: ingrid.id });
  expect(lines("audit")).toHaveLength(1);
});
