/** An address counts once it is confirmed: until then it does not keep another company from using it. */
import { hash, verify } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMailDesk, type MailDesk } from "../../../test/world/mail-desk.ts";
import { codeIn, type SmtpStub } from "../../../test/world/smtp.ts";
import { setUpTwoStep } from "../../../test/world/two-step.ts";
import { openVisitor, type Visitor } from "../../../test/world/visitor.ts";
import { createWorld, password, type World } from "../../../test/world.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const library = await original<typeof import("@node-rs/argon2")>();
  return { ...library, hash: vi.fn(library.hash), verify: vi.fn(library.verify) };
});

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
let plain: World;
let visitor: Visitor;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
  plain = await createWorld();
});
afterAll(() => Promise.all([desk.close(), plain.close()]));
beforeEach(() => {
  visitor = openVisitor(world);
  world.clock.advance(3_600_001);
});

let number = 0;
const newAddress = () => `person${++number}@street.example`;

type Company = "harbour" | "northwind";
const admins = { harbour: "ingrid", northwind: "freya" } as const;
const departments = { harbour: "bookings", northwind: "claims" } as const;

const register = (company: Company, email: string, pass: string, at = world) =>
  at.as(admins[company]).post("/auth/register", {
    email,
    pass,
    confirmPassword: pass,
    firstName: "Alva",
    lastName: "Berg",
    department: at.departments[departments[company]].id,
  });
const signIn = (email: string, given: string, by = visitor) =>
  by.post("/auth/login", { email, password: given });
const confirm = (code: string, by = visitor) => by.post("/auth/confirm-address", { code });
const mailedCode = async (email: string) => {
  await world.drain();
  return codeIn(await smtp.next(email));
};
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");
const seen = ({ statusCode, json }: Awaited<ReturnType<Visitor["post"]>>) => [statusCode, json().code];

/** The companies in which an address is confirmed, and the number of its accounts. */
async function confirmedOn(email: string, at = world) {
  const { rows } = await at.context.pool.query(
    "select company.name, email_confirmed_on from agent join company using (company_id) where lower(email) = lower($1)",
    [email],
  );
  return [rows.length, ...rows.filter((row) => row.email_confirmed_on).map(({ name }) => name)];
}

describe("another company", () => {
  test("another company gets the same answer for an address confirmed elsewhere as for a free one, and changes nothing", async () => {
    const { email } = world.agents.mira;
    const answers = [
      await register("northwind", email, "Night-ferry-9"),
      await register("northwind", newAddress(), "Night-ferry-9"),
    ];
    const shapes = answers.map((answer) => [answer.statusCode, Object.keys(answer.json())]);
    expect(shapes[0]).toEqual([200, expect.anything()]);
    expect(shapes[1]).toEqual(shapes[0]);
    expect((await signIn(email, "Night-ferry-9")).statusCode).toBe(401);
    const own = await signIn(email, password);
    expect([own.statusCode, own.json().user.id]).toEqual([200, world.agents.mira.id]);
  });

  test("a company that used a person's address first does not keep others from registering them", async () => {
    const email = newAddress();
    expect((await register("northwind", email, "Taken-by-others-1")).statusCode).toBe(200);
    expect((await register("harbour", email, "Night-ferry-9")).statusCode).toBe(200);
    expect((await signIn(email, "Night-ferry-9")).json()).toEqual({ confirmAddress: true });
    const entered = await confirm(await mailedCode(email));
    expect([entered.statusCode, entered.json().user.email]).toEqual([200, email]);
    expect(visitor.cookies.has("parley")).toBe(true);
    expect(await confirmedOn(email)).toEqual([2, "Harbour Travel"]);
    expect((await signIn(email, "Taken-by-others-1")).statusCode).toBe(401);
  });

  test("a company that used an address does not stop its owner from registering another", async () => {
    const email = newAddress();
    await register("northwind", email, "Taken-by-others-1");
    await visitor.post("/send-email-verification", { email });
    await visitor.post("/verify-email-code", { email, code: await mailedCode(email) });
    const data = {
      contact_person: "Alva Berg",
      company_name: "Berg & Co",
      company_phone: "",
      company_email: email,
      password: "Own-company-42!",
      country: "NO",
    };
    expect((await visitor.post("/precheck", { data })).statusCode).toBe(200);
    expect((await visitor.post("/register-company", { data })).statusCode).toBe(200);
    expect((await signIn(email, "Own-company-42!")).json().user.role).toBe("admin");
  });
});

