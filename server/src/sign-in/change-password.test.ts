import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, password, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const next = "Another-horse-8-battery";
const change = (who: "mira" | "jonas", body: object) => world.as(who).post("/auth/change-password", body);
const given = (facts: object = {}) => ({
  currentPassword: password,
  newPassword: next,
  confirmPassword: next,
  ...facts,
});
const signIn = (email: string, with_: string) =>
  world.stranger.post("/auth/login", { email, password: with_ });

describe("a password change is refused", () => {
  test.each([{}, given({ currentPassword: "" }), given({ newPassword: "" }), given({ confirmPassword: "" })])(
    "a password change with a field empty is refused: %j",
    async (body) => {
      expect((await change("mira", body)).json().message).toBe("Please fill in all fields");
    },
  );

  test("a password change whose two entries differ is refused", async () => {
    const answer = await change("mira", given({ confirmPassword: `${next}!` }));
    expect([answer.statusCode, answer.json().message]).toEqual([400, "Passwords do not match"]);
  });

  test("a password change that breaks rules is refused, naming each", async () => {
    const weak = { newPassword: "short", confirmPassword: "short" };
    expect((await change("mira", given(weak))).json().message).toEqual([
      "Password does not meet the requirements!",
      "At least 8 characters",
      "At least one uppercase letter",
      "At least one number",
      "At least one special character (!@#$...)",
    ]);
  });

  test("a password change to the present one is refused", async () => {
    const answer = await change("mira", given({ newPassword: password, confirmPassword: password }));
    expect([answer.statusCode, answer.json().reason.code]).toEqual([400, "password_unchanged"]);
  });

  test("a password change with a wrong present one is refused, and after five tries the agent waits", async () => {
    const tries: unknown[] = [];
    for (let n = 0; n < 6; n++) {
      const answer = await change("jonas", given({ currentPassword: `wrong ${n}` }));
      tries.push([answer.statusCode, answer.json().code]);
    }
    expect(tries.slice(0, 5)).toEqual(Array(5).fill([403, "wrong_password"]));
    expect(tries[5]).toEqual([429, "rate_limited"]);
    world.clock.advance(3_600_001);
    expect((await signIn(world.agents.jonas.email, password)).statusCode).toBe(200);
  });
});

test("a password change takes effect at once, ends other sessions and unfinished sign-ins, and is notified by mail", async () => {
  const { email } = world.agents.mira;
  const other = String((await signIn(email, password)).headers["set-cookie"]).split(";")[0] ?? "";
  const challenge = await world.desk("harbour", (scope) =>
    scope.db
      .insertInto("sign_in_challenge")
      .values({
        token_hash: Buffer.alloc(32, 1),
        company_id: scope.companyId,
        agent_id: world.agents.mira.id,
        expires_on: new Date(scope.now.getTime() + 60_000),
      })
      .returning("token_hash")
      .execute(),
  );
  expect(challenge).toHaveLength(1);
  expect((await change("mira", given())).json()).toEqual({});
  expect((await world.as("mira").get("/auth/profile")).statusCode).toBe(200);
  expect((await world.stranger.get("/auth/profile", { headers: { cookie: other } })).statusCode).toBe(401);
  expect((await signIn(email, password)).statusCode).toBe(401);
  expect((await signIn(email, next)).statusCode).toBe(200);
  const left = await world.desk("harbour", async ({ db }) => ({
    challenges: await db.selectFrom("sign_in_challenge").select("token_hash").execute(),
  }));
  expect(left.challenges).toEqual([]);
  const mails = await world.context.database.selectFrom("mail").select("address").execute();
  expect(mails).toEqual([{ address: email }]);
  expect(world.logged.join("")).not.toContain(next);
});

test("a password change is not delayed by strangers' failures to sign in", async () => {
  const { email } = world.agents.jonas;
  for (let n = 0; n < 6; n++) await signIn(email, "wrong");
  expect((await signIn(email, password)).statusCode).toBe(429);
  expect((await change("jonas", given())).statusCode).toBe(200);
});
