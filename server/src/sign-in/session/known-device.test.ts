import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { codeIn } from "../../../../test/world/smtp.ts";
import { openVisitor, type Visitor } from "../../../../test/world/visitor.ts";
import { countStatements, createWorld, password, type World } from "../../../../test/world.ts";
import { removeExpiredSessions } from "./session.ts";

vi.mock("@node-rs/argon2", { spy: true });

let desk: MailDesk;
let world: World;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world } = desk);
});
afterAll(() => desk.close());
// Each test has a new hour, and each visitor a new network.
beforeEach(() => world.clock.advance(3_600_001));

const nobody = "nobody@harbour.example";
const signIn = async (by: Visitor, email: string, given = password) =>
  (await by.post("/auth/login", { email, password: given })).statusCode;

/** A browser in which the account has signed in and out again. */
async function ownBrowser(email: string, network?: string): Promise<Visitor> {
  const browser = openVisitor(world, network);
  expect(await signIn(browser, email)).toBe(200);
  browser.cookies.delete("parley");
  return browser;
}

/** Fails with wrong passwords from one network, without the cost of hashing. */
async function guess(email: string, times: number, by = openVisitor(world)): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    vi.mocked(verify).mockResolvedValueOnce(false);
    const status = await signIn(by, email, "wrong");
    if (status === 429) vi.mocked(verify).mockReset();
    statuses.push(status);
  }
  return statuses;
}

/** Fails from so many networks that the account has no tries left for strangers. */
async function guessFromEverywhere(email: string): Promise<void> {
  for (let network = 0; network < 20; network++) {
    expect(await guess(email, 5)).toEqual(Array(5).fill(401));
  }
}

const devicesOf = async (id: string) =>
  (await world.context.pool.query("select * from known_device where agent_id = $1", [id])).rows;

describe("a stranger who fails", () => {
  test.each([["tomas@harbour.example"], [nobody]])(
    "a stranger who fails makes %s wait in the stranger's network and in no other",
    async (email) => {
      const stranger = openVisitor(world);
      expect(await guess(email, 6, stranger)).toEqual([401, 401, 401, 401, 401, 429]);
      expect(await guess(email, 1)).toEqual([401]);
    },
  );

  test("a stranger who fails does not lock out an agent who signs in from elsewhere", async () => {
    const { email } = world.agents.tomas;
    await guess(email, 6);
    expect(await signIn(openVisitor(world), email)).toBe(200);
  });

  test("a stranger who fails does not lock a known device out of the same network, whose tries are used up", async () => {
    const { email } = world.agents.mira;
    const network = "10.50.0.1";
    const own = await ownBrowser(email, network);
    await guess(email, 6, openVisitor(world, network));
    for (let n = 0; n < 20; n++) await guess(`${n}${nobody}`, 1, openVisitor(world, network));
    expect(await signIn(openVisitor(world, network), world.agents.jonas.email)).toBe(429);
    expect(await signIn(own, email)).toBe(200);
  });

  test.each([["omar@northwind.example"], [nobody]])(
    "a stranger who fails everywhere, a hundred times an hour, makes new devices of %s wait, and only those",
    async (email) => {
      const own = email === nobody ? null : await ownBrowser(email);
      await guessFromEverywhere(email);
      const answer = await openVisitor(world).post("/auth/login", { email, password });
      expect([answer.statusCode, answer.json().code]).toEqual([429, "rate_limited"]);
      expect(answer.headers["retry-after"]).toBe("3600");
      if (own) expect(await signIn(own, email)).toBe(200);
      world.clock.advance(3_600_000);
      expect(await guess(email, 1)).toEqual([401]);
    },
  );

  test("a stranger who fails everywhere does not delay the reset, after which the browser is known", async () => {
    const { email } = world.agents.freya;
    await guessFromEverywhere(email);
    const browser = openVisitor(world);
    expect((await browser.post("/send-reset-password-code", { email })).json()).toEqual({});
    await world.drain();
    let code = "";
    while (!code) {
      const mail = await desk.smtp.next(email);
      if (mail.subject.includes("reset code")) code = codeIn(mail);
    }
    await browser.post("/verify-email-code", { email, code, isPasswordReset: true });
    const given = { email, newPassword: password, confirmPassword: password };
    expect((await browser.post("/auth/reset-password", given)).statusCode).toBe(200);
    await guessFromEverywhere(email);
    expect(await signIn(openVisitor(world), email)).toBe(429);
    expect(await signIn(browser, email)).toBe(200);
  });
});

