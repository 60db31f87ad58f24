import { parseOptions, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createWorld, password, type World } from "../../../test/world.ts";

vi.mock("@node-rs/argon2", { spy: true });

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

// Each test has its own network address, or one test would reach the limit of another.
let address = 0;
beforeEach(() => {
  address++;
});

type Given = { email?: unknown; password?: unknown };
const signIn = (given: Given, from = `10.0.0.${address}`, headers: Record<string, string> = {}) =>
  world.stranger.post("/auth/login", given, { remoteAddress: from, headers });

const refusal = {
  message: "Invalid email or password. Try again!",
  code: "signed_out",
  reason: { code: "login_failed", facts: {} },
};

test.each([
  {},
  { email: "mira@harbour.example" },
  { password },
  { email: "  ", password },
  { email: "", password: "" },
])("a sign-in with empty fields is refused: %j", async (given) => {
  const answer = await signIn(given);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    message: "Please fill in all fields",
    code: "invalid",
    reason: { code: "fill_all_fields", facts: {} },
  });
});

test("sign-in fields of a wrong type are refused, not guessed at", async () => {
  const answer = await signIn({ email: ["mira@harbour.example"], password: { $ne: "" } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toEqual([
    "email: expected string, received array",
    "password: expected string, received object",
  ]);
});

describe("wrong, unknown and disabled accounts", () => {
  test("wrong, unknown and disabled accounts are refused alike, after the same work", async () => {
    await world.desk("harbour", ({ db, now }) =>
      db.updateTable("agent").set({ disabled_on: now }).where("id", "=", world.agents.jonas.id).execute(),
    );
    const tried = [
      { email: world.agents.mira.email, password: `${password}!` },
      { email: "nobody@harbour.example", password },
      { email: world.agents.jonas.email, password },
    ];
    const work: unknown[] = [];
    for (const given of tried) {
      vi.mocked(verify).mockClear();
      const answer = await signIn(given);
      expect([answer.statusCode, answer.json(), answer.headers["set-cookie"]]).toEqual([
        401,
        refusal,
        undefined,
      ]);
      const [first] = vi.mocked(verify).mock.calls;
      work.push([vi.mocked(verify).mock.calls.length, first?.[1], parseOptions(first?.[0] ?? "")]);
    }
    expect(work[1]).toEqual([1, password, parseOptions(await aHash())]);
    expect(work[2]).toEqual(work[1]);
    expect(work[0]).toEqual([1, `${password}!`, parseOptions(await aHash())]);
  });

  const aHash = async () =>
    (
      await world.desk("harbour", ({ db }) =>
        db.selectFrom("agent").select("password_hash").executeTakeFirstOrThrow(),
      )
    ).password_hash;

  test.each(["omar@northwind.example", "nobody@northwind.example"])(
    "%s has to wait after five failures from a network, longer each time, whatever the password",
    async (email) => {
      const from = `10.1.${address}.1`;
      const waits: number[] = [];
      for (let tries = 0; tries < 13; tries++) {
        const refused = await signIn({ email, password: "wrong" }, from);
        if (tries < 4) {
          expect(refused.statusCode).toBe(401);
          continue;
        }
        expect(refused.statusCode).toBe(401);
        const waiting = await signIn({ email, password }, from);
        expect(waiting.statusCode).toBe(429);
        expect(waiting.json().code).toBe("rate_limited");
        waits.push(Number(waiting.headers["retry-after"]));
        world.clock.advance(Number(waiting.headers["retry-after"]) * 1000);
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900, 900]);
    },
  );

  test("many tries at once are counted too", async () => {
    const email = world.agents.freya.email;
    const tries = Array.from({ length: 20 }, () => signIn({ email, password: "wrong" }));
    const statuses = (await Promise.all(tries)).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test("success forgets the failures before it", async () => {
    const email = world.agents.naledi.email;
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 4; tries++) await signIn({ email, password: "wrong" }, `10.4.0.${round}`);
      expect((await signIn({ email, password }, `10.4.0.${round}`)).statusCode).toBe(200);
    }
  });
});

describe("one network address", () => {
  const failures = (from: string, headers?: Record<string, string>) =>
    Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        signIn({ email: `${n}@${from}.example`, password }, from, headers),
      ),
    );

  test("one network address has twenty failures a minute, over any accounts; others are not affected", async () => {
    const statuses = (await failures("10.5.0.1")).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    const next = await signIn({ email: world.agents.mira.email, password }, "10.5.0.1");
    expect(next.statusCode).toBe(429);
    expect(Number(next.headers["retry-after"])).toBeGreaterThan(0);
    expect((await signIn({ email: world.agents.mira.email, password }, "10.5.0.2")).statusCode).toBe(200);
  });

  test("a network address cannot be forged by an untrusted header", async () => {
    await failures("10.5.0.3", { "x-forwarded-for": "1.2.3.4" });
    const next = await signIn({ email: world.agents.mira.email, password }, "10.5.0.3", {
      "x-forwarded-for": "5.6.7.8",
    });
    expect(next.statusCode).toBe(429);
  });
});

describe("the right password", () => {
  test("the right password returns the agent, records the time, and shows the token only in the cookie", async () => {
    const { agents, departments } = world;
    const answer = await signIn({ email: ` ${agents.mira.email.toUpperCase()} `, password });
    expect(answer.json()).toEqual({
      user: {
        id: agents.mira.id,
        userid: agents.mira.id,
        username: "mira",
        firstName: "Mira",
        lastName: "Halvorsen",
        email: agents.mira.email,
        role: null,
        departmentid: departments.bookings.id,
        department_name: "Bookings",
        profilePic: null,
      },
      isPushSubscribed: false,
      lang: "en",
    });
    const noted = await world.desk("harbour", async ({ db }) => ({
      agent: await db
        .selectFrom("agent")
        .select("last_logged_on")
        .where("id", "=", agents.mira.id)
        .executeTakeFirstOrThrow(),
      actions: await db
        .selectFrom("action")
        .select(["type", "time"])
        .where("agent_id", "=", agents.mira.id)
        .orderBy("id", "desc")
        .limit(1)
        .execute(),
    }));
    expect(noted).toEqual({
      agent: { last_logged_on: world.clock.now() },
      actions: [{ type: "user_login", time: world.clock.now() }],
    });
  });

  test("the right password publishes the time to administrators", async () => {
    world.published.length = 0;
    await signIn({ email: world.agents.mira.email, password });
    expect(world.published.map(({ event, payload }) => [event, payload])).toEqual([
      [
        "updateAgentRow",
        expect.objectContaining({
          userid: world.agents.mira.id,
          last_logged_on: world.clock.now().toISOString(),
        }),
      ],
    ]);
  });

  test("nothing that was typed is in the log", async () => {
    await signIn({ email: world.agents.mira.email, password });
    expect(world.logged.join("")).not.toContain(password);
  });
});
