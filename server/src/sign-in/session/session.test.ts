import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { countStatements, createWorld, password, type World } from "../../../../test/world.ts";

const minute = 60_000;
const hour = 60 * minute;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Headers = Record<string, string>;
const validate = async (cookie?: string) =>
  (await world.stranger.get("/auth/validate", { headers: { ...(cookie && { cookie }) } as Headers })).json();
const use = async (cookie: string) =>
  (await world.stranger.get("/auth/get-user-pref", { headers: { cookie } })).statusCode;

/** The cookie of a browser that signs in, with the one it held before. */
async function signIn(name: "mira" | "tomas", held?: string) {
  const answer = await world.stranger.post(
    "/auth/login",
    { email: world.agents[name].email, password },
    { headers: { ...(held && { cookie: held }) } as Headers },
  );
  expect(answer.statusCode).toBe(200);
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

const sessionsOf = (id: string) =>
  world.desk("harbour", ({ db }) =>
    db.selectFrom("session").selectAll().where("agent_id", "=", id).execute(),
  );

describe("there is no session", () => {
  test.each([undefined, "parley=", "parley=x", `parley=${"A".repeat(43)}`, `parley=${"A".repeat(4000)}`])(
    "there is no session with %s",
    async (cookie) => {
      expect(await validate(cookie)).toEqual({ status: "invalid" });
      const answer = await world.stranger.get("/auth/profile", {
        headers: { ...(cookie && { cookie }) } as Headers,
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        message: "Please sign in.",
        code: "signed_out",
        reason: { code: "signed_out", facts: {} },
      });
    },
  );

  test("a disabled agent has no session, at once", async () => {
    const cookie = await signIn("tomas");
    await world.desk("harbour", ({ db, now }) =>
      db.updateTable("agent").set({ disabled_on: now }).where("id", "=", world.agents.tomas.id).execute(),
    );
    expect(await use(cookie)).toBe(401);
    await world.desk("harbour", ({ db }) =>
      db.updateTable("agent").set({ disabled_on: null }).where("id", "=", world.agents.tomas.id).execute(),
    );
    expect(await use(cookie)).toBe(200);
  });
});

describe("the cookie", () => {
  test("the cookie over http is only for us, unreadable for scripts, without a name that promises https", async () => {
    const { email } = world.agents.mira;
    const answer = await world.stranger.post("/auth/login", { email, password });
    expect([answer.headers["set-cookie"]].flat()[0]).toMatch(
      /^parley=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test("the cookie over https is bound to https and to the host", async () => {
    const secure = await createWorld({ env: { PUBLIC_URL: "https://desk.example" } });
    const { email } = secure.agents.mira;
    const answer = await secure.stranger.post("/auth/login", { email, password });
    expect([answer.headers["set-cookie"]].flat()[0]).toMatch(
      /^__Host-parley=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await secure.as("mira").get("/auth/profile")).statusCode).toBe(200);
    await secure.close();
  });

  test("the cookie is only stored as the token's SHA-256", async () => {
    const token = (await signIn("mira")).split("=")[1] ?? "";
    const hashes = (await sessionsOf(world.agents.mira.id)).map((row) => row.token_hash.toString("hex"));
    expect(hashes).toContain(createHash("sha256").update(token).digest("hex"));
  });
});

describe("a session", () => {
  let cookie: string;
  beforeEach(async () => {
    cookie = await signIn("mira");
  });

  test("a session ends 12 hours after the last use", async () => {
    world.clock.advance(12 * hour - 1);
    expect(await validate(cookie)).toMatchObject({ status: "valid" });
    world.clock.advance(1);
    expect(await validate(cookie)).toEqual({ status: "invalid" });
    expect(await use(cookie)).toBe(401);
  });

  test("a session slides with use, not with asking", async () => {
    const end = new Date(world.clock.now().getTime() + 12 * hour).toISOString();
    world.clock.advance(11 * hour);
    expect(await validate(cookie)).toMatchObject({ expires: end });
    await use(cookie);
    const later = new Date(world.clock.now().getTime() + 12 * hour).toISOString();
    expect(await validate(cookie)).toMatchObject({ expires: later });
  });

  test("a session is written at most once a minute", async () => {
    world.clock.advance(minute - 1);
    const soon = await countStatements(world, () => use(cookie));
    expect(soon.statements.filter((sql) => sql.startsWith("update"))).toEqual([]);
    world.clock.advance(1);
    const later = await countStatements(world, () => use(cookie));
    expect(later.statements.filter((sql) => sql.startsWith("update"))).toHaveLength(1);
  });

  test("a session ends after seven days however busy", async () => {
    for (let elapsed = 0; elapsed < 7 * 24 * hour; elapsed += 6 * hour) {
      expect(await use(cookie)).toBe(200);
      world.clock.advance(6 * hour);
    }
    expect(await use(cookie)).toBe(401);
  });

  test("a session is found with one statement", async () => {
    const { statements } = await countStatements(world, () => validate(cookie));
    expect(statements).toHaveLength(1);
  });
});

describe("changes that count at once", () => {
  test("a changed role or department counts at once", async () => {
    const cookie = await signIn("mira");
    const { groups } = world.departments;
    await world.desk("harbour", ({ db }) =>
      db
        .updateTable("agent")
        .set({ role: "moderator", department_id: groups.id })
        .where("id", "=", world.agents.mira.id)
        .execute(),
    );
    expect(await validate(cookie)).toMatchObject({
      role: "moderator",
      username: "mira",
      id: world.agents.mira.id,
    });
    const department = await world.stranger.get("/auth/department", { headers: { cookie } });
    expect(department.json()).toEqual({ departmentid: groups.id, department_name: "Groups" });
  });
});

describe("signing in again", () => {
  test("signing in again gives a new token and ends this browser's session, no other", async () => {
    const other = await signIn("mira");
    const first = await signIn("mira");
    const second = await signIn("tomas", first);
    expect(second).not.toBe(first);
    expect(await validate(first)).toEqual({ status: "invalid" });
    expect(await validate(second)).toMatchObject({ id: world.agents.tomas.id });
    expect(await validate(other)).toMatchObject({ status: "valid" });
  });
});

describe("signing out", () => {
  const signOut = (headers: Headers) => world.stranger.get("/auth/logout", { headers });

  test("signing out does nothing when signed out already", async () => {
    const answer = await signOut({});
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  });

  test("signing out cannot be done by another site", async () => {
    const cookie = await signIn("mira");
    const answer = await signOut({ cookie, "sec-fetch-site": "cross-site" });
    expect(answer.statusCode).toBe(403);
    expect(await validate(cookie)).toMatchObject({ status: "valid" });
  });

  test.each([
    ["a picture", "image", "no-cors"],
    ["a frame", "iframe", "navigate"],
    ["a style sheet", "style", "no-cors"],
    ["a prefetch", "empty", "no-cors"],
  ])(
    "signing out cannot be done by %s of a page of the desk's own, as a mail's",
    async (_what, dest, mode) => {
      const cookie = await signIn("mira");
      const fetched = { "sec-fetch-site": "same-origin", "sec-fetch-dest": dest, "sec-fetch-mode": mode };
      const answer = await signOut({ cookie, ...fetched });
      expect(answer.statusCode).toBe(403);
      expect(await validate(cookie)).toMatchObject({ status: "valid" });
    },
  );

  test.each([
    ["the console's call", "empty", "cors"],
    ["a person's navigation", "document", "navigate"],
  ])("signing out is done by %s", async (_what, dest, mode) => {
    const cookie = await signIn("mira");
    const fetched = { "sec-fetch-site": "same-origin", "sec-fetch-dest": dest, "sec-fetch-mode": mode };
    expect((await signOut({ cookie, ...fetched })).statusCode).toBe(200);
    expect(await validate(cookie)).toEqual({ status: "invalid" });
  });

  test("signing out ends the session, records it, clears the cookie and disconnects the sockets", async () => {
    const cookie = await signIn("mira");
    const cut = vi.spyOn(world.context.live, "endSessions");
    const answer = await signOut({ cookie });
    expect(answer.json()).toEqual({});
    expect([answer.headers["set-cookie"]].flat()[0]).toMatch(/^parley=; .*Expires=Thu, 01 Jan 1970/);
    expect(await validate(cookie)).toEqual({ status: "invalid" });
    const hash = createHash("sha256")
      .update(cookie.split("=")[1] ?? "")
      .digest();
    expect(cut).toHaveBeenCalledExactlyOnceWith([hash], "signed_out");
    const last = await world.desk("harbour", ({ db }) =>
      db.selectFrom("action").select(["type", "agent_id"]).orderBy("id", "desc").limit(1).execute(),
    );
    expect(last).toEqual([{ type: "user_logout", agent_id: world.agents.mira.id }]);
  });
});
