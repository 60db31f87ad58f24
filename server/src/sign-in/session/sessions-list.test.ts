import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { countStatements, createWorld, password, type World } from "../../../../test/world.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1";

async function signIn(name: "mira" | "jonas" | "omar", userAgent: string, remoteAddress: string) {
  const answer = await world.stranger.post(
    "/auth/login",
    { email: world.agents[name].email, password },
    { headers: { "user-agent": userAgent }, remoteAddress },
  );
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}
const list = async (cookie: string) =>
  (await world.stranger.get("/auth/sessions", { headers: { cookie } })).json();
const end = (cookie: string, sessionid: string) =>
  world.stranger.post("/auth/end-session", { sessionid }, { headers: { cookie } });
const isIn = async (cookie: string) =>
  (await world.stranger.get("/auth/profile", { headers: { cookie } })).statusCode === 200;

describe("another agent's session", () => {
  test.each(["jonas", "omar"] as const)(
    "another agent's session of %s is treated as unknown, and stays",
    async (name) => {
      const theirs = await signIn(name, firefox, "10.0.0.9");
      const [{ sessionid }] = await list(theirs);
      const mira = await world.as("mira").cookie();
      const answer = await end(mira, sessionid);
      const never = await end(mira, "00000000-0000-4000-8000-000000000000");
      expect([answer.statusCode, answer.json()]).toEqual([404, never.json()]);
      expect(await isIn(theirs)).toBe(true);
      const listed = (await list(mira)).map((one: { sessionid: string }) => one.sessionid);
      expect(listed).not.toContain(sessionid);
    },
  );

  test("a session with an impossible id is not found", async () => {
    expect((await end(await world.as("mira").cookie(), "x")).statusCode).toBe(400);
  });
});

describe("the agent's own sessions", () => {
  test("the agent's own sessions are listed with device, address and last use, this one first; without the token's hash", async () => {
    const older = await signIn("mira", firefox, "10.0.0.1");
    const started = world.clock.now().toISOString();
    world.clock.advance(120_000);
    const phone = await signIn("mira", iphone, "2001:db8::7");
    const unknown = await signIn("mira", "curl/8.0", "10.0.0.3");
    await world.stranger.get("/auth/profile", { headers: { cookie: older } });
    const used = world.clock.now().toISOString();
    const answer = await list(older);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const first = { browser: "Firefox 140", os: "Windows", address: "10.0.0.1", current: true };
    expect(answer[0]).toEqual({ sessionid: id, ...first, created_on: started, last_used_on: used });
    expect(answer).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ browser: "Safari 18", os: "iOS", address: "2001:db8::7", current: false }),
        expect.objectContaining({ browser: null, os: null, address: "10.0.0.3", current: false }),
      ]),
    );
    expect(await isIn(phone)).toBe(true);
    expect(await isIn(unknown)).toBe(true);
  });

  test("expired sessions are not listed; the list costs as many statements however long it is", async () => {
    const cookie = await signIn("mira", firefox, "10.0.0.1");
    const few = await countStatements(world, () => list(cookie));
    for (let n = 0; n < 5; n++) await signIn("mira", firefox, "10.0.0.2");
    const many = await countStatements(world, () => list(cookie));
    expect(many.statements).toHaveLength(few.statements.length);
    expect(many.answer.length).toBe(few.answer.length + 5);
    world.clock.advance(12 * 3_600_000);
    const fresh = await signIn("mira", firefox, "10.0.0.1");
    expect(await list(fresh)).toHaveLength(1);
  });

  test("an agent's sessions end one by one: the ended one gets the event, its socket is disconnected, the others stay", async () => {
    const here = await signIn("mira", firefox, "10.0.0.1");
    const there = await signIn("mira", iphone, "10.0.0.2");
    const origin = world.context.config.consoleOrigin;
    const [mine, theirs] = await Promise.all([
      connectSocket(live.url, { cookie: here, origin }),
      connectSocket(live.url, { cookie: there, origin }),
    ]);
    const other = (await list(here)).find((one: { os: string }) => one.os === "iOS");
    expect((await end(here, other.sessionid)).statusCode).toBe(200);
    await theirs.receives("sessionEnded");
    await theirs.cut;
    expect([await isIn(there), await isIn(here), mine.socket.connected]).toEqual([false, true, true]);
    await expect(connectSocket(live.url, { cookie: there, origin })).rejects.toThrow("signed_out");
  });

  test("an ended session has its socket cut within a second", async () => {
    const here = await signIn("mira", firefox, "10.0.0.1");
    const origin = world.context.config.consoleOrigin;
    const took: number[] = [];
    // A busy machine may pause once for longer than that, but not three times.
    for (let round = 0; round < 3; round++) {
      const there = await connectSocket(live.url, {
        cookie: await signIn("mira", iphone, "10.0.0.2"),
        origin,
      });
      const other = (await list(here)).find((one: { os: string }) => one.os === "iOS");
      const from = performance.now();
      await end(here, other.sessionid);
      await there.cut;
      took.push(performance.now() - from);
    }
    expect(Math.min(...took)).toBeLessThan(1000);
  });

  test("all sessions but this one are ended with one call", async () => {
    const here = await signIn("mira", firefox, "10.0.0.1");
    const others = [await signIn("mira", iphone, "10.0.0.2"), await signIn("mira", firefox, "10.0.0.3")];
    const jonas = await signIn("jonas", firefox, "10.0.0.4");
    const socket = await connectSocket(live.url, {
      cookie: others[0] ?? "",
      origin: world.context.config.consoleOrigin,
    });
    await world.stranger.post("/auth/end-other-sessions", {}, { headers: { cookie: here } });
    await socket.cut;
    expect(await Promise.all([here, jonas, ...others].map(isIn))).toEqual([true, true, false, false]);
    expect(await list(here)).toHaveLength(1);
  });
});