describe("a known device", () => {
  test("a known device has its own five tries, then waits; the agent's other devices do not", async () => {
    const { email } = world.agents.naledi;
    const [one, other] = [await ownBrowser(email), await ownBrowser(email)];
    expect(await guess(email, 6, one)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await signIn(other, email)).toBe(200);
    expect(await signIn(openVisitor(world), email)).toBe(200);
    world.clock.advance(30_000);
    expect(await signIn(one, email)).toBe(200);
  });

  test("a known device is an HttpOnly cookie; only its hash is stored", async () => {
    const { email, id } = world.agents.jonas;
    const answer = await openVisitor(world).post("/auth/login", { email, password });
    const cookie = answer.cookies.find(({ name }) => name === "parley-device");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", maxAge: 180 * 24 * 3600 });
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    const [kept] = await devicesOf(id);
    expect(kept.token_hash).toHaveLength(32);
    expect(JSON.stringify(kept)).not.toContain(cookie?.value);
  });

  test("a known device has a cookie for https and this host alone where there is https", async () => {
    const secure = await createWorld({ env: { PUBLIC_URL: "https://desk.harbour.example" } });
    const { email } = secure.agents.mira;
    const answer = await openVisitor(secure).post("/auth/login", { email, password });
    const device = answer.cookies.find(({ name }) => name === "__Host-parley-device");
    expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
    await secure.close();
  });

  test("a colleague's device counts as a stranger's; one browser is known to all who signed in there", async () => {
    const { mira, jonas } = world.agents;
    const shared = await ownBrowser(jonas.email);
    const network = openVisitor(world, "10.50.0.2");
    network.cookies.set("parley-device", shared.cookies.get("parley-device") ?? "");
    await guess(mira.email, 5, network);
    expect(await signIn(network, mira.email)).toBe(429);
    expect(await signIn(shared, mira.email)).toBe(200);
    world.clock.advance(3_600_001);
    await guessFromEverywhere(mira.email);
    await guessFromEverywhere(jonas.email);
    expect([await signIn(shared, jonas.email), await signIn(shared, mira.email)]).toEqual([200, 200]);
  });

  test("a device with an invented token is unknown", async () => {
    const { email } = world.agents.tomas;
    const forger = openVisitor(world);
    for (const token of ["A".repeat(43), "", "x", "A".repeat(5000), "'; drop table known_device; --"]) {
      forger.cookies.set("parley-device", token);
      await guess(email, 1, forger);
    }
    expect(await guess(email, 1, forger)).toEqual([429]);
    expect(await signIn(openVisitor(world), email)).toBe(200);
  });

  test("a known device is forgotten after 180 days without a sign-in, and of each agent the latest twenty are kept", async () => {
    const { email, id } = world.agents.naledi;
    const own = await ownBrowser(email);
    for (let n = 0; n < 22; n++) {
      world.clock.advance(60_000);
      await ownBrowser(email);
    }
    expect(await devicesOf(id)).toHaveLength(20);
    await guess(email, 5, own);
    expect(await guess(email, 1, openVisitor(world))).toEqual([401]);
    world.clock.advance(180 * 24 * 3_600_000);
    await removeExpiredSessions(world.context);
    expect(await devicesOf(id)).toEqual([]);
  });
});