describe("signing in for the first time", () => {
  test("signing in for the first time asks for the mailed code; with it the address is confirmed, and administrators see that", async () => {
    const email = newAddress();
    const { userid } = (await register("harbour", email, "Night-ferry-9")).json();
    expect((await signIn(email, "Night-ferry-9")).json()).toEqual({ confirmAddress: true });
    expect((await visitor.post("/auth/second-step", { code: "000000" })).statusCode).toBe(401);
    expect((await signIn(email, "Night-ferry-9")).json()).toEqual({ confirmAddress: true });
    const code = await mailedCode(email);
    expect((await confirm(wrongOf(code))).json().message).toBe("Invalid code. Try again.");
    world.published.length = 0;
    expect((await confirm(code)).json().user.id).toBe(userid);
    expect(world.published.map(({ event }) => event)).toContain("updateAgentRow");
    expect(seen(await confirm(code))).toEqual([401, "challenge_over"]);
    expect((await signIn(email, "Night-ferry-9")).json()).toHaveProperty("user");
  });

  test("no code is accepted without the password's challenge, with another's, or after five minutes", async () => {
    const [email, other] = [newAddress(), newAddress()];
    await register("harbour", email, "Night-ferry-9");
    await register("harbour", other, "Night-ferry-9");
    expect(seen(await confirm("123456"))).toEqual([401, "challenge_over"]);
    expect(seen(await visitor.post("/auth/send-address-code"))).toEqual([401, "challenge_over"]);
    await signIn(email, "Night-ferry-9");
    const code = await mailedCode(email);
    const stranger = openVisitor(world);
    await signIn(other, "Night-ferry-9", stranger);
    expect((await confirm(code, stranger)).statusCode).toBe(400);
    world.clock.advance(300_000);
    expect(seen(await confirm(code))).toEqual([401, "challenge_over"]);
  });

  test("a code has five tries; another can be had after a minute", async () => {
    const email = newAddress();
    await register("harbour", email, "Night-ferry-9");
    await signIn(email, "Night-ferry-9");
    const code = await mailedCode(email);
    for (let tries = 0; tries < 5; tries++) await confirm(wrongOf(code));
    expect((await confirm(code)).json().message).toBe("Too many failed attempts");
    expect((await visitor.post("/auth/send-address-code")).statusCode).toBe(429);
    world.clock.advance(60_000);
    expect((await visitor.post("/auth/send-address-code")).statusCode).toBe(200);
    expect((await confirm(await mailedCode(email))).statusCode).toBe(200);
  });

  test("the second step is still required", async () => {
    const { jonas } = world.agents;
    const app = await setUpTwoStep(world, "jonas");
    const facts = { userid: jonas.id, first_name: "Jonas", last_name: "Weber" };
    const email = newAddress();
    await world
      .as("ingrid")
      .put("/auth/update-account", { ...facts, email, departmentid: world.departments.bookings.id });
    expect((await signIn(email, password)).json()).toEqual({ confirmAddress: true });
    expect(seen(await visitor.post("/auth/second-step", { code: app.code() }))).toEqual([
      401,
      "challenge_over",
    ]);
    expect((await signIn(email, password)).json()).toEqual({ confirmAddress: true });
    expect((await confirm(await mailedCode(email))).json()).toEqual({ twoStep: true });
    expect(visitor.cookies.has("parley")).toBe(false);
    world.clock.advance(30_000);
    expect((await visitor.post("/auth/second-step", { code: app.code() })).json().user.id).toBe(jonas.id);
  });

  test("one of two companies that confirm an address at once succeeds", async () => {
    const email = newAddress();
    await register("harbour", email, "Night-ferry-9");
    await register("northwind", email, "Morning-train-7");
    const [one, two] = [openVisitor(world), openVisitor(world)];
    await signIn(email, "Night-ferry-9", one);
    const first = await mailedCode(email);
    await signIn(email, "Morning-train-7", two);
    const second = await mailedCode(email);
    const answers = await Promise.all([confirm(first, one), confirm(second, two)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(
      /^This e-mail address has an account in another company/,
    );
    expect(await confirmedOn(email)).toEqual([2, expect.any(String)]);
  });

  test("an address is confirmed automatically without a mail server", async () => {
    const email = newAddress();
    await register("northwind", email, "Taken-by-others-1", plain);
    await register("harbour", email, "Night-ferry-9", plain);
    const by = openVisitor(plain);
    expect((await signIn(email, "Night-ferry-9", by)).json()).toHaveProperty("user.email", email);
    expect(await confirmedOn(email, plain)).toEqual([2, "Harbour Travel"]);
    expect((await signIn(email, "Taken-by-others-1", by)).statusCode).toBe(401);
  });
});

describe("a sign-in", () => {
  const runs = () => vi.mocked(hash).mock.calls.length + vi.mocked(verify).mock.calls.length;

  test("a sign-in costs one argon2 run, whether an address has no account, one, or one in each of two companies", async () => {
    const email = newAddress();
    await signIn(email, "anything");
    const counted: unknown[] = [];
    const count = async (given: string) => {
      vi.mocked(hash).mockClear();
      vi.mocked(verify).mockClear();
      const { statusCode } = await signIn(email, given, openVisitor(world));
      counted.push([statusCode, runs()]);
    };
    await count("wrong");
    await register("northwind", email, "Taken-by-others-1");
    await count("wrong");
    await register("harbour", email, "Night-ferry-9");
    for (const given of ["wrong", "Taken-by-others-1", "Night-ferry-9"]) await count(given);
    expect(counted).toEqual([
      [401, 1],
      [401, 1],
      [401, 1],
      [200, 1],
      [200, 1],
    ]);
  });

  test("a sign-in prefers an enabled account to a disabled one, as long as neither is confirmed", async () => {
    const email = newAddress();
    const { userid } = (await register("northwind", email, "Night-ferry-9")).json();
    await register("harbour", email, "Night-ferry-9");
    await world.as("freya").post("/auth/delete-agent", { userid });
    await signIn(email, "Night-ferry-9");
    expect((await confirm(await mailedCode(email))).statusCode).toBe(200);
    expect(await confirmedOn(email)).toEqual([2, "Harbour Travel"]);
  });
});

describe("changing one's own address", () => {
  const names = { first_name: "Naledi", last_name: "Mokoena" };
  const change = (email: string, given: object = { password }) =>
    world.as("naledi").post("/auth/update-profile", { ...names, email, ...given });
  const own = async () => (await world.as("naledi").get("/auth/profile")).json();
  const confirmChange = (code: string) => world.as("naledi").post("/auth/confirm-address-change", { code });

  test("changing one's own address requires the password", async () => {
    const email = newAddress();
    const without = await change(email, {});
    expect([without.statusCode, without.json().message]).toEqual([
      400,
      "Please enter your password to change your email address.",
    ]);
    expect((await change(email, { password: "wrong" })).json().code).toBe("wrong_password");
    expect(await own()).toMatchObject({ email: world.agents.naledi.email, pendingEmail: null });
    expect((await change(world.agents.naledi.email, {})).statusCode).toBe(200);
  });

  test("a changed address counts once it is confirmed: until then the previous one does", async () => {
    const before = world.agents.naledi.email;
    const email = newAddress();
    expect((await change(email)).json()).toMatchObject({ email: before, pendingEmail: email });
    const code = await mailedCode(email);
    expect((await signIn(email, password)).statusCode).toBe(401);
    expect((await confirmChange(wrongOf(code))).statusCode).toBe(400);
    expect((await confirmChange("")).json().message).toBe("Please enter the verification code");
    expect((await confirmChange(code)).json()).toMatchObject({ email, pendingEmail: null });
    await world.drain();
    expect((await smtp.next(before)).text).toContain(email);
    expect((await confirmChange(code)).statusCode).toBe(409);
    expect((await signIn(email, password)).json()).toHaveProperty("user");
  });

  test("a colleague's address is refused at once, another company's silently: its owner is notified", async () => {
    expect((await change(world.agents.tomas.email)).statusCode).toBe(409);
    const { omar } = world.agents;
    expect((await change(omar.email)).json()).toHaveProperty("pendingEmail", omar.email);
    await world.drain();
    const mail = await smtp.next(omar.email);
    expect([mail.subject, mail.text.match(/\d{6}/)]).toEqual([
      "This address already has a Parley account",
      null,
    ]);
    expect((await own()).pendingEmail).toBe(omar.email);
    expect((await world.as("naledi").post("/auth/cancel-address-change")).json().pendingEmail).toBeNull();
  });

  test("a cancelled, replaced or overruled address is not confirmed", async () => {
    const [first, second] = [newAddress(), newAddress()];
    await change(first);
    const code = await mailedCode(first);
    await change(second);
    expect((await confirmChange(code)).statusCode).toBe(400);
    await world.as("naledi").post("/auth/cancel-address-change");
    expect((await confirmChange(await mailedCode(second))).statusCode).toBe(409);
    expect((await world.as("naledi").post("/auth/send-address-change-code")).statusCode).toBe(409);
    const third = newAddress();
    await change(third);
    const last = await mailedCode(third);
    await world.as("ingrid").put("/auth/update-account", {
      ...names,
      userid: world.agents.naledi.id,
      email: newAddress(),
      departmentid: world.departments.refunds.id,
    });
    expect((await confirmChange(last)).statusCode).toBe(409);
  });

  test("an address that another company confirmed meanwhile is not confirmed", async () => {
    const email = newAddress();
    await change(email);
    const code = await mailedCode(email);
    await register("northwind", email, "Night-ferry-9");
    await signIn(email, "Night-ferry-9");
    expect((await confirm(await mailedCode(email))).statusCode).toBe(200);
    expect(seen(await confirmChange(code))).toEqual([409, "conflict"]);
    expect((await own()).email).not.toBe(email);
  });

  test("an administrator changes their own address in the profile, which asks for the password", async () => {
    const answer = await world.as("ingrid").put("/auth/update-account", {
      userid: world.agents.ingrid.id,
      first_name: "Ingrid",
      last_name: "Solheim",
      email: newAddress(),
      departmentid: world.departments.bookings.id,
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      "Please change your own e-mail address in your profile.",
    ]);
  });

  test("a changed address counts at once without a mail server, where no other account has it", async () => {
    const email = newAddress();
    const update = (to: string) =>
      plain.as("naledi").post("/auth/update-profile", { ...names, email: to, password });
    expect((await update(plain.agents.omar.email)).statusCode).toBe(409);
    expect((await update(email)).json()).toMatchObject({ email, pendingEmail: null });
    expect(await confirmedOn(email, plain)).toEqual([1, "Harbour Travel"]);
  });
});