describe("an agent's devices are forgotten", () => {
  const count = async (name: "tomas" | "jonas") => (await devicesOf(world.agents[name].id)).length;

  test("an agent's devices are forgotten when the account is disabled", async () => {
    await ownBrowser(world.agents.tomas.email);
    expect(await count("tomas")).toBeGreaterThan(0);
    const userid = world.agents.tomas.id;
    expect((await world.as("ingrid").post("/auth/delete-agent", { userid })).statusCode).toBe(200);
    expect(await count("tomas")).toBe(0);
    await world.as("ingrid").post("/auth/delete-agent", { userid });
  });

  test("an agent's devices are forgotten when they sign out everywhere else, except the browser they do it in", async () => {
    const { email } = world.agents.jonas;
    const [here, elsewhere] = [openVisitor(world), await ownBrowser(email)];
    await signIn(here, email);
    expect((await here.post("/auth/end-other-sessions")).statusCode).toBe(200);
    expect(await count("jonas")).toBe(1);
    await guessFromEverywhere(email);
    expect([await signIn(elsewhere, email), await signIn(here, email)]).toEqual([429, 200]);
  });

  test("an agent's devices are forgotten when the password changes, with a new token for the browser it is changed in", async () => {
    const { email } = world.agents.jonas;
    const here = openVisitor(world);
    await signIn(here, email);
    const before = here.cookies.get("parley-device");
    const next = "Another-horse-8-battery";
    const given = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await here.post("/auth/change-password", given)).statusCode).toBe(200);
    expect(await count("jonas")).toBe(1);
    expect(here.cookies.get("parley-device")).not.toBe(before);
    await guessFromEverywhere(email);
    expect(await signIn(here, email, next)).toBe(200);
  });
});

describe("many failures", () => {
  const mailsTo = async (address: string) => {
    await world.drain();
    return desk.smtp.received.filter(({ to, subject }) => to === address && subject.startsWith("Intentos"));
  };
  const guessTwice = async (email: string) => {
    const guessers = [openVisitor(world, "198.51.100.7"), openVisitor(world, "203.0.113.9")];
    for (const by of guessers) await guess(email, 5, by);
  };

  test("many failures of strangers are mailed to the owner once a day, in their language, with time, network and what to do", async () => {
    const { email, id } = world.agents.ingrid;
    await world.desk("harbour", ({ db }) =>
      db.updateTable("agent").set({ lang: "es" }).where("id", "=", id).execute(),
    );
    world.clock.advance(24 * 3_600_000);
    await guess(` ${email.toUpperCase()}`, 5, openVisitor(world, "198.51.100.8"));
    expect(await mailsTo(email)).toEqual([]);
    world.clock.advance(3_600_000);
    await guessTwice(email);
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Intentos fallidos de entrar en tu cuenta de Parley");
    expect(mail?.text).toContain("198.51.100.7");
    expect(mail?.text).toContain("UTC");
    expect(mail?.text).toContain(`${world.context.config.publicUrl}/forgot-password`);
    await guessTwice(email);
    expect(await mailsTo(email)).toHaveLength(1);
    world.clock.advance(24 * 3_600_000);
    await guessTwice(email);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test("many failures with an address that no account has take the same statements, and leave nothing behind", async () => {
    world.clock.advance(24 * 3_600_000);
    const shapes: string[][] = [];
    for (const email of [world.agents.ingrid.email, nobody]) {
      const { statements } = await countStatements(world, () => guessTwice(email));
      shapes.push(statements);
    }
    expect(shapes[1]).toEqual(shapes[0]);
    await world.drain();
    const { rows } = await world.context.pool.query("select from mail where address = $1", [nobody]);
    expect(rows).toEqual([]);
  });

  test("failures on the owner's own device are not mailed", async () => {
    const { email } = world.agents.ingrid;
    world.clock.advance(24 * 3_600_000);
    const before = (await mailsTo(email)).length;
    const own = await ownBrowser(email);
    for (let round = 0; round < 3; round++) {
      await guess(email, 5, own);
      world.clock.advance(3_600_001);
    }
    expect(await mailsTo(email)).toHaveLength(before);
  });
});
